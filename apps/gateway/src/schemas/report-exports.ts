import { Type } from 'typebox'
import { Always, Day, instant, Query, Resource, tagFilter, uuid } from './parts.ts'

export const PresignedDocument = Resource(
  {
    type: Always('S3_Presigned_Url'),
    presignedUrl: Type.String({ description: 'Whoever has it may fetch the file, without a token, for 15 minutes.' }),
    fileType: Type.String({ description: 'The MIME type of the file.' }),
    fileName: Type.String({ description: 'What the file is called where it is saved.' }),
    createdAt: Type.String(instant),
    documentId: Type.String(uuid),
    document_type: Type.String(),
  },
  { $id: 'Presigned_Document', description: 'A file that was made, and a link to it.' },
)

const effective_date = Type.Optional(
  Day({ description: 'The end of this day; today unless given, in the zone of the business.' }),
)

/** What a statement is exported by, and what the aging of documents is. */
const StatementQuery = Query({ effective_date })
const AgingQuery = Query({ effective_date, ...tagFilter })

/**
 * Each report that can be exported: its path below `reports/`, its name inside, what it is asked by, and what it can be
 * refused with besides.
 */
export const EXPORTS = [
  {
    path: 'trial-balance',
    report: 'TRIAL_BALANCE',
    name: 'TrialBalance',
    title: 'trial balance',
    query: StatementQuery,
    refusals: ['AmountOutOfRange'],
  },
  {
    path: 'profit-and-loss',
    report: 'PROFIT_AND_LOSS',
    name: 'ProfitAndLoss',
    title: 'profit and loss statement',
    query: StatementQuery,
    refusals: [],
  },
  {
    path: 'balance-sheet',
    report: 'BALANCE_SHEET',
    name: 'BalanceSheet',
    title: 'balance sheet',
    query: StatementQuery,
    refusals: [],
  },
  {
    path: 'cashflow-statement',
    report: 'CASHFLOW_STATEMENT',
    name: 'CashflowStatement',
    title: 'cash flow statement',
    query: StatementQuery,
    refusals: [],
  },
  {
    path: 'general-ledger',
    report: 'GENERAL_LEDGER',
    name: 'GeneralLedger',
    title: 'general ledger',
    query: StatementQuery,
    refusals: [],
  },
  {
    path: 'unified/ap-aging',
    report: 'AP_AGING',
    name: 'ApAging',
    title: 'AP aging',
    query: AgingQuery,
    refusals: ['MissingTagValues'],
  },
  {
    path: 'unified/ar-aging',
    report: 'AR_AGING',
    name: 'ArAging',
    title: 'AR aging',
    query: AgingQuery,
    refusals: ['MissingTagValues'],
  },
] as const

export const presignedDocument = {
  type: 'S3_Presigned_Url',
  presignedUrl: 'https://files.example/files/6f1c/0198?name=ap-aging-2026-01-31.xlsx&expires=1769861700&signature=Zm9v',
  fileType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  fileName: 'ap-aging-2026-01-31.xlsx',
  createdAt: '2026-01-31T12:00:00.000Z',
  documentId: '01985f6e-7b5a-7c3e-9f10-2b1f6a1c9d55',
  document_type: 'AP_AGING_REPORT',
}
