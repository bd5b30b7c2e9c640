/** What reports and their exports answer, as far as tests look into it. */
import type { Data } from './common-shapes.ts'

export interface Cell {
  value: number
  lines_url: string | null
}

export interface ReportColumn {
  column_key: string
  display_name: string
  columns: ReportColumn[]
}

export interface ReportRow {
  row_key: string
  display_name: string
  cells: Record<string, Cell>
  rows: ReportRow[]
}

export interface Report {
  type: string
  business_id: string
  columns: ReportColumn[]
  rows: ReportRow[]
}

export interface PresignedDocument {
  type: string
  presignedUrl: string
  fileType: string
  fileName: string
  createdAt: string
  documentId: string
  document_type: string
}

export interface ReportAnswers {
  getTrialBalance: Data<Report>
  getProfitAndLoss: Data<Report>
  getBalanceSheet: Data<Report>
  getCashflowStatement: Data<Report>
  getGeneralLedger: Data<Report>
  getApAging: Data<Report>
  getArAging: Data<Report>
  exportTrialBalance: Data<PresignedDocument>
  exportProfitAndLoss: Data<PresignedDocument>
  exportBalanceSheet: Data<PresignedDocument>
  exportCashflowStatement: Data<PresignedDocument>
  exportGeneralLedger: Data<PresignedDocument>
  exportApAging: Data<PresignedDocument>
  exportArAging: Data<PresignedDocument>
}
