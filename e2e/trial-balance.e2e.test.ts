/** The trial balance of the reporting service, kept up by events, against the ledger itself. */
import { sharedStack, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  amountIn,
  callFor,
  credit,
  debit,
  ledgerRpc,
  named,
  newClient,
  sale,
  sidesOf,
  sidesOnLedger,
  target,
  type Books,
  type Call,
  type TestClient,
} from './src/index.ts'

const rpc = ledgerRpc(sharedStack().ledgerGrpc)
let client: TestClient
let books: Books

beforeAll(async () => {
  client = await newClient(target(), 'trial-balance')
  books = await client.books({ time_zone: 'America/New_York' })
  const entries = await books.allPosted([
    sale(100, '2026-01-01T04:59:59.999Z'),
    sale(20, '2026-01-01T05:00:00Z'),
    sale(3, '2026-02-01T12:00:00Z', { line_items: [debit('COGS', 3), credit('CASH', 3)] }),
    sale(50, '2026-03-01T12:00:00Z', { line_items: [debit('BANK_ACCOUNTS', 50), credit('CASH', 50)] }),
  ])
  await books.reverse(entries[2]?.id ?? '')
  const posting = (posting_key: string, basis: string, account: string) => ({
    posting_key,
    source_type: 'bill',
    source_id: '1',
    entry_type: 'MANUAL',
    basis,
    agent: 'SERVICE_AUTO',
    entry_at: '2026-02-15T00:00:00Z',
    line_items: [
      { account_identifier: named('OPERATING_EXPENSES'), amount: 8, direction: 'DEBIT' },
      { account_identifier: named(account), amount: 8, direction: 'CREDIT' },
    ],
  })
  const postings = [
    posting('bill:1:received:1', 'ACCRUAL', 'ACCOUNTS_PAYABLE'),
    posting('bill:1:paid:1', 'CASH', 'CASH'),
  ]
  const { books_epoch } = (await rpc.postings.AskBooks({ account_identifiers: [] }, callFor(books))).message
  await rpc.postings.PostEntries({ books_epoch, postings }, callFor(books))
})
afterAll(() => rpc.close())

/** Waits until the report tells what the ledger tells; it lags behind by events. */
const caughtUp = (own: Books, query: Call['query'] = {}, ledgerQuery: Call['query'] = query) =>
  waitFor(
    `the trial balance to equal the ledger's`,
    async () => {
      const [report, ledger] = [await own.trialBalance(query), await sidesOnLedger(own, ledgerQuery)]
      return JSON.stringify(sidesOf(report)) === JSON.stringify(ledger) && report
    },
    { timeoutMs: 5_000 },
  )

describe('the trial balance', () => {
  test.each(['ACCRUAL', 'CASH'])('of the %s books equals the balances of the ledger', async (reporting_basis) => {
    const report = await caughtUp(books, { reporting_basis })
    expect(report.columns.map(({ column_key }) => column_key)).toEqual(['debit', 'credit'])
    expect(Object.keys(sidesOf(report)).length).toBeGreaterThanOrEqual(4)
  })

  test.each(['2025-12-31', '2026-01-01', '2026-02-01', '2026-02-14', '2026-02-15', '2026-12-31'])(
    'at the end of %s equals the balances of the ledger of that day',
    async (day) => {
      await caughtUp(books)
      for (const reporting_basis of ['ACCRUAL', 'CASH'])
        await caughtUp(books, { effective_date: day, reporting_basis }, { end_date: day, reporting_basis })
    },
  )

  test('ends in a row of sums whose sides are equal', async () => {
    const { rows } = await caughtUp(books)
    const total = rows.at(-1)
    expect(total?.row_key).toBe('TOTAL')
    const sum = (side: string) => rows.slice(0, -1).reduce((sum, { cells }) => sum + (amountIn(cells[side]) ?? 0), 0)
    expect(total?.cells.debit?.value).toBe(total?.cells.credit?.value)
    expect([sum('debit'), sum('credit')]).toEqual([total?.cells.debit?.value, total?.cells.credit?.value])
    expect(total?.cells.debit?.value).toBe(128)
  })

  test.each(['ACCRUAL', 'CASH'])('leads from each figure of the %s books to the lines that make it', async (basis) => {
    const query = { reporting_basis: basis, effective_date: '2026-02-28' }
    const { rows } = await caughtUp(books, query, { reporting_basis: basis, end_date: '2026-02-28' })
    for (const { row_key, cells } of rows.slice(0, -1)) {
      const { pathname, searchParams } = new URL(
        cells.debit?.lines_url ?? cells.credit?.lines_url ?? '',
        books.api.baseUrl,
      )
      expect(pathname).toBe(`/v1/businesses/${books.id}/ledger/accounts/${row_key}/lines`)
      const lines = await books.allLines(row_key, Object.fromEntries(searchParams))
      const sum = lines.reduce((sum, { amount, direction }) => sum + (direction === 'DEBIT' ? amount : -amount), 0)
      expect(sum).toBe((amountIn(cells.debit) ?? 0) - (amountIn(cells.credit) ?? 0))
    }
  })

  test('follows a backdated entry, a reversal and a renamed account', async () => {
    const own = await client.books()
    const entry = await own.posted(sale(10))
    await caughtUp(own)
    await own.posted(sale(7, '2019-01-01T00:00:00Z'))
    await caughtUp(own)
    await caughtUp(own, { effective_date: '2019-12-31' }, { end_date: '2019-12-31' })
    await own.reverse(entry.id)
    await own.api.call('updateAccount', { path: { accountId: 'CASH' }, body: { name: 'Petty cash' } })
    await waitFor('the new name', async () =>
      (await caughtUp(own)).rows.some(({ display_name }) => display_name.endsWith('Petty cash')),
    )
  })

  test('is at hand, and empty, the moment a business is there', async () => {
    const report = await (await client.books()).trialBalance()
    expect(report.rows.map(({ row_key }) => row_key)).toEqual(['TOTAL'])
  })

  test('takes the basis of the business unless asked for one', async () => {
    const own = await client.books({ default_reporting_basis: 'CASH' })
    const { books_epoch } = (await rpc.postings.AskBooks({ account_identifiers: [] }, callFor(own))).message
    const line = (account: string, direction: string) => ({ account_identifier: named(account), amount: 4, direction })
    const posting = { posting_key: 'b', source_type: 'bill', source_id: '1', entry_type: 'MANUAL', basis: 'ACCRUAL' }
    const rest = {
      agent: 'API',
      entry_at: '2026-01-01T00:00:00Z',
      line_items: [line('COGS', 'DEBIT'), line('TIPS', 'CREDIT')],
    }
    await rpc.postings.PostEntries({ books_epoch, postings: [{ ...posting, ...rest }] }, callFor(own))
    await caughtUp(own, { reporting_basis: 'ACCRUAL' })
    expect(sidesOf(await own.trialBalance())).toEqual({})
  })

  test.each([
    [{ effective_date: '2026-02-30' }, 'InvalidQuery', 'effective_date'],
    [{ effective_date: '2026-01-01T00:00:00' }, 'InvalidQuery', 'effective_date'],
    [{ reporting_basis: 'BOTH' }, 'InvalidQuery', 'reporting_basis'],
    [{ end_date: '2026-01-01' }, 'UnknownField', 'end_date'],
  ])('refuses %j', async (query, error_enum, field) => {
    const answer = await books.api.call('getTrialBalance', { query })
    expect(answer.refusal).toEqual({ status: 400, error_enum, field })
  })
})

test('a report says through when it has everything and what was recorded in it, and has what was posted before', async () => {
  await books.allPosted([sale(7)])
  const posted = Date.now()
  const sides = await sidesOnLedger(books, {})
  const report = await waitFor('a report that is known to have it', async () => {
    const answer = await books.api.call('getTrialBalance', { query: { effective_date: '2030-01-01' } })
    const through = answer.headers['pacioli-through']
    expect(answer.body.data.through).toMatch(/^ledger:\d+,banking:\d+,billing:\d+,basis:ACCRUAL$/)
    return new Date(String(through)).getTime() >= posted && answer.body.data
  })
  expect(sidesOf(report)).toEqual(sides)
})

test('a report says what it is', async () => {
  const query = { effective_date: '2026-01-31', reporting_basis: 'CASH', compare_to: 'PREVIOUS_YEAR' }
  const { data } = (await books.api.call('getTrialBalance', { query })).body
  expect(data).toMatchObject({
    report: 'TRIAL_BALANCE',
    reporting_basis: 'CASH',
    currency: 'USD',
    time_zone: expect.stringMatching(/^\w+(\/\w+)?$/),
    effective_date: '2026-01-31',
    start_date: null,
    end_date: null,
    filters: { compare_to: 'PREVIOUS_YEAR', comparison_periods: 1, tag_key: null, tag_values: [], account_id: null },
  })
  expect(Math.abs(Date.parse(String(data.generated_at)) - Date.now())).toBeLessThan(60_000)
})
