/** What a workbook is made of: plain values, so that another process can be told to write it. */
import type { Tenant } from '@pacioli/rpc'
import type { AgingQuery } from '../aging/get-aging.ts'
import type { Report } from '../report-tables/report.ts'
import type { GeneralLedgerScope } from '../general-ledger/get-general-ledger.ts'

/** A statement is small: all of it is there. The others are read while their file is written, as of one moment. */
export type ExportedReport =
  | { kind: 'STATEMENT'; report: Report }
  | { kind: 'GENERAL_LEDGER'; scope: GeneralLedgerScope }
  | { kind: 'AGING'; query: AgingQuery }

export type ExportJob = { tenant: Tenant; createdAt: Date; exported: ExportedReport }
