/** All reports: their parameters, refusals and names. */
import type { ErrorEnum } from '@pacioli/errors'

/** Of every report and its files. */
const AS_RECORDED = 'recorded_as_of'

const COLUMNS = ['reporting_basis', 'compare_to', 'comparison_periods', 'split_by', 'tag_key', 'tag_values'] as const

/** Names of parameters: of reports at the end of a day, and over a range of days. */
const MOMENT = ['effective_date', ...COLUMNS, AS_RECORDED] as const
const RANGE = ['start_date', 'end_date', ...COLUMNS, AS_RECORDED] as const
const LEDGER = [
  'start_date',
  'end_date',
  'reporting_basis',
  'account_id',
  'tag_key',
  'tag_values',
  AS_RECORDED,
] as const
const AGING_EXPORT = ['effective_date', 'tag_key', 'tag_values', AS_RECORDED] as const
const AGING = ['effective_date', 'include_documents', 'tag_key', 'tag_values', AS_RECORDED] as const

const PARTY = ['start_date', 'end_date', 'tag_key', 'tag_values', AS_RECORDED] as const

/** Of a statement, whose balance is what is owed: nothing is left out. */
const PARTY_STATEMENT = ['start_date', 'end_date', AS_RECORDED] as const

const STATEMENT_ERRORS: readonly ErrorEnum[] = [
  'BusinessNotFound',
  'TagDimensionNotFound',
  'MissingTagValues',
  'ReportTooLarge',
  'AmountOutOfRange',
  'HistoryIncomplete',
]

/** Workbooks of ledgers take more rows than an answer; those of statements no more columns. */
const LEDGER_ERRORS = [
  'BusinessNotFound',
  'AccountNotFound',
  'MissingTagValues',
  'AmountOutOfRange',
  'HistoryIncomplete',
] as const
const AGING_ERRORS = ['BusinessNotFound', 'MissingTagValues', 'AmountOutOfRange', 'HistoryIncomplete'] as const

/** Common to all descriptions. */
const COMMON =
  'Without `reporting_basis` it is in the `default_reporting_basis` in effect for the business. It is kept up by events and ' +
  'is at most about a second behind the books; the header `Pacioli-Through` says through which instant it is known to have ' +
  'everything, and `through` what was recorded in it. `lines_url` of a cell leads to what the figure is the sum of.'

const PARTY_ERRORS = ['BusinessNotFound', 'MissingTagValues', 'AmountOutOfRange', 'HistoryIncomplete'] as const

const LEDGER_OF_PARTY =
  'a payment, a credit, a refund, a write-off, a journal entry. `balance` is what is owed after it, and at the end what the ' +
  'aging of that day has; `unapplied_balance` is what was paid ahead, which is no part of it. Of the accrual books. ' +
  'The header `Pacioli-Through` says through which instant it is known to have everything.'

/** Every report: its path, its name in reporting-svc, and its parameters. */
export const REPORTS = [
  {
    path: 'reports/trial-balance',
    name: 'TRIAL_BALANCE',
    operation: 'TrialBalance',
    summary: 'the trial balance',
    description: `Every account with its debit or credit balance, and a row TOTAL whose two sides are equal. ${COMMON}`,
    query: MOMENT,
    exportQuery: MOMENT,
    errors: STATEMENT_ERRORS,
    exportErrors: STATEMENT_ERRORS,
  },
  {
    path: 'reports/profit-and-loss',
    name: 'PROFIT_AND_LOSS',
    operation: 'ProfitAndLoss',
    summary: 'the profit and loss',
    description: `What was earned and spent in a range of days, closing entries left out; TOTAL is the net income. ${COMMON}`,
    query: RANGE,
    exportQuery: RANGE,
    errors: STATEMENT_ERRORS,
    exportErrors: STATEMENT_ERRORS,
  },
  {
    path: 'reports/balance-sheet',
    name: 'BALANCE_SHEET',
    operation: 'BalanceSheet',
    summary: 'the balance sheet',
    description:
      'Assets, then liabilities and equity, whose TOTAL is the same. What was earned and not closed yet is the row ' +
      `NET_INCOME of equity. ${COMMON}`,
    query: MOMENT,
    exportQuery: MOMENT,
    errors: STATEMENT_ERRORS,
    exportErrors: STATEMENT_ERRORS,
  },
  {
    path: 'reports/cashflow-statement',
    name: 'CASHFLOW_STATEMENT',
    operation: 'CashflowStatement',
    summary: 'the cash flow statement',
    description:
      'By the indirect method: net income, what other accounts took up or set free in operating, investing and financing ' +
      'activities, and cash at the beginning and, as TOTAL, at the end. Cash is what stands on accounts of the subtypes ' +
      `BANK_ACCOUNTS, CASH and UNDEPOSITED_FUNDS. Under a tag that entries have on some of their lines only, BETWEEN_TAGS is what ` +
      `lines with other tags made of it. ${COMMON}`,
    query: RANGE,
    exportQuery: RANGE,
    errors: STATEMENT_ERRORS,
    exportErrors: STATEMENT_ERRORS,
  },
  {
    path: 'reports/general-ledger',
    name: 'GENERAL_LEDGER',
    operation: 'GeneralLedger',
    summary: 'the general ledger',
    description:
      'Every account with what stood on it before a range of days, each of its lines in it, and the balance after each, in ' +
      `the account's normality. ${COMMON}`,
    query: LEDGER,
    exportQuery: LEDGER,
    errors: [...LEDGER_ERRORS, 'ReportTooLarge'],
    exportErrors: LEDGER_ERRORS,
  },
  {
    path: 'reports/unified/ap-aging',
    name: 'AP_AGING',
    operation: 'ApAging',
    summary: 'the aging of what is owed to vendors',
    description:
      'What is outstanding at the end of a day, by how many days it is past due: by vendor, with the open bills, the ' +
      'unallocated credits and the journal lines of each; prepayments are in `unapplied`, outside of the total. Of the ' +
      'accrual books.',
    query: AGING,
    exportQuery: AGING_EXPORT,
    errors: [...AGING_ERRORS, 'ReportTooLarge'],
    exportErrors: AGING_ERRORS,
  },
  {
    path: 'reports/unified/ar-aging',
    name: 'AR_AGING',
    operation: 'ArAging',
    summary: 'the aging of what customers owe',
    description:
      'What is outstanding at the end of a day, by how many days it is past due: by customer, with the open invoices and ' +
      'the journal lines of each; credit is in `unapplied`, outside of the total. Of the accrual books.',
    query: AGING,
    exportQuery: AGING_EXPORT,
    errors: [...AGING_ERRORS, 'ReportTooLarge'],
    exportErrors: AGING_ERRORS,
  },
  {
    path: 'vendors/:vendorId/ledger',
    party: 'vendor_id',
    name: 'VENDOR_LEDGER',
    operation: 'VendorLedger',
    summary: 'the ledger of a vendor',
    description:
      'What the vendor was owed before a range of days, and each line in it that moved that, whatever posted it: a bill, ' +
      LEDGER_OF_PARTY,
    query: PARTY,
    exportQuery: PARTY,
    errors: ['VendorNotFound', ...PARTY_ERRORS, 'ReportTooLarge'],
    exportErrors: ['VendorNotFound', ...PARTY_ERRORS],
    statement: {
      name: 'VENDOR_STATEMENT',
      operation: 'VendorStatement',
      summary: 'the statement of a vendor',
      query: PARTY_STATEMENT,
      errors: ['BusinessNotFound', 'VendorNotFound', 'AmountOutOfRange', 'HistoryIncomplete'],
    },
  },
  {
    path: 'customers/:customerId/ledger',
    party: 'customer_id',
    name: 'CUSTOMER_LEDGER',
    operation: 'CustomerLedger',
    summary: 'the ledger of a customer',
    description:
      'What the customer owed before a range of days, and each line in it that moved that, whatever posted it: an invoice, ' +
      `${LEDGER_OF_PARTY} \`refunds_due\` is what is still to be refunded.`,
    query: PARTY,
    exportQuery: PARTY,
    errors: ['CustomerNotFound', ...PARTY_ERRORS, 'ReportTooLarge'],
    exportErrors: ['CustomerNotFound', ...PARTY_ERRORS],
    statement: {
      name: 'CUSTOMER_STATEMENT',
      operation: 'CustomerStatement',
      summary: 'the statement of a customer',
      query: PARTY_STATEMENT,
      errors: ['BusinessNotFound', 'CustomerNotFound', 'AmountOutOfRange', 'HistoryIncomplete'],
    },
  },
] as const satisfies readonly {
  /** Below the business. */
  path: string
  /** The field that names whose it is, in the path. */
  party?: 'vendor_id' | 'customer_id'
  name: string
  operation: string
  summary: string
  description: string
  query: readonly string[]
  /** The parameters of its workbook. */
  exportQuery: readonly string[]
  errors: readonly ErrorEnum[]
  /** The refusals of its workbook. */
  exportErrors: readonly ErrorEnum[]
  /** What of it is sent to whom it is about, as a workbook alone. */
  statement?: {
    name: string
    operation: string
    summary: string
    query: readonly string[]
    errors: readonly ErrorEnum[]
  }
}[]

export type ReportInCatalogue = (typeof REPORTS)[number]

/** A file: the path below that of its report, and how it is asked for. */
type ExportedFile = {
  path: string
  name: string
  operation: string
  summary: string
  query: readonly string[]
  errors: readonly ErrorEnum[]
}

export const exportsOf = (report: ReportInCatalogue): ExportedFile[] => [
  {
    ...report,
    path: 'exports/excel',
    summary: `${report.summary} as a workbook`,
    query: report.exportQuery,
    errors: report.exportErrors,
  },
  ...('statement' in report
    ? [{ ...report.statement, path: 'exports/statement', summary: `${report.statement.summary} as a workbook` }]
    : []),
]
