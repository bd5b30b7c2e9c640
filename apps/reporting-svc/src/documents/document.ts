/** A file that a report, or all books, were exported to. Pure. */

export const DOCUMENT_TYPES = [
  'AP_AGING_REPORT',
  'AR_AGING_REPORT',
  'TRIAL_BALANCE_REPORT',
  'PROFIT_AND_LOSS_REPORT',
  'BALANCE_SHEET_REPORT',
  'CASHFLOW_STATEMENT_REPORT',
  'GENERAL_LEDGER_REPORT',
  'VENDOR_LEDGER_REPORT',
  'CUSTOMER_LEDGER_REPORT',
  'VENDOR_STATEMENT_REPORT',
  'CUSTOMER_STATEMENT_REPORT',
  'BOOKS',
] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

export type Document = {
  id: string
  businessId: string
  documentType: DocumentType
  fileName: string
  /** MIME type. */
  fileType: string
  createdAt: Date
}

export const ZIP = 'application/zip'
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** How long a link to a file works. */
export const LINK_SECONDS = 15 * 60
