/** The reports of the year: which there are, what they say, and their workbooks. */
import { B, type Books } from '../shared/books.ts'
import { saveFile, type Saved } from '../shared/files.ts'
import { FIRST_DAY, LAST_DAY, YEAR } from './calendar.ts'
import { SHOP } from './roastery.ts'

export type Cell = { value: number | string | null }
export type ReportRow = { row_key: string; display_name: string; cells: Record<string, Cell>; rows: ReportRow[] }
export type ReportColumn = { column_key: string; display_name: string; columns: ReportColumn[] }
export type Report = { columns: ReportColumn[]; rows: ReportRow[] }

type ReportPath =
  | 'trial-balance'
  | 'profit-and-loss'
  | 'balance-sheet'
  | 'cashflow-statement'
  | 'general-ledger'
  | 'unified/ap-aging'
  | 'unified/ar-aging'
type Query = {
  effective_date?: string
  start_date?: string
  end_date?: string
  reporting_basis?: 'ACCRUAL' | 'CASH'
  compare_to?: 'PREVIOUS_PERIOD'
  comparison_periods?: number
  split_by?: string
}

export type Wanted = { title: string; file: string; path: ReportPath; query: Query }

const moment: Query = { effective_date: LAST_DAY, reporting_basis: 'ACCRUAL' }
const year: Query = { start_date: FIRST_DAY, end_date: LAST_DAY, reporting_basis: 'ACCRUAL' }
/** The last quarter and the three before it, which it is compared with. */
const quarters: Query = {
  ...year,
  start_date: `${YEAR}-10-01`,
  compare_to: 'PREVIOUS_PERIOD',
  comparison_periods: 3,
}

const wanted = (title: string, path: ReportPath, query: Query, file: string = path): Wanted => ({
  title,
  file: `${file.replace('unified/', '')}.xlsx`,
  path,
  query,
})

/** Before the year is closed. */
export const REPORTS = {
  trialBalance: wanted('Trial balance', 'trial-balance', moment),
  profitAndLoss: wanted('Profit and loss', 'profit-and-loss', year),
  byQuarter: wanted('Profit and loss by quarter', 'profit-and-loss', quarters, 'profit-and-loss-by-quarter'),
  byShop: wanted('Profit and loss by shop', 'profit-and-loss', { ...year, split_by: SHOP }, 'profit-and-loss-by-shop'),
  balanceSheet: wanted('Balance sheet', 'balance-sheet', moment),
  cashFlow: wanted('Cash flow', 'cashflow-statement', year),
  generalLedger: wanted('General ledger', 'general-ledger', year),
  apAging: wanted('Payables by age', 'unified/ap-aging', { effective_date: LAST_DAY }),
  arAging: wanted('Receivables by age', 'unified/ar-aging', { effective_date: LAST_DAY }),
} as const

/** After it. */
export const REPORTS_AFTER = {
  trialBalance: wanted('Trial balance after the closing', 'trial-balance', moment, 'trial-balance-after-closing'),
  balanceSheet: wanted('Balance sheet after the closing', 'balance-sheet', moment, 'balance-sheet-after-closing'),
} as const

export async function readReport({ pacioli, path }: Books, report: Wanted): Promise<Report> {
  const { body } = await pacioli.GET(`${B}/reports/${report.path}`, { params: { path, query: report.query } })
  return body.data
}

/** Has the report written as a workbook, and fetches it by its link into the directory. What is there is replaced. */
export async function saveWorkbook(books: Books, report: Wanted, directory: string): Promise<Saved> {
  const params = { path: books.path, query: report.query }
  const { body } = await books.pacioli.GET(`${B}/reports/${report.path}/exports/excel`, { params })
  return saveFile(books, report, body.data, directory)
}

type Reports<Name extends string> = Record<Name, Wanted>

/** All of them: their workbooks as files, and what they say. */
export async function takeReports<Name extends string>(
  books: Books,
  reports: Reports<Name>,
  { directory, onSaved }: { directory: string; onSaved: (saved: Saved) => void },
): Promise<Record<Name, Report>> {
  const read: [string, Report][] = []
  for (const [name, report] of Object.entries<Wanted>(reports)) {
    onSaved(await saveWorkbook(books, report, directory))
    read.push([name, await readReport(books, report)])
  }
  return Object.fromEntries(read) as Record<Name, Report>
}
