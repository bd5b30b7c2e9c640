/** Where the sums of months of a business end changes what is kept, and no answer. */
import type { BusinessWrite } from '@pacioli/rpc'
import { provision } from '@pacioli/db/migrate'
import { databaseUrl, waitFor } from '@pacioli/testing'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadAccounts, loadTotals } from '../chart-of-accounts/account.store.ts'
import { loadWindowBalances } from '../closing/closing.store.ts'
import { countLines } from '../journal/account-lines.store.ts'
import {
  ledgerDatabase,
  openTestBusiness,
  replicaOf,
  startTestLedger,
  type TestLedger,
} from '../ledger.test-helpers.ts'
import { entryOf, line, tagging, type LineInput } from '../tags/tags.test-helpers.ts'
import {
  applyTags,
  listAccountLines,
  postJournalEntries,
  postJournalEntry,
  removeTags,
  reverseEntry,
} from '../use-cases.test-helpers.ts'
import { loadBalances } from './balance.store.ts'
import { MonthSums, sumMonths } from './month-sums.ts'

const NAMES = ['CASH', 'SALES', 'INVENTORY']
/** Where sums of months may end; the last month that is posted to comes after all of them. */
const ENDS = ['-infinity', '2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'] as const

let ledger: TestLedger
let admin: pg.Client

beforeAll(async () => {
  // Nothing is summed but by the tests.
  const months = new MonthSums(
    () => Promise.resolve(false),
    () => undefined,
  )
  ledger = { ...(await startTestLedger({ onOneShard: true })), months }
  admin = await ledger.connect()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

/** A business that nothing was posted to, whose months have sums before this day. */
async function open(monthsBefore: string): Promise<BusinessWrite> {
  const business = await openTestBusiness(ledger)
  await admin.query('UPDATE businesses SET months_before = $2 WHERE id = $1', [business.businessId, monthsBefore])
  return business
}

const sumThrough = async (business: BusinessWrite, before: string): Promise<void> => {
  while (await sumMonths(ledger.db, business, before));
}

const violations = ({ clientId, businessId }: BusinessWrite) =>
  ledger.db.call('SELECT * FROM check_books_v1($1, $2)', [clientId, businessId], businessId)

/** The months that all lines of accounts have sums of. */
const monthsOf = async ({ businessId }: BusinessWrite): Promise<string[]> =>
  (
    await admin.query<{ month: string }>(
      `SELECT DISTINCT period::text AS month FROM account_balances
        WHERE business_id = $1 AND grain = 'M' AND tag_definition_id = '00000000-0000-0000-0000-000000000000'
          AND account_id <> '00000000-0000-0000-0000-000000000000' ORDER BY 1`,
      [businessId],
    )
  ).rows.map(({ month }) => month)

const linesOf = (debit: string, credit: string, amount: number, site?: string): LineInput[] => {
  const tags = site === undefined ? [] : [{ key: 'site', value: site }]
  return [line(debit, 'DEBIT', amount, tags), line(credit, 'CREDIT', amount, tags)]
}

const saleAt = (entryAt: string, amount = 5) => entryOf(linesOf('CASH', 'SALES', amount), [], entryAt)

/** Instants at and around the ends of months and days. */
const INSTANTS = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-31T23:59:59.999Z',
  '2026-02-01T00:00:00.000Z',
  '2026-02-10T12:00:00.000Z',
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T00:00:00.000Z',
  '2026-03-15T09:30:00.000Z',
  '2026-04-01T00:00:00.000Z',
  '2026-04-30T23:59:59.999Z',
]
const at = fc.constantFrom(...INSTANTS)
const BOUNDS = [undefined, ...INSTANTS.filter((_, index) => index % 2 === 1).map((instant) => new Date(instant))]

/** Everything that is read from kept sums, with accounts and tag values by their names. */
async function answersOf(business: BusinessWrite): Promise<unknown> {
  const { businessId } = business
  return ledger.db.transact(business, async (tx) => {
    const accounts = await loadAccounts(tx, businessId)
    const ids = new Map(accounts.map((account) => [account.stableName ?? '', account.id]))
    const names = new Map(accounts.map((account) => [account.id, account.stableName ?? '']))
    const tagged = await tx.rows<{ id: string; value: string; dimension_id: string }>(
      'SELECT id, value, dimension_id FROM tag_definitions WHERE business_id = $1 ORDER BY value',
      [businessId],
    )
    const values = new Map(tagged.map(({ id, value }) => [id, value]))
    const used = NAMES.map((name) => ids.get(name) ?? '')
    const byName = <One>(some: ReadonlyMap<string, One>) =>
      [...some]
        .map(([id, one]) => [names.get(id), one])
        .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
    const answers: unknown[] = []
    for (const otherBasis of ['CASH', 'ACCRUAL']) {
      answers.push(byName(await loadBalances(tx, businessId, used, otherBasis)))
      for (const through of [null, ...INSTANTS.map((instant) => new Date(instant))])
        answers.push(byName(await loadTotals(tx, businessId, otherBasis, through, null)))
      const definitionIds = tagged.map(({ id }) => id)
      answers.push(
        byName(await loadTotals(tx, businessId, otherBasis, new Date('2026-03-15T09:30:00Z'), definitionIds)),
      )
      for (const from of BOUNDS)
        for (const before of BOUNDS)
          for (const withReversals of [true, false])
            for (const under of [undefined, definitionIds])
              answers.push(
                await countLines(tx, businessId, {
                  ...{ accountId: ids.get('CASH') ?? '', otherBasis, from, before, withReversals, withClosing: true },
                  definitionIds: under,
                }),
              )
    }
    const of = { accountIds: used, dimensionIds: [...new Set(tagged.map((one) => one.dimension_id))], narrowedTo: null }
    for (const [startsAt, closesAt] of [
      ['2026-01-01T00:00:00Z', '2026-02-28T23:59:59.999Z'],
      ['2026-02-10T12:00:00Z', '2026-04-15T00:00:00Z'],
    ]) {
      const window = { startsAt: new Date(startsAt ?? ''), closesAt: new Date(closesAt ?? '') }
      const balances = await loadWindowBalances(tx, businessId, window, of)
      answers.push(
        balances
          .map((one) =>
            JSON.stringify([
              names.get(one.accountId),
              one.definitionIds.map((id) => values.get(id)),
              String(one.accrual),
              String(one.cash),
            ]),
          )
          .sort(),
      )
    }
    answers.push(await tx.rows('SELECT * FROM largest_balance_v1($1, NULL)', [businessId]))
    answers.push(await tx.rows('SELECT * FROM largest_balance_v1($1, $2::uuid[])', [businessId, [ids.get('CASH')]]))
    return answers
  })
}

/** Pages of lines with running balances, and without what is left out. */
async function pagesOf(business: BusinessWrite): Promise<unknown> {
  const pages: unknown[] = []
  for (const accountId of NAMES)
    for (const includeReversals of [true, false])
      for (const [startDate, endDate] of [
        [undefined, undefined],
        ['2026-02-01', '2026-03-15'],
      ])
        for (const sort_order of ['ASC', 'DESC']) {
          const query = { accountId, includeReversals, startDate, endDate, page: { limit: 7, sort_order } }
          const { lines, pagination } = await listAccountLines(ledger, business, query)
          pages.push(
            pagination.total_count,
            lines.map((line) => [line.amount, line.direction, line.runningBalance]),
          )
        }
  return pages
}

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      // What is posted at once for one instant would come in any order.
      entries: fc.uniqueArray(
        fc.record({
          at,
          debit: fc.constantFrom(...NAMES),
          credit: fc.constantFrom(...NAMES),
          amount: fc.integer({ min: 1, max: 900 }),
          site: fc.option(fc.constantFrom('north', 'south'), { nil: undefined }),
        }),
        { minLength: 1, maxLength: 3, selector: (entry) => entry.at },
      ),
      how: fc.constantFrom('alone', 'in one request', 'at once'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ reverse: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ tag: fc.nat(), site: fc.constantFrom('north', 'south') }) },
  { weight: 1, arbitrary: fc.record({ untag: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ sumBefore: fc.constantFrom(...ENDS.slice(1)) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Takes the same steps in a business, whose entries are numbered in the order of the steps. */
async function take(business: BusinessWrite, entryIds: string[], taken: Step): Promise<void> {
  if ('sumBefore' in taken) return sumThrough(business, taken.sumBefore)
  if ('entries' in taken) {
    const inputs = taken.entries.map(({ at: entryAt, debit, credit, amount, site }) =>
      entryOf(linesOf(debit, credit, amount, site), [], entryAt),
    )
    if (taken.how === 'in one request') {
      const { data } = await postJournalEntries(ledger, business, inputs)
      entryIds.push(...data.map(({ id = '' }) => id))
      return
    }
    const answers =
      taken.how === 'at once'
        ? await Promise.all(inputs.map((input) => postJournalEntry(ledger, business, input)))
        : [await postJournalEntry(ledger, business, inputs[0] as never)]
    entryIds.push(...answers.map(({ data }) => data.id ?? ''))
    return
  }
  const pick = (n: number) => entryIds[n % entryIds.length]
  const [entryId, key_values] =
    'reverse' in taken
      ? [pick(taken.reverse), []]
      : 'tag' in taken
        ? [pick(taken.tag), [{ key: 'site', value: taken.site }]]
        : [
            pick(taken.untag),
            [
              { key: 'site', value: 'north' },
              { key: 'site', value: 'south' },
            ],
          ]
  if (entryId === undefined) return
  if ('reverse' in taken) await reverseEntry(ledger, business, { entryId, memo: null })
  else if ('tag' in taken)
    await applyTags(ledger, business, tagging('JOURNAL_ENTRY', [entryId], key_values)).catch(() => undefined)
  else await removeTags(ledger, business, tagging('JOURNAL_ENTRY', [entryId], key_values)).catch(() => undefined)
}

test('any books give the same answers wherever their sums of months end, and however that moves', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ENDS),
      fc.array(step, { minLength: 12, maxLength: 20, size: 'max' }),
      async (monthsBefore, steps) => {
        const [all, some] = [await open('infinity'), await open(monthsBefore)]
        for (const business of [all, some]) {
          const entryIds: string[] = []
          for (const taken of steps) await take(business, entryIds, taken)
          expect(await violations(business)).toEqual([])
        }
        const check = async () => {
          expect(await answersOf(some)).toEqual(await answersOf(all))
          expect(await pagesOf(some)).toEqual(await pagesOf(all))
        }
        await check()
        await sumThrough(some, '2026-05-01')
        expect(await violations(some)).toEqual([])
        await check()
      },
    ),
    { numRuns: 6, endOnFailure: true },
  )
}, 180_000)

test('a new business has sums of the months that are over, where no version before has used the database', async () => {
  const { businessId } = await openTestBusiness(ledger)
  const sums = async () =>
    (
      await admin.query(
        `SELECT months_before = date_trunc('month', created_at AT TIME ZONE 'UTC')::date AS are_of_months_before,
                months_before = 'infinity' AS are_of_all FROM businesses WHERE id = $1`,
        [businessId],
      )
    ).rows
  expect(await sums()).toEqual([{ are_of_months_before: true, are_of_all: false }])
})

test('an upgraded database keeps sums of all months, as the version before reads them', async () => {
  const name = `${new URL(ledger.adminUrl).pathname.slice(1)}_before`
  const before = ledgerDatabase(ledger.adminUrl, name)
  await provision(before)
  const client = new pg.Client({ connectionString: databaseUrl(ledger.adminUrl, { database: name }) })
  await client.connect()
  try {
    await client.query(`DELETE FROM schema_migrations WHERE name ~ '^ledger/003[56]'`)
    await client.query('ALTER TABLE businesses DROP COLUMN months_before')
    await provision(before)
    const { rows } = await client.query(
      `SELECT column_default AS given FROM information_schema.columns
        WHERE table_name = 'businesses' AND column_name = 'months_before'`,
    )
    expect(rows).toEqual([{ given: `'infinity'::date` }])
  } finally {
    await client.end()
  }
})

describe('a line', () => {
  test.each<[string, string, string[]]>([
    ['the last instant before', '2026-01-31T23:59:59.999Z', ['2026-01-01']],
    ['the day itself', '2026-02-01T00:00:00.000Z', []],
  ])('of %s moves the sum of its month, or none', async (_, entryAt, months) => {
    const business = await open('2026-02-01')
    await postJournalEntry(ledger, business, saleAt(entryAt))
    await postJournalEntries(ledger, business, [saleAt(entryAt), saleAt(entryAt)])
    await Promise.all([1, 2, 3].map(() => postJournalEntry(ledger, business, saleAt(entryAt))))
    expect(await monthsOf(business)).toEqual(months)
    expect(await violations(business)).toEqual([])
  })
})

describe('summing', () => {
  test('goes month by month, passes over those without a day, and comes back to none', async () => {
    const business = await open('-infinity')
    for (const month of ['2020-05', '2020-07', '2026-03'])
      await postJournalEntry(ledger, business, saleAt(`${month}-10T12:00:00Z`))
    const step = async () => [await sumMonths(ledger.db, business, '2026-03-01'), await monthsOf(business)]
    expect(await step()).toEqual([true, ['2020-05-01']])
    expect(await step()).toEqual([true, ['2020-05-01', '2020-07-01']])
    expect(await step()).toEqual([false, ['2020-05-01', '2020-07-01']])
    expect(await step()).toEqual([false, ['2020-05-01', '2020-07-01']])
    expect(await violations(business)).toEqual([])
  })

  test('is refused where a month has a sum already, and leaves everything as it was', async () => {
    const business = await open('2026-02-01')
    await postJournalEntry(ledger, business, saleAt('2026-02-10T12:00:00Z'))
    await admin.query(
      `INSERT INTO account_balances (business_id, account_id, tag_definition_id, grain, period, basis, slot, debits, credits, line_count, hidden_count)
       SELECT business_id, account_id, tag_definition_id, 'M', '2026-02-01', basis, slot + 1, debits, credits, line_count, hidden_count
         FROM account_balances WHERE business_id = $1 AND grain = 'D'`,
      [business.businessId],
    )
    expect(await violations(business)).toHaveLength(2)
    await expect(sumMonths(ledger.db, business, '2026-03-01')).rejects.toMatchObject({
      message: expect.stringContaining('has a sum already'),
    })
    const { rows } = await admin.query('SELECT months_before::text AS day FROM businesses WHERE id = $1', [
      business.businessId,
    ])
    expect(rows).toEqual([{ day: '2026-02-01' }])
  })
})

describe('a posting and the summing of its month', () => {
  /** Until a session waits for this: books (`advisory`), or what another transaction has written (`transactionid`). */
  const waitingFor = (event: string) =>
    waitFor(`a session to wait for ${event}`, async () => {
      const { rowCount } = await admin.query(
        `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = $1`,
        [event],
      )
      return (rowCount ?? 0) > 0
    })

  const FEBRUARY = '2026-02-10T12:00:00Z'

  /** Does this in a transaction of its own, and what comes meanwhile before that commits. */
  async function meanwhile(first: (tx: pg.Client) => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
    const holder = await ledger.connect()
    try {
      await holder.query('BEGIN')
      await first(holder)
      const coming = second()
      await waitingFor('advisory')
      await holder.query('COMMIT')
      await coming
    } finally {
      await holder.end()
    }
  }

  test.each(['one', 'two'])('of %s entries, which waits for the summing, moves the sum that it made', async (many) => {
    const business = await open('2026-02-01')
    await postJournalEntry(ledger, business, saleAt(FEBRUARY))
    await meanwhile(
      (tx) => tx.query(`SELECT sum_months_v1($1, $2, '2026-03-01')`, [business.clientId, business.businessId]),
      () =>
        many === 'one'
          ? postJournalEntry(ledger, business, saleAt(FEBRUARY))
          : postJournalEntries(ledger, business, [saleAt(FEBRUARY), saleAt(FEBRUARY)]),
    )
    expect(await monthsOf(business)).toEqual(['2026-02-01'])
    expect(await violations(business)).toEqual([])
  })

  test('wait for each other the other way round, and its days are in the sum', async () => {
    const business = await open('2026-02-01')
    await postJournalEntry(ledger, business, saleAt(FEBRUARY))
    // A lock that a posting takes last holds it up after all else.
    await meanwhile(
      (tx) => tx.query('SELECT FROM account_balances WHERE business_id = $1 FOR UPDATE', [business.businessId]),
      async () => {
        const posting = postJournalEntry(ledger, business, saleAt(FEBRUARY, 7))
        await waitingFor('transactionid')
        await Promise.all([posting, sumMonths(ledger.db, business, '2026-03-01')])
      },
    )
    expect(await monthsOf(business)).toEqual(['2026-02-01'])
    expect(await violations(business)).toEqual([])
  })

  test('race in any number of processes, and no line is missed or counted twice', async () => {
    const business = await open('-infinity')
    const instants = ['2026-01', '2026-02', '2026-03', '2026-04'].map((month) => `${month}-10T12:00:00Z`)
    const posts = Array.from({ length: 60 }, (_, n) => {
      const [one = '', other = ''] = [instants[n % 4], instants[(n + 1) % 4]]
      return n % 5 === 0
        ? postJournalEntries(replicaOf(ledger), business, [saleAt(one), saleAt(other)])
        : postJournalEntry(n % 2 === 0 ? ledger : replicaOf(ledger), business, saleAt(one))
    })
    const sums = ['2026-02-01', '2026-03-01', '2026-03-01', '2026-04-01'].map((before) => sumThrough(business, before))
    await Promise.all([...posts, ...sums])
    expect(await violations(business)).toEqual([])
    expect(await monthsOf(business)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
  }, 60_000)
})
