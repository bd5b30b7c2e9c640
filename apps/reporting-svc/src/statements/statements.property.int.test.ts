/** Every figure of every statement against the journal: random books, any day, zones with and without summer time. */
import { dayOf } from '@pacioli/calendar'
import { SUBTYPES, type AccountSubtype } from '@pacioli/chart'
import type { Database } from '@pacioli/db'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import { shuffle } from '../apply-events/shuffle.test-helpers.ts'
import { getReport } from '../reports/get-report.ts'
import { leavesOf, type ReadReport, type Row } from '../report-tables/report.ts'
import {
  businessEvent,
  chartEvent,
  delivered,
  dimensionEvent,
  entryEvent,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleOwners,
  valueEvent,
} from '../reporting.test-helpers.ts'
import {
  linesByJournal,
  oracleOf,
  sumsByJournal,
  type JournalEntry,
  type Oracle,
  type OracleSum,
  type Which,
} from './oracle.test-helpers.ts'
import type { ReportParameters } from '../report-query/report-parameters.ts'

let db: Database
let sample: Awaited<ReturnType<typeof sampleOwners>>

beforeAll(async () => {
  db = (await reportingDatabase()).app
  sample = await sampleOwners()
})
afterAll(async () => {
  await sample.close()
  await db.close()
})

/** One account of every subtype. */
const accounts = Object.entries(SUBTYPES).map(([subtype, { type, normality }]) => ({
  ...sampleAccount(crypto.randomUUID(), subtype, type),
  account_subtype: subtype as AccountSubtype,
  normality,
}))

const dimensionOf = (key: string, names: readonly string[]) => {
  const id = crypto.randomUUID()
  return {
    id,
    key,
    display_name: `The ${key}`,
    values: names.map((value) => ({ id: crypto.randomUUID(), dimension_id: id, value, display_name: null })),
  }
}
const region = dimensionOf('region', ['north', 'south'])
const project = dimensionOf('project', ['alpha', 'beta', 'gamma'])

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Pacific/Pago_Pago',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
]

/** Around ends of months and years, the 29th of February, and the nights in which clocks change. */
const EDGES = [
  '2023-12-31T23:59:59.999Z',
  '2024-01-01T00:00:00.000Z',
  '2024-02-29T12:00:00.000Z',
  '2024-03-10T06:59:59.999Z',
  '2024-03-31T01:00:00.000Z',
  '2024-04-30T22:30:00.000Z',
  '2024-10-27T00:59:59.999Z',
  '2024-11-03T06:00:00.000Z',
  '2024-12-31T11:00:00.000Z',
  '2025-01-01T09:59:59.999Z',
]
const DAYS = [
  '2023-12-31',
  '2024-01-01',
  '2024-02-28',
  '2024-02-29',
  '2024-03-10',
  '2024-03-30',
  '2024-03-31',
  '2024-04-30',
  '2024-05-01',
  '2024-06-30',
  '2024-10-27',
  '2024-12-31',
  '2025-01-01',
]

const instant = fc
  .tuple(fc.constantFrom(...EDGES), fc.integer({ min: -26 * 3_600_000, max: 26 * 3_600_000 }), fc.boolean())
  .map(([edge, shift, exactly]) => new Date(Date.parse(edge) + (exactly ? 0 : shift)).toISOString())

const tags = fc.record({
  region: fc.option(fc.constantFrom(...region.values)),
  project: fc.option(fc.constantFrom(...project.values)),
})
const pair = fc.record({
  debited: fc.nat(accounts.length - 1),
  credited: fc.nat(accounts.length - 1),
  amount: fc.integer({ min: 1, max: 1_000_000_000 }),
  tags,
  /** Of the credited line, where they are others: no tag has to balance. */
  others: fc.option(tags),
})
const entry = fc.record({
  basis: fc.constantFrom('ACCRUAL' as const, 'CASH' as const, 'BOTH' as const, 'BOTH' as const),
  entry_type: fc.constantFrom('MANUAL', 'BANK', 'CLOSING_ACTION_RETAINED_EARNINGS'),
  entry_at: instant,
  pairs: fc.array(pair, { minLength: 1, maxLength: 3 }),
})
const books = fc.record({
  zone: fc.constantFrom(...ZONES),
  entries: fc.array(entry, { maxLength: 25, size: 'max' }),
  seed: fc.integer(),
})
const question = fc.record({
  days: fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS)),
  basis: fc.constantFrom('ACCRUAL' as const, 'CASH' as const),
  compare_to: fc.option(fc.constantFrom('PREVIOUS_PERIOD', 'PREVIOUS_YEAR'), { nil: undefined }),
  filter: fc.option(fc.subarray(region.values, { minLength: 1 }), { nil: undefined }),
  splitBy: fc.option(fc.constantFrom(region, project), { nil: undefined }),
})
type Books = typeof books extends fc.Arbitrary<infer Value> ? Value : never
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never

const taggedWith = (tags: Record<string, { id: string } | null>) => ({
  transaction_tags: Object.values(tags).flatMap((tag) => (tag ? [{ definition_id: tag.id }] : [])),
})

/** The books, from events in any order, some of them twice. */
async function tell({ zone, entries, seed }: Books): Promise<Oracle> {
  const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID(), { time_zone: zone })
  const journal = entries.map(({ pairs, ...head }): JournalEntry => {
    const line_items = pairs.flatMap(({ debited, credited, amount, tags, others }) => [
      { account_id: accounts[debited]?.id ?? '', amount, direction: 'DEBIT' as const, ...taggedWith(tags) },
      { account_id: accounts[credited]?.id ?? '', amount, direction: 'CREDIT' as const, ...taggedWith(others ?? tags) },
    ])
    return {
      ...head,
      id: crypto.randomUUID(),
      entry_date: dayOf(new Date(head.entry_at), zone),
      line_items,
      version: 1,
    }
  })
  const events = [
    businessEvent(business),
    chartEvent(business.id, accounts),
    ...[region, project].flatMap(({ values, ...dimension }) => [
      dimensionEvent(business.id, dimension),
      ...values.map((value) => valueEvent(business.id, value)),
    ]),
    ...journal.map((one) => entryEvent(business.id, one)),
  ]
  const { handle } = eventsSubscriber(db, sample.owners, () => new Date())
  await handle(business.id, shuffle([...events, ...events.slice(-5)], seed).map(delivered))
  return oracleOf(db, business.id, { zone, entries: journal, accounts })
}

const clientOf = async (businessId: string): Promise<string> => {
  const row = await db.transact({ businessId }, (tx) =>
    tx.row<{ client_id: string }>('SELECT client_id FROM businesses'),
  )
  return row?.client_id ?? ''
}

async function reportOf(
  { businessId }: Oracle,
  name: string,
  parameters: ReportParameters,
): Promise<ReadReport & { rows: Row[] }> {
  const request = {
    tenant: { clientId: await clientOf(businessId), businessId },
    now: new Date('2025-06-01T00:00:00Z'),
    through: null,
    fetchBusiness: () => Promise.reject(new Error('the business is known')),
    fetchDefaultBasis: () => Promise.reject(new Error('the basis is given')),
    fetchContactName: () => Promise.resolve(undefined),
  }
  return getReport(db, name, request, parameters, async (report) => ({
    ...report,
    rows: (await Array.fromAsync(report.batches)).flat(),
  }))
}

const parametersOf = ({ basis, compare_to, filter, splitBy }: Question): ReportParameters => ({
  reporting_basis: basis,
  compare_to,
  comparison_periods: compare_to === undefined ? undefined : 2,
  tag_key: filter && region.key,
  tag_values: filter?.map(({ value }) => value) ?? [],
  split_by: splitBy?.key,
})

/** The days and the tag value in the key of a column. */
function whichOf(
  key: string,
  fallback: { start?: string; end: string },
  asked: Question,
  withClosings: boolean,
): Which {
  const parts = key.split('.')
  const days = parts.find((part) => /^\d{4}-/.test(part))
  const [first, second] = days?.split('_') ?? []
  const period = first === undefined ? fallback : second === undefined ? { end: first } : { start: first, end: second }
  const value = asked.splitBy?.values.find(({ id }) => parts.includes(id))
  return {
    basis: asked.basis,
    ...period,
    withClosings,
    tags: asked.filter?.map(({ id }) => id),
    part: value ? value.id : parts.includes('untagged') ? null : undefined,
    dimension: asked.splitBy?.values.map(({ id }) => id) ?? [],
  }
}

const amountsOf = (report: ReadReport & { rows: Row[] }, column: number): Map<string, number> =>
  new Map(report.rows.map((row) => [row.key, Number(row.cells[column]?.value)]))

const isAccount = (key: string): boolean => accounts.some(({ id }) => id === key)
const total = (sums: readonly OracleSum[], those: (sum: OracleSum) => boolean): number =>
  sums.filter(those).reduce((sum, { net }) => sum + net, 0)
/** JSON has no negative zero, and neither has an account. */
const plain = (value: number): number => value + 0

/** A column of all lines balances; one under a tag need not. */
const isOfAllLines = (key: string, { filter, splitBy }: Question): boolean =>
  filter === undefined && (splitBy === undefined || key.split('.').some((part) => part === 'total'))

/** The sums of all values of a dimension and of the untagged lines make the total, in every row. */
function expectWholeSplit(report: ReadReport & { rows: Row[] }, { splitBy }: Question): void {
  const keys = leavesOf(report.columns).map(({ key }) => key)
  const isPart = (key: string): boolean =>
    key.split('.').some((part) => part === 'untagged' || splitBy?.values.some(({ id }) => id === part))
  const periodOf = (key: string): string => key.split('.').find((part) => /^\d{4}-/.test(part)) ?? ''
  for (const [total, key] of keys.entries()) {
    if (!splitBy || isPart(key)) continue
    const parts = keys.flatMap((other, index) => (isPart(other) && periodOf(other) === periodOf(key) ? [index] : []))
    for (const { cells } of report.rows)
      expect(plain(parts.reduce((sum, index) => sum + Number(cells[index]?.value), 0))).toBe(cells[total]?.value)
  }
}

async function expectTrialBalance(oracle: Oracle, asked: Question): Promise<void> {
  const effective_date = asked.days[0]
  const report = await reportOf(oracle, 'TRIAL_BALANCE', { ...parametersOf(asked), effective_date })
  const leaves = leavesOf(report.columns)
  for (const [index, { key }] of leaves.entries()) {
    if (!key.endsWith('debit')) continue
    const sums = sumsByJournal(oracle, whichOf(key, { end: effective_date }, asked, true))
    const [debits, credits] = [amountsOf(report, index), amountsOf(report, index + 1)]
    const sides = new Map(sums.map(({ account_id, net }) => [account_id, net]))
    for (const row of report.rows.filter((one) => isAccount(one.key))) {
      const net = sides.get(row.key) ?? 0
      expect([debits.get(row.key), credits.get(row.key)]).toEqual([Math.max(net, 0), plain(Math.max(-net, 0))])
      sides.delete(row.key)
    }
    expect(sides.size).toBe(0)
    expect(debits.get('TOTAL')).toBe(total(sums, ({ net }) => net > 0))
    expect(credits.get('TOTAL')).toBe(plain(-total(sums, ({ net }) => net < 0)))
    if (isOfAllLines(key, asked)) expect(debits.get('TOTAL')).toBe(credits.get('TOTAL'))
  }
}

const rangeOf = ({ days }: Question) => ({ start: [...days].sort()[0] ?? '', end: [...days].sort()[1] ?? '' })

async function expectProfitAndLoss(oracle: Oracle, asked: Question): Promise<void> {
  const { start, end } = rangeOf(asked)
  const report = await reportOf(oracle, 'PROFIT_AND_LOSS', {
    ...parametersOf(asked),
    start_date: start,
    end_date: end,
  })
  for (const [index, { key }] of leavesOf(report.columns).entries()) {
    const sums = sumsByJournal(oracle, whichOf(key, { start, end }, asked, false))
    const amounts = amountsOf(report, index)
    for (const { account_id, type, net } of sums)
      if (type === 'REVENUE' || type === 'EXPENSE')
        expect(amounts.get(account_id)).toBe(plain(type === 'EXPENSE' ? net : -net))
    const of = (type: string, ...subtypes: string[]) =>
      total(sums, (sum) => sum.type === type && (subtypes.length === 0 || subtypes.includes(sum.subtype)))
    const revenue = -of('REVENUE')
    const other = -of('REVENUE', 'DIVIDEND_INCOME', 'INTEREST_INCOME', 'OTHER_INCOME')
    const finance = of('EXPENSE', 'LOAN_EXPENSES', 'FINANCE_COSTS', 'INTEREST_EXPENSES', 'OTHER_EXPENSES')
    expect(amounts.get('GROSS_PROFIT')).toBe(plain(revenue - other - of('EXPENSE', 'COGS')))
    expect(amounts.get('OPERATING_INCOME')).toBe(plain(revenue - other - (of('EXPENSE') - finance)))
    expect(amounts.get('TOTAL')).toBe(plain(revenue - of('EXPENSE')))
  }
}

async function expectBalanceSheet(oracle: Oracle, asked: Question): Promise<void> {
  const effective_date = asked.days[0]
  const report = await reportOf(oracle, 'BALANCE_SHEET', { ...parametersOf(asked), effective_date })
  expectWholeSplit(report, asked)
  for (const [index, { key }] of leavesOf(report.columns).entries()) {
    const sums = sumsByJournal(oracle, whichOf(key, { end: effective_date }, asked, true))
    const amounts = amountsOf(report, index)
    for (const { account_id, type, net } of sums)
      if (['ASSET', 'LIABILITY', 'EQUITY'].includes(type))
        expect(amounts.get(account_id)).toBe(plain(type === 'ASSET' ? net : -net))
    const of = (...types: string[]) => total(sums, ({ type }) => types.includes(type))
    expect(amounts.get('ASSETS')).toBe(of('ASSET'))
    expect(amounts.get('LIABILITIES')).toBe(plain(-of('LIABILITY')))
    expect(amounts.get('NET_INCOME')).toBe(plain(-of('REVENUE', 'EXPENSE')))
    expect(amounts.get('EQUITY')).toBe(plain(-of('EQUITY', 'REVENUE', 'EXPENSE')))
    expect(amounts.get('TOTAL')).toBe(plain(-of('LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE')))
    if (isOfAllLines(key, asked)) expect(amounts.get('TOTAL')).toBe(amounts.get('ASSETS'))
  }
}

const CASH = ['BANK_ACCOUNTS', 'CASH', 'UNDEPOSITED_FUNDS']

async function expectCashFlow(oracle: Oracle, asked: Question): Promise<void> {
  const { start, end } = rangeOf(asked)
  const parameters = { ...parametersOf(asked), start_date: start, end_date: end }
  const report = await reportOf(oracle, 'CASHFLOW_STATEMENT', parameters)
  expectWholeSplit(report, asked)
  for (const [index, { key }] of leavesOf(report.columns).entries()) {
    const which = whichOf(key, { start, end }, asked, false)
    const sums = sumsByJournal(oracle, which)
    const until = sumsByJournal(oracle, { ...which, start: undefined })
    const amounts = amountsOf(report, index)
    const isCash = ({ subtype }: OracleSum) => CASH.includes(subtype)
    for (const sum of sums)
      if (!isCash(sum) && !['REVENUE', 'EXPENSE'].includes(sum.type))
        expect(amounts.get(sum.account_id)).toBe(plain(-sum.net))
    expect(amounts.get('NET_INCOME')).toBe(plain(-total(sums, ({ type }) => ['REVENUE', 'EXPENSE'].includes(type))))
    // By double entry other accounts have changed by what cash has, and under a tag its other lines make up for the rest.
    expect(amounts.get('NET_CHANGE_IN_CASH')).toBe(total(sums, isCash))
    expect(amounts.get('BETWEEN_TAGS') ?? 0).toBe(plain(total(sums, () => true)))
    if (isOfAllLines(key, asked)) expect(amounts.get('BETWEEN_TAGS') ?? 0).toBe(0)
    expect(amounts.get('TOTAL')).toBe(total(until, isCash))
    expect(amounts.get('CASH_AT_BEGINNING')).toBe(total(until, isCash) - total(sums, isCash))
  }
}

async function expectGeneralLedger(oracle: Oracle, asked: Question): Promise<void> {
  const { start, end } = rangeOf(asked)
  const { compare_to: _c, comparison_periods: _n, split_by: _s, ...parameters } = parametersOf(asked)
  const report = await reportOf(oracle, 'GENERAL_LEDGER', { ...parameters, start_date: start, end_date: end })
  const tags = asked.filter?.map(({ id }) => id)
  const which = { basis: asked.basis, start, end, withClosings: true, tags }
  const lines = linesByJournal(oracle, which)
  const byAccount = Map.groupBy(lines, ({ account_id }) => account_id)
  let account = ''
  for (const row of report.rows) {
    if (isAccount(row.key)) account = row.key
    const [date, , , debit, credit, balance] = row.cells.map(({ value }) => value)
    const own = byAccount.get(account) ?? []
    if (row.key === 'TOTAL') {
      const moved = (sign: 1 | -1): number => lines.reduce((sum, { net }) => sum + Math.max(sign * net, 0), 0)
      expect([debit, credit]).toEqual([moved(1), moved(-1)])
      if (tags === undefined) expect(debit).toBe(credit)
    } else if (isAccount(row.key)) {
      expect(debit).toBe(own.reduce((sum, { net }) => sum + Math.max(net, 0), 0))
      expect(credit).toBe(own.reduce((sum, { net }) => sum + Math.max(-net, 0), 0))
    } else if (!row.key.endsWith('.opening')) {
      const line = own.shift()
      expect([row.key, date, balance]).toEqual([line?.line_id, line?.day, plain(line?.balance ?? NaN)])
      expect(Number(debit ?? 0) - Number(credit ?? 0)).toBe(line?.net)
    }
  }
  expect([...byAccount.values()].flat()).toEqual([])
}

test('every figure of every statement, and every line of the general ledger, is what the journal has', async () => {
  await fc.assert(
    fc.asyncProperty(books, fc.array(question, { minLength: 2, maxLength: 3 }), async (given, questions) => {
      const oracle = await tell(given)
      for (const asked of questions) {
        await expectTrialBalance(oracle, asked)
        await expectProfitAndLoss(oracle, asked)
        await expectBalanceSheet(oracle, asked)
        await expectCashFlow(oracle, asked)
        await expectGeneralLedger(oracle, asked)
      }
    }),
    { numRuns: 5 },
  )
})
