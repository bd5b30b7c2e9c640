/** Every figure of every report leads to what it is the sum of. */
import { waitFor } from '@pacioli/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { exercisePayables } from './src/exercise.ts'
import { exerciseReceivables } from './src/exercise-receivables.ts'
import { expectFiguresMade, flatRows, linesBehind, queryOfLink } from './src/figures.ts'
import {
  credit,
  debit,
  newClient,
  Payables,
  sale,
  target,
  type Books,
  type EntryInput,
  type TestClient,
} from './src/index.ts'

const TIME = { timeout: 240_000 }
const YEAR = { start_date: '2025-12-01', end_date: '2026-12-31' }

let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'every figure')
})

const settled = (books: Books, entries: number) =>
  waitFor('all entries to be in reports', async () => {
    const { through } = await books.trialBalance()
    return Number(/ledger:(\d+)/.exec(through)?.[1]) >= entries
  })

describe('of random entries with tags', TIME, () => {
  const account = fc.constantFrom(
    ...['CASH', 'BANK_ACCOUNTS', 'SALES', 'COGS', 'FIXED_ASSET', 'LOANS_PAYABLE', 'COMMON_STOCK', 'INTEREST_INCOME'],
    ...['INTEREST_EXPENSES', 'DEPRECIATION', 'ACCUMULATED_DEPRECIATION', 'OPERATING_EXPENSES'],
  )
  const tag = (key: string, ...values: string[]) =>
    fc.option(fc.record({ key: fc.constant(key), value: fc.constantFrom(...values) }), { nil: undefined })
  const entry = fc.record({
    debited: account,
    credited: account,
    amount: fc.integer({ min: 1, max: 9_000 }),
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.constantFrom('2025-12', '2026-01', '2026-02'),
    region: tag('region', 'north', 'south'),
    ofLine: fc.boolean(),
    site: tag('site', 'mill', 'sea'),
  })
  type Entry = typeof entry extends fc.Arbitrary<infer One> ? One : never

  const inputOf = ({ debited, credited, amount, day, month, region, ofLine, site }: Entry): EntryInput => {
    const tags = [region, site].filter((one) => one !== undefined)
    const lines = [debit(debited, amount), credit(credited, amount)]
    return sale(amount, `${month}-${String(day).padStart(2, '0')}T12:00:00Z`, {
      line_items: ofLine ? [{ ...lines[0], tags }, lines[1]] : lines,
      ...(ofLine ? {} : { tags }),
    } as never)
  }

  test('whatever it is split by, filtered by and compared with, in the books of both bases', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 8, maxLength: 12 }), async (given) => {
        const books = await client.books({ activation_at: '2025-11-01T00:00:00Z' })
        await books.allPosted(given.map(inputOf))
        // Each report has figures, and both dimensions have a value that something carries.
        await books.allPosted([
          inputOf({
            ...{ debited: 'CASH', credited: 'SALES', amount: 7, day: 10, month: '2026-01', ofLine: false },
            region: { key: 'region', value: 'north' },
            site: { key: 'site', value: 'sea' },
          }),
        ])
        await settled(books, given.length + 1)
        const split = { split_by: 'region' }
        const filter = { tag_key: 'site', tag_values: ['sea', 'mill'] }
        const compared = { compare_to: 'PREVIOUS_PERIOD', comparison_periods: 2 }
        const january = { start_date: '2026-01-01', end_date: '2026-01-31' }
        const asked = [
          ['getTrialBalance', { effective_date: '2026-01-20', ...split, ...filter }],
          ['getTrialBalance', { effective_date: '2026-02-28', ...compared }],
          ['getProfitAndLoss', { ...january, ...split, ...compared }],
          ['getBalanceSheet', { effective_date: '2026-02-28', ...split }],
          ['getBalanceSheet', { effective_date: '2026-02-28', ...filter, reporting_basis: 'CASH' }],
          ['getCashflowStatement', { ...january, ...split, ...filter, reporting_basis: 'CASH' }],
          ['getCashflowStatement', { ...january, ...compared, ...split }],
          ['getGeneralLedger', { ...january, ...filter }],
          ['getGeneralLedger', { ...YEAR, account_id: 'CASH' }],
        ] as const
        for (const [operationId, query] of asked)
          expect((await expectFiguresMade(books.api, operationId, { query })).lists).toBeGreaterThan(1)
      }),
      { numRuns: 2, endOnFailure: true },
    )
  })
})

describe('of books that were lived in', TIME, () => {
  let books: Books

  beforeAll(async () => {
    books = await client.books({ activation_at: '2020-01-01T00:00:00Z' })
    await exercisePayables(books)
    await exerciseReceivables(books)
    await books.posted(sale(100))
    let before = ''
    await waitFor('reports to rest', async () => {
      const { through } = await books.trialBalance()
      await new Promise((resolve) => setTimeout(resolve, 500))
      return through === before || ((before = through), false)
    })
  })

  test.each(['ACCRUAL', 'CASH'])('the statements of the %s books', async (reporting_basis) => {
    for (const operationId of ['getTrialBalance', 'getBalanceSheet'] as const)
      expect(
        (await expectFiguresMade(books.api, operationId, { query: { effective_date: '2027-12-31', reporting_basis } }))
          .lists,
      ).toBeGreaterThan(0)
    for (const operationId of ['getProfitAndLoss', 'getCashflowStatement', 'getGeneralLedger'] as const)
      expect(
        (await expectFiguresMade(books.api, operationId, { query: { ...YEAR, reporting_basis } })).lists,
      ).toBeGreaterThan(0)
  })

  test.each(['getApAging', 'getArAging'] as const)(
    '%s, of what is open and of what is unapplied',
    async (operationId) => {
      for (const include_documents of [true, false])
        for (const effective_date of ['2026-01-20', '2027-12-31'])
          await expectFiguresMade(books.api, operationId, { query: { effective_date, include_documents } })
      const counts = await expectFiguresMade(books.api, operationId, { query: { effective_date: '2027-12-31' } })
      expect(Math.min(counts.lists, counts.single)).toBeGreaterThan(0)
    },
  )

  test('the ledgers of vendors and customers', async () => {
    const vendors = (await books.api.call('listVendors', { query: { limit: 3 } })).body.data
    const customers = (await books.api.call('listCustomers', { query: { limit: 3 } })).body.data
    for (const { id: vendorId } of vendors)
      await expectFiguresMade(books.api, 'getVendorLedger', { path: { vendorId }, query: YEAR })
    for (const { id: customerId } of customers)
      await expectFiguresMade(books.api, 'getCustomerLedger', { path: { customerId }, query: YEAR })
  })

  test('as recorded it leads to the same lines, whatever is posted since; all pages are of the first', async () => {
    const { data } = (await books.api.call('getProfitAndLoss', { query: YEAR })).body
    const url = data.rows.find(({ row_key }) => row_key === 'INCOME')?.cells['total']?.lines_url ?? ''
    const before = await linesBehind(books.api, queryOfLink(url))
    const first = (await books.api.call('listReportLines', { query: { ...queryOfLink(url), limit: 1 } })).body
    await books.posted(sale(1))
    await waitFor(
      'the sale to be in it',
      async () => (await linesBehind(books.api, queryOfLink(url))).figure === before.figure + 1,
    )
    expect(await linesBehind(books.api, { ...queryOfLink(url), recorded_as_of: data.through })).toEqual(before)
    const cursor = first.meta.pagination.cursor ?? ''
    const next = (await books.api.call('listReportLines', { query: { ...queryOfLink(url), limit: 500, cursor } })).body
    expect([...first.data, ...next.data]).toEqual(before.lines)
    expect(flatRows(data.rows).length).toBeGreaterThan(0)
  })
})

describe('refused is', () => {
  let books: Books
  beforeAll(async () => {
    books = await client.books()
    await books.posted(sale(10))
    await settled(books, 1)
  })
  const of = { report: 'PROFIT_AND_LOSS', row_key: 'TOTAL', column_key: 'total' }
  const NOBODY = crypto.randomUUID()

  test.each([
    [{ ...of, row_key: 'NOTHING' }, 400, 'InvalidQuery', 'row_key'],
    [{ ...of, column_key: 'debit' }, 400, 'InvalidQuery', 'column_key'],
    [{ ...of, report: 'GENERAL_LEDGER', column_key: 'date' }, 400, 'InvalidQuery', 'column_key'],
    [{ ...of, report: 'BUDGET' }, 400, 'InvalidQuery', 'report'],
    [{ ...of, effective_date: '2026-01-01' }, 400, 'InvalidQuery', 'effective_date'],
    [{ ...of, report: 'AP_AGING', split_by: 'region' }, 400, 'InvalidQuery', 'split_by'],
    [{ ...of, report: 'VENDOR_LEDGER', column_key: 'debit' }, 400, 'InvalidQuery', 'vendor_id'],
    [{ ...of, report: 'VENDOR_LEDGER', vendor_id: NOBODY }, 404, 'VendorNotFound', 'vendor_id'],
    [{ ...of, report: 'CUSTOMER_LEDGER', customer_id: NOBODY }, 404, 'CustomerNotFound', 'customer_id'],
    [{ ...of, report: 'GENERAL_LEDGER', account_id: 'NONE' }, 404, 'AccountNotFound', 'account_id'],
    [{ ...of, split_by: 'nothing' }, 404, 'TagDimensionNotFound', 'split_by'],
    [{ ...of, tag_key: 'region' }, 400, 'MissingTagValues', 'tag_values'],
    [{ ...of, cursor: 'x.y' }, 400, 'InvalidCursor', 'cursor'],
    [{ ...of, recorded_as_of: '2020-01-01T00:00:00Z' }, 422, 'HistoryIncomplete', 'recorded_as_of'],
  ] as const)('%j', async (query, status, error_enum, field) => {
    expect((await books.api.call('listReportLines', { query })).refusal).toEqual({ status, error_enum, field })
  })

  test('one cursor with another figure', async () => {
    const vendor = await new Payables(books).vendor('paper')
    await books.posted(sale(20))
    await settled(books, 2)
    const { meta } = await waitFor('two lines', async () => {
      const { body } = await books.api.call('listReportLines', { query: { ...of, start_date: '2020-01-01', limit: 1 } })
      return body.meta.pagination.cursor ? body : undefined
    })
    const other = { ...of, report: 'VENDOR_LEDGER', column_key: 'debit', vendor_id: vendor.id }
    const { refusal } = await books.api.call('listReportLines', {
      query: { ...other, cursor: meta.pagination.cursor ?? '' },
    })
    expect(refusal).toMatchObject({ status: 400, error_enum: 'InvalidCursor' })
  })
})
