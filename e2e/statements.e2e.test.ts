/** Statements through the gateway: what they say, what they can be asked, and that each figure leads to its lines. */
import { sharedStack, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closed } from './src/closings.ts'
import { expectFiguresMade } from './src/figures.ts'
import {
  amountIn,
  callFor,
  credit,
  debit,
  ledgerRpc,
  named,
  newClient,
  sale,
  target,
  type Books,
  type Call,
  type EntryInput,
  type OperationFor,
  type Report,
  type ReportColumn,
  type ReportRow,
  type TestClient,
} from './src/index.ts'

const rpc = ledgerRpc(sharedStack().ledgerGrpc)
let client: TestClient
let books: Books

const tagged = (input: EntryInput, region: string): EntryInput => ({
  ...input,
  tags: [{ key: 'region', value: region, dimension_display_name: 'Region', value_display_name: `The ${region}` }],
})
const entry = (entry_at: string, debited: string, credited: string, amount: number): EntryInput =>
  sale(amount, entry_at, { line_items: [debit(debited, amount), credit(credited, amount)] })

/** What a quarter brings, most of it under a region; some of it in one basis alone. */
const ENTRIES: EntryInput[] = [
  entry('2025-01-01T05:00:00Z', 'BANK_ACCOUNTS', 'COMMON_STOCK', 100_000),
  tagged(sale(40_000, '2025-02-10T12:00:00Z'), 'north'),
  tagged(sale(25_000, '2025-11-20T12:00:00Z'), 'south'),
  sale(5_000, '2025-12-31T23:00:00Z'),
  tagged(entry('2025-03-15T12:00:00Z', 'COGS', 'CASH', 12_000), 'north'),
  entry('2025-06-30T12:00:00Z', 'FIXED_ASSET', 'BANK_ACCOUNTS', 30_000),
  entry('2025-12-31T12:00:00Z', 'DEPRECIATION', 'ACCUMULATED_DEPRECIATION', 3_000),
  entry('2025-07-01T12:00:00Z', 'BANK_ACCOUNTS', 'LOANS_PAYABLE', 20_000),
  tagged(entry('2025-12-01T12:00:00Z', 'INTEREST_EXPENSES', 'BANK_ACCOUNTS', 500), 'south'),
  entry('2025-05-05T12:00:00Z', 'BANK_ACCOUNTS', 'INTEREST_INCOME', 70),
  // In New York this is still the year before.
  sale(9, '2026-01-01T04:59:59.999Z'),
  sale(11_000, '2026-02-01T12:00:00Z'),
]

const report = async (operation: OperationFor<Report>, query: Call['query'] = {}, of: Books = books): Promise<Report> =>
  (await of.api.call(operation, { query })).body.data

const flat = (rows: readonly ReportRow[]): ReportRow[] => rows.flatMap((row) => [row, ...flat(row.rows)])
const leaves = (columns: readonly ReportColumn[]): ReportColumn[] =>
  columns.flatMap((column) => (column.columns.length > 0 ? leaves(column.columns) : [column]))
/** By row key, what one column has. */
const figures = ({ rows }: Report, column = 'total'): Record<string, number> =>
  Object.fromEntries(flat(rows).map(({ row_key, cells }) => [row_key, amountIn(cells[column]) ?? NaN]))

beforeAll(async () => {
  client = await newClient(target(), 'statements')
  books = await client.books({ time_zone: 'America/New_York', activation_at: '2024-12-31T00:00:00Z' })
  await books.allPosted(ENTRIES)
  const line = (account: string, direction: string) => ({ account_identifier: named(account), amount: 800, direction })
  const { books_epoch } = (await rpc.postings.AskBooks({ account_identifiers: [] }, callFor(books))).message
  const posting = {
    posting_key: 'bill:1:received:1',
    source_type: 'bill',
    source_id: '1',
    entry_type: 'MANUAL',
    basis: 'ACCRUAL',
    agent: 'API',
    entry_at: '2025-09-09T12:00:00Z',
    line_items: [line('OPERATING_EXPENSES', 'DEBIT'), line('ACCOUNTS_PAYABLE', 'CREDIT')],
  }
  await rpc.postings.PostEntries({ books_epoch, postings: [posting] }, callFor(books))
  await closed(books, { year: 2025 })
  // Debits of the accrual books once all of it is in: bank, cash, the asset, and nothing that was closed.
  await waitFor('reporting to have the closing', async () => {
    const { ASSETS, NET_INCOME } = figures(await report('getBalanceSheet', { effective_date: '2025-12-31' }))
    return ASSETS === 174_579 && NET_INCOME === 0
  })
})
afterAll(() => rpc.close())

const ACCRUAL_2025 = { start_date: '2025-01-01', end_date: '2025-12-31', reporting_basis: 'ACCRUAL' }

describe('profit and loss', () => {
  test('is what was earned and spent in the year, whatever was closed since', async () => {
    expect(figures(await report('getProfitAndLoss', ACCRUAL_2025))).toMatchObject({
      INCOME: 70_009,
      COST_OF_GOODS_SOLD: 12_000,
      GROSS_PROFIT: 58_009,
      OPERATING_EXPENSES: 3_800,
      OPERATING_INCOME: 54_209,
      OTHER_INCOME: 70,
      OTHER_EXPENSES: 500,
      TOTAL: 53_779,
    })
    expect(figures(await report('getProfitAndLoss', { ...ACCRUAL_2025, reporting_basis: 'CASH' })).TOTAL).toBe(54_579)
  })

  test('has a column for each period that it is compared with', async () => {
    const query = { start_date: '2025-10-01', end_date: '2025-12-31', reporting_basis: 'ACCRUAL' }
    const compared = await report('getProfitAndLoss', {
      ...query,
      compare_to: 'PREVIOUS_PERIOD',
      comparison_periods: 3,
    })
    expect(leaves(compared.columns).map(({ display_name }) => display_name)).toEqual([
      '2025-10-01 to 2025-12-31',
      '2025-07-01 to 2025-09-30',
      '2025-04-01 to 2025-06-30',
      '2025-01-01 to 2025-03-31',
    ])
    const incomes = leaves(compared.columns).map(({ column_key }) => figures(compared, column_key).TOTAL)
    expect(incomes).toEqual([30_009 - 3_500, -800, 70, 28_000])
    const years = await report('getProfitAndLoss', {
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      compare_to: 'PREVIOUS_YEAR',
      reporting_basis: 'ACCRUAL',
    })
    expect(leaves(years.columns).map(({ column_key }) => figures(years, column_key).TOTAL)).toEqual([11_000, 53_779])
  })

  test('is split by the values of a dimension under its display name, and filtered by them', async () => {
    const split = await report('getProfitAndLoss', { ...ACCRUAL_2025, split_by: 'region' })
    expect(split.columns.map(({ display_name }) => display_name)).toEqual(['Region', 'Total'])
    const named = split.columns[0]?.columns.map(({ display_name, column_key }) => [
      display_name,
      figures(split, column_key).TOTAL,
    ])
    expect(named).toEqual([
      ['The north', 28_000],
      ['The south', 24_500],
      ['No Region', 53_779 - 52_500],
    ])
    const south = await report('getProfitAndLoss', { ...ACCRUAL_2025, tag_key: 'region', tag_values: ['south'] })
    expect(figures(south).TOTAL).toBe(24_500)
    const both = await report('getProfitAndLoss', {
      ...ACCRUAL_2025,
      tag_key: 'region',
      tag_values: ['south', 'north'],
      split_by: 'region',
    })
    expect(leaves(both.columns).map(({ display_name }) => display_name)).toEqual(['The north', 'The south', 'Total'])
  })
})

describe('the balance sheet', () => {
  test('balances, before the closing and after it', async () => {
    const before = figures(
      await report('getBalanceSheet', { effective_date: '2025-12-30', reporting_basis: 'ACCRUAL' }),
    )
    const after = figures(await report('getBalanceSheet', { effective_date: '2025-12-31', reporting_basis: 'ACCRUAL' }))
    for (const sheet of [before, after]) expect(sheet.ASSETS).toBe(sheet.TOTAL)
    expect(before.NET_INCOME).toBe(53_779 - 5_009 + 3_000)
    expect(after).toMatchObject({ NET_INCOME: 0, LIABILITIES: 20_800, NON_CURRENT_LIABILITIES: 20_000 })
    expect(after).toMatchObject({ EQUITY: 153_779, CURRENT_ASSETS: 147_579, NON_CURRENT_ASSETS: 27_000 })
  })

  test('of the ends of months before', async () => {
    const query = { effective_date: '2025-03-31', compare_to: 'PREVIOUS_PERIOD', comparison_periods: 2 }
    const sheet = await report('getBalanceSheet', { ...query, reporting_basis: 'CASH' })
    expect(leaves(sheet.columns).map(({ display_name }) => display_name)).toEqual([
      'As of 2025-03-31',
      'As of 2025-02-28',
      'As of 2025-01-31',
    ])
    const assets = leaves(sheet.columns).map(({ column_key }) => figures(sheet, column_key).ASSETS)
    expect(assets).toEqual([128_000, 140_000, 100_000])
  })
})

test('the cash flow statement explains what cash has changed by', async () => {
  expect(figures(await report('getCashflowStatement', ACCRUAL_2025))).toMatchObject({
    // Net income, depreciation that nobody paid, a bill that nobody has paid yet.
    OPERATING_ACTIVITIES: 53_779 + 3_000 + 800,
    INVESTING_ACTIVITIES: -30_000,
    FINANCING_ACTIVITIES: 120_000,
    NET_CHANGE_IN_CASH: 147_579,
    CASH_AT_BEGINNING: 0,
    TOTAL: 147_579,
  })
})

describe('the general ledger', () => {
  test('lists every line with the balance after it, and ends in sums that are equal', async () => {
    const query = { ...ACCRUAL_2025, account_id: 'CASH' }
    const { rows } = await report('getGeneralLedger', query)
    expect(rows.map(({ display_name }) => display_name)).toEqual([expect.stringContaining('Cash'), 'Total'])
    const lines = rows[0]?.rows ?? []
    expect(lines.map(({ cells }) => cells.balance?.value)).toEqual([0, 40_000, 28_000, 53_000, 58_000, 58_009])
    expect(lines.slice(1).map(({ cells }) => cells.date?.value)).toEqual([
      '2025-02-10',
      '2025-03-15',
      '2025-11-20',
      '2025-12-31',
      '2025-12-31',
    ])
    const whole = figures(await report('getGeneralLedger', ACCRUAL_2025), 'debit')
    expect(whole.TOTAL).toBe(figures(await report('getGeneralLedger', ACCRUAL_2025), 'credit').TOTAL)
  })

  test('knows accounts by their stable name and by their id', async () => {
    const id = (await report('getGeneralLedger', { account_id: 'CASH' })).rows[0]?.row_key ?? ''
    expect((await report('getGeneralLedger', { account_id: id })).rows[0]?.row_key).toBe(id)
  })
})

describe('a figure leads to the lines that it is the sum of', () => {
  test.each([
    ['getTrialBalance', { effective_date: '2025-12-31', reporting_basis: 'CASH' }],
    ['getProfitAndLoss', ACCRUAL_2025],
    ['getProfitAndLoss', { ...ACCRUAL_2025, split_by: 'region' }],
    ['getProfitAndLoss', { ...ACCRUAL_2025, tag_key: 'region', tag_values: ['south', 'north'] }],
    ['getBalanceSheet', { effective_date: '2025-12-31', reporting_basis: 'ACCRUAL', split_by: 'region' }],
    ['getBalanceSheet', { effective_date: '2025-12-31', compare_to: 'PREVIOUS_YEAR' }],
    ['getCashflowStatement', ACCRUAL_2025],
  ] as const)('%s %j', async (operation, query) => {
    const { accounts, lists } = await expectFiguresMade(books.api, operation, { query })
    expect(Math.min(accounts, lists)).toBeGreaterThan(1)
  })
})

test('account lines leave closings out where they are asked to, and count without them', async () => {
  const listed = async (query: Call['query']) =>
    (await books.api.call('listAccountLines', { path: { accountId: 'SALES' }, query })).body
  const [all, open] = [await listed({}), await listed({ include_closing: false })]
  expect([all.data.length, all.meta.pagination.total_count]).toEqual([6, 6])
  expect([open.data.length, open.meta.pagination.total_count]).toEqual([5, 5])
  const balances = open.data.map(({ running_balance }) => running_balance)
  // Running balances are over all lines, whatever is left out.
  expect(balances).toEqual([40_000, 65_000, 70_000, 70_009, 11_000])
  const year = { include_closing: false, start_date: '2025-12-31', end_date: '2025-12-31', tag_key: 'region' }
  expect((await listed({ ...year, tag_values: ['south'] })).meta.pagination.total_count).toBe(0)
  const none = await listed({ include_closing: false, include_reversals: false, start_date: '2025-12-31' })
  expect(none.meta.pagination.total_count).toBe(none.data.length)
})

test('a business without entries has statements of zeros', async () => {
  const empty = await client.books()
  for (const operation of ['getProfitAndLoss', 'getBalanceSheet', 'getCashflowStatement'] as const)
    expect(figures(await report(operation, {}, empty)).TOTAL).toBe(0)
  expect((await report('getGeneralLedger', {}, empty)).rows.map(({ row_key }) => row_key)).toEqual(['TOTAL'])
})

describe('refused is', () => {
  test.each([
    ['getProfitAndLoss', { start_date: '2026-02-30' }, 'InvalidQuery', 'start_date'],
    ['getProfitAndLoss', { start_date: '2026-02-02', end_date: '2026-02-01' }, 'InvalidQuery', 'start_date'],
    ['getProfitAndLoss', { effective_date: '2026-02-01' }, 'UnknownField', 'effective_date'],
    ['getBalanceSheet', { start_date: '2026-02-01' }, 'UnknownField', 'start_date'],
    ['getBalanceSheet', { comparison_periods: 2 }, 'InvalidQuery', 'compare_to'],
    ['getBalanceSheet', { compare_to: 'BUDGET' }, 'InvalidQuery', 'compare_to'],
    ['getBalanceSheet', { compare_to: 'PREVIOUS_YEAR', comparison_periods: 13 }, 'InvalidQuery', 'comparison_periods'],
    [
      'getBalanceSheet',
      { effective_date: '1000-01-01', compare_to: 'PREVIOUS_YEAR' },
      'InvalidQuery',
      'comparison_periods',
    ],
    ['getGeneralLedger', { split_by: 'region' }, 'UnknownField', 'split_by'],
  ] as const)('%s %j', async (operation, query, error_enum, field) => {
    const answer = await books.api.call(operation, { query })
    expect(answer.refusal).toEqual({ status: 400, error_enum, field })
  })
})
