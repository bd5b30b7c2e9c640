/** Reports as the API documents them. */
import { business } from './examples.ts'

const business_id = business.id

type Cell = { value: number | string | null; lines_url: string | null }

const account = 'b3f1d7a2-4c1e-4a56-9d0e-0c6a7f5b1e11'
const linesUrl = (query: string): string =>
  `/v1/businesses/${business_id}/ledger/accounts/${account}/lines?${query}&reporting_basis=ACCRUAL`

const cell = (value: number | string | null, lines_url: string | null = null): Cell => ({ value, lines_url })
const leaf = (column_key: string, display_name: string) => ({ column_key, display_name, columns: [] })
const row = (row_key: string, display_name: string, cells: Record<string, Cell>, rows: object[] = []) => ({
  row_key,
  display_name,
  cells,
  rows,
})
const report = (columns: object[], rows: object[]) => ({ type: 'Unified_Report', business_id, columns, rows })

export const trialBalance = report(
  [leaf('debit', 'Debit'), leaf('credit', 'Credit')],
  [
    row(account, '1010 Operating Account', {
      debit: cell(125_000, linesUrl('end_date=2026-03-31')),
      credit: cell(0, linesUrl('end_date=2026-03-31')),
    }),
    row('5c0e8d9b-2c52-4a58-8a5c-1f7b9a3c2d22', 'Sales', { debit: cell(0), credit: cell(125_000) }),
    row('TOTAL', 'Total', { debit: cell(125_000), credit: cell(125_000) }),
  ],
)

const quarter = 'start_date=2026-01-01&end_date=2026-03-31'
const amounts = (value: number, url: string | null = null) => ({ total: cell(value, url) })

export const profitAndLoss = report(
  [leaf('total', '2026-01-01 to 2026-03-31')],
  [
    row('INCOME', 'Income', amounts(125_000), [row(account, 'Sales', amounts(125_000, linesUrl(quarter)))]),
    row('COST_OF_GOODS_SOLD', 'Cost of Goods Sold', amounts(0)),
    row('GROSS_PROFIT', 'Gross Profit', amounts(125_000)),
    row('OPERATING_EXPENSES', 'Operating Expenses', amounts(25_000), [row('rent', 'Rent', amounts(25_000))]),
    row('OPERATING_INCOME', 'Operating Income', amounts(100_000)),
    row('OTHER_INCOME', 'Other Income', amounts(0)),
    row('OTHER_EXPENSES', 'Other Expenses', amounts(0)),
    row('TOTAL', 'Net Income', amounts(100_000)),
  ],
)

export const balanceSheet = report(
  [leaf('total', 'As of 2026-03-31')],
  [
    row('ASSETS', 'Assets', amounts(100_000), [
      row('CURRENT_ASSETS', 'Current Assets', amounts(100_000), [row(account, 'Operating Account', amounts(100_000))]),
      row('NON_CURRENT_ASSETS', 'Non-Current Assets', amounts(0)),
    ]),
    row('LIABILITIES', 'Liabilities', amounts(0), [
      row('CURRENT_LIABILITIES', 'Current Liabilities', amounts(0)),
      row('NON_CURRENT_LIABILITIES', 'Non-Current Liabilities', amounts(0)),
    ]),
    row('EQUITY', 'Equity', amounts(100_000), [row('NET_INCOME', 'Net Income Not Yet Closed', amounts(100_000))]),
    row('TOTAL', 'Total Liabilities and Equity', amounts(100_000)),
  ],
)

export const cashflowStatement = report(
  [leaf('total', '2026-01-01 to 2026-03-31')],
  [
    row('OPERATING_ACTIVITIES', 'Operating Activities', amounts(100_000), [
      row('NET_INCOME', 'Net Income', amounts(100_000)),
    ]),
    row('INVESTING_ACTIVITIES', 'Investing Activities', amounts(0)),
    row('FINANCING_ACTIVITIES', 'Financing Activities', amounts(0)),
    row('NET_CHANGE_IN_CASH', 'Net Change in Cash', amounts(100_000)),
    row('CASH_AT_BEGINNING', 'Cash at Beginning of Period', amounts(0)),
    row('TOTAL', 'Cash at End of Period', amounts(100_000)),
  ],
)

const ledgerCells = (
  date: string | null,
  debit: number | null,
  credit: number | null,
  balance: number | null,
): Record<string, Cell> => ({
  date: cell(date),
  reference_number: cell(null),
  debit: cell(debit),
  credit: cell(credit),
  balance: cell(balance),
})

export const generalLedger = report(
  [
    leaf('date', 'Date'),
    leaf('reference_number', 'Reference'),
    leaf('debit', 'Debit'),
    leaf('credit', 'Credit'),
    leaf('balance', 'Balance'),
  ],
  [
    row(account, '1010 Operating Account', ledgerCells(null, 125_000, 25_000, 100_000), [
      row(`${account}.opening`, 'Opening Balance', ledgerCells(null, null, null, 0)),
      row('0a8c4d1e-9a37-4f0b-8a16-0b6f0d0c3e33', 'Sale', ledgerCells('2026-01-05', 125_000, null, 125_000)),
      row('1b9d5e2f-0b48-4c1c-9b27-1c7a1e1d4f44', 'Rent', ledgerCells('2026-01-31', null, 25_000, 100_000)),
    ]),
    row('TOTAL', 'Total', ledgerCells(null, 125_000, 25_000, null)),
  ],
)

const BUCKETS = [
  ['current', 'Current'],
  ['1_30', '1-30'],
  ['31_60', '31-60'],
  ['61_90', '61-90'],
  ['91_plus', '91+'],
  ['total', 'Total'],
] as const

const aged = (...values: [number, number, number, number, number]): Record<string, Cell> => {
  const all = [...values, values.reduce((sum, value) => sum + value, 0)]
  return Object.fromEntries(BUCKETS.map(([key], index) => [key, cell(all[index] ?? 0)]))
}

const aging = (contact: string, document: string) =>
  report(
    BUCKETS.map(([key, name]) => leaf(key, name)),
    [
      row('7d2f8a31-5f4d-4a8e-b1a7-7c1d5a9e6b55', contact, aged(40_000, 12_500, 0, 0, 0), [
        row('8e3a9b42-6a5e-4b9f-82b8-8d2e6b0f7c66', `${document}-17`, aged(0, 12_500, 0, 0, 0)),
        row('9f4b0c53-7b6f-4c0a-93c9-9e3f7c1a8d77', `${document}-21`, aged(40_000, 0, 0, 0, 0)),
      ]),
      row('TOTAL', 'Total', aged(40_000, 12_500, 0, 0, 0)),
    ],
  )

export const apAging = aging('Acme Supplies', 'BILL')
export const arAging = aging('Jane Roe', 'INV')
