import { expect, test } from 'vitest'
import { checksOf, type YearReports } from './checks.ts'
import type { Report, ReportRow } from './reports.ts'

const row = (row_key: string, cells: Record<string, number>, rows: ReportRow[] = []): ReportRow => ({
  row_key,
  display_name: row_key,
  cells: Object.fromEntries(Object.entries(cells).map(([key, value]) => [key, { value }])),
  rows,
})
const report = (rows: ReportRow[], columns = ['total']): Report => ({
  columns: columns.map((column_key) => ({ column_key, display_name: column_key, columns: [] })),
  rows,
})
const total = (value: number): Report => report([row('TOTAL', { total: value })])
const trialBalance = (debit: number, credit: number): Report =>
  report([row('TOTAL', { debit, credit })], ['debit', 'credit'])

const balanceSheet = (netIncome: number, assets = 100): Report =>
  report([
    row('ASSETS', { total: assets }, [
      row('CURRENT_ASSETS', { total: assets }, [row('till', { total: 90 }), row('owed', { total: 10 })]),
    ]),
    row('LIABILITIES', { total: 20 }, [row('owing', { total: 20 })]),
    row('EQUITY', { total: 80 }, [row('NET_INCOME', { total: netIncome })]),
  ])

const sound: YearReports = {
  before: {
    trialBalance: trialBalance(120, 120),
    profitAndLoss: total(30),
    byQuarter: report([row('TOTAL', { now: 12, then: 18 })], ['now', 'then']),
    byShop: report([row('TOTAL', { one: 25, none: 5, total: 30 })], ['one', 'none', 'total']),
    balanceSheet: balanceSheet(30),
    cashFlow: total(90),
    generalLedger: total(0),
    apAging: total(20),
    arAging: report([row('ada', { total: 7 }), row('TOTAL', { total: 10 })]),
  },
  after: { trialBalance: trialBalance(100, 100), balanceSheet: balanceSheet(0) },
  closed: 30n,
  accounts: [
    { id: 'till', subtype: 'CASH', stableName: 'CASH' },
    { id: 'owed', subtype: 'ACCOUNTS_RECEIVABLE', stableName: 'ACCOUNTS_RECEIVABLE' },
    { id: 'owing', subtype: 'ACCOUNTS_PAYABLE', stableName: 'ACCOUNTS_PAYABLE' },
  ],
  statements: [
    { kind: 'customers', name: 'Ada', id: 'ada', ledger: report([row('CLOSING', { balance: 7 })]) },
    { kind: 'vendors', name: 'Looms', id: 'looms', ledger: report([row('CLOSING', { balance: 0 })]) },
  ],
}

const differences = (reports: YearReports): string[] =>
  checksOf(reports)
    .filter(({ isEqual }) => !isEqual)
    .map(({ name }) => name)

test('reports that agree have no differences', () => {
  expect(differences(sound)).toEqual([])
})

test.each<[string, Partial<YearReports['before']>]>([
  ['Trial balance: debits = credits', { trialBalance: trialBalance(120, 119) }],
  ['Net income = that of the four quarters', { byQuarter: report([row('TOTAL', { now: 12 })], ['now']) }],
  [
    'Net income = that of the shops, and of neither',
    { byShop: report([row('TOTAL', { one: 25, total: 30 })], ['one', 'total']) },
  ],
  ['Cash at the end = cash on the balance sheet', { cashFlow: total(89) }],
  ['Payables by age = accounts payable', { apAging: total(21) }],
  [
    'Receivables by age = accounts receivable',
    { arAging: report([row('ada', { total: 7 }), row('TOTAL', { total: 9 })]) },
  ],
  [
    'Statement of Ada = what is open by age',
    { arAging: report([row('ada', { total: 6 }), row('TOTAL', { total: 10 })]) },
  ],
])('%s', (name, before) => {
  expect(differences({ ...sound, before: { ...sound.before, ...before } })).toEqual([name])
})

test('what is wrong after the closing is told apart from what was wrong before', () => {
  expect(differences({ ...sound, closed: 29n })).toEqual(['Net income = what was closed to retained earnings'])
  const after = { trialBalance: trialBalance(100, 101), balanceSheet: balanceSheet(1, 99) }
  expect(differences({ ...sound, after })).toEqual([
    'Trial balance after the closing: debits = credits',
    'Balance sheet after the closing: assets = liabilities + equity',
    'Net income not closed after the closing',
    'Assets are what they were',
  ])
})

test('a figure that is not there is equal to nothing', () => {
  expect(() => differences({ ...sound, before: { ...sound.before, cashFlow: report([]) } })).toThrow(
    'The report has no row TOTAL.',
  )
})
