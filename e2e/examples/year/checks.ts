/** What must be equal in the reports of a year, wherever it stands. Pure. */
import { compared, type Compared } from '../shared/compared.ts'
import type { Statement } from './statements.ts'
import type { Report, ReportColumn, ReportRow, REPORTS, REPORTS_AFTER } from './reports.ts'

/** The account's id and what it is. */
export type AccountKind = { id: string; subtype: string; stableName: string | undefined }

export type YearReports = {
  before: Record<keyof typeof REPORTS, Report>
  after: Record<keyof typeof REPORTS_AFTER, Report>
  /** What the accrual entries of the closing posted to retained earnings; an increase is above zero. */
  closed: bigint
  accounts: readonly AccountKind[]
  statements: readonly Statement[]
}

/** Cash and what is as good as cash, as the cash flow statement has it. */
const CASH = new Set(['BANK_ACCOUNTS', 'CASH', 'UNDEPOSITED_FUNDS'])

export function checksOf({ before, after, closed, accounts, statements }: YearReports): Compared[] {
  const named = (stableName: string) => (id: string) =>
    accounts.some((account) => account.id === id && account.stableName === stableName)
  const cash = new Set(accounts.filter(({ subtype }) => CASH.has(subtype)).map(({ id }) => id))
  const standing = (isOne: (id: string) => boolean): bigint => sumOfRows(before.balanceSheet, isOne)
  const netIncome = figure(before.profitAndLoss, 'TOTAL')
  return [
    ...balanced('Trial balance', before.trialBalance),
    ...sheet('Balance sheet', before.balanceSheet),
    compared('Net income = what was closed to retained earnings', netIncome, [closed]),
    compared('Net income = that on the balance sheet', netIncome, [figure(before.balanceSheet, 'NET_INCOME')]),
    compared('Net income = that of the four quarters', netIncome, [acrossColumns(before.byQuarter)]),
    compared('Net income = that of the shops, and of neither', netIncome, [withoutTotal(before.byShop)]),
    compared('Cash at the end = cash on the balance sheet', figure(before.cashFlow, 'TOTAL'), [
      standing((id) => cash.has(id)),
    ]),
    compared('Payables by age = accounts payable', figure(before.apAging, 'TOTAL'), [
      standing(named('ACCOUNTS_PAYABLE')),
    ]),
    compared('Receivables by age = accounts receivable', figure(before.arAging, 'TOTAL'), [
      standing(named('ACCOUNTS_RECEIVABLE')),
    ]),
    ...statements.map((one) => statement(one, one.kind === 'customers' ? before.arAging : before.apAging)),
    ...balanced('Trial balance after the closing', after.trialBalance),
    ...sheet('Balance sheet after the closing', after.balanceSheet),
    compared('Net income not closed after the closing', 0n, [figure(after.balanceSheet, 'NET_INCOME')]),
    compared('Assets are what they were', figure(before.balanceSheet, 'ASSETS'), [
      figure(after.balanceSheet, 'ASSETS'),
    ]),
  ]
}

const balanced = (name: string, report: Report): Compared[] => [
  compared(`${name}: debits = credits`, figure(report, 'TOTAL', 'debit'), [figure(report, 'TOTAL', 'credit')]),
]

const sheet = (name: string, report: Report): Compared[] => [
  compared(`${name}: assets = liabilities + equity`, figure(report, 'ASSETS'), [
    figure(report, 'LIABILITIES') + figure(report, 'EQUITY'),
  ]),
]

/** What stands at the end of it; of whom nothing is open the aging has no row. */
function statement({ name, id, ledger }: Statement, aging: Report): Compared {
  const last = ledger.rows.at(-1)
  const open = aging.rows.find(({ row_key }) => row_key === id)
  return compared(`Statement of ${name} = what is open by age`, last ? valueOf(last, 'balance') : 0n, [
    open ? valueOf(open, 'total') : 0n,
  ])
}

const rowsOf = (rows: readonly ReportRow[]): ReportRow[] => rows.flatMap((row) => [row, ...rowsOf(row.rows)])

const valueOf = ({ cells }: ReportRow, column: string): bigint => {
  const value = cells[column]?.value
  if (typeof value !== 'number') throw new Error(`There is no figure in the column ${column}.`)
  return BigInt(value)
}

function rowOf({ rows }: Report, key: string): ReportRow {
  const row = rowsOf(rows).find(({ row_key }) => row_key === key)
  if (!row) throw new Error(`The report has no row ${key}.`)
  return row
}

/** @throws Error where the report lacks it: what is not there is equal to nothing */
const figure = (report: Report, key: string, column = 'total'): bigint => valueOf(rowOf(report, key), column)

/** Of rows that accounts have. */
const sumOfRows = ({ rows }: Report, isOne: (id: string) => boolean): bigint =>
  rowsOf(rows)
    .filter(({ row_key }) => isOne(row_key))
    .reduce((sum, row) => sum + valueOf(row, 'total'), 0n)

const leavesOf = (columns: readonly ReportColumn[]): ReportColumn[] =>
  columns.flatMap((column) => (column.columns.length === 0 ? [column] : leavesOf(column.columns)))

/** The net income of all columns together. */
const acrossColumns = (report: Report): bigint =>
  leavesOf(report.columns).reduce((sum, { column_key }) => sum + figure(report, 'TOTAL', column_key), 0n)

const withoutTotal = (report: Report): bigint =>
  leavesOf(report.columns)
    .filter(({ column_key }) => column_key !== 'total')
    .reduce((sum, { column_key }) => sum + figure(report, 'TOTAL', column_key), 0n)
