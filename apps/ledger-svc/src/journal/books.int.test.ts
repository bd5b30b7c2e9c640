/** Random books against an oracle that reads only the lines. */
import type { BusinessWrite } from '@pacioli/rpc'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postPostings } from '../posting/post-postings.ts'
import { openTestBusiness, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import type { ListAccountLines } from './list-account-lines.ts'
import { sealAccountDay } from './posting.store.ts'
import type { ListEntries } from './read-entries.ts'
import { listAccountLines, listEntries, reverseEntry } from '../use-cases.test-helpers.ts'

let ledger: TestLedger
let admin: pg.Client

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
  admin = await ledger.connect()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

const ACCOUNTS = ['CASH', 'SALES', 'INVENTORY']
const BASES = ['ACCRUAL', 'CASH', 'BOTH']
const SITES = ['north', 'south']
const TYPES = ['MANUAL', 'BANK', 'OPENING_BALANCE', 'CLOSING_ACTION_RETAINED_EARNINGS']

type Step =
  | {
      kind: 'post'
      day: number
      hour: number
      basis: number
      debit: number
      credit: number
      amount: number
      type: string
      site: number | undefined
    }
  | { kind: 'reverse'; which: number }
  | { kind: 'seal'; account: number; day: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('post' as const),
      // Few days and hours, so that days get long and times tie; two months and a year boundary.
      day: fc.integer({ min: 0, max: 4 }),
      hour: fc.integer({ min: 0, max: 3 }),
      basis: fc.integer({ min: 0, max: 2 }),
      debit: fc.integer({ min: 0, max: 2 }),
      credit: fc.integer({ min: 0, max: 2 }),
      amount: fc.integer({ min: 1, max: 1_000 }),
      type: fc.constantFrom('MANUAL', 'MANUAL', 'BANK', 'BANK', 'OPENING_BALANCE'),
      site: fc.option(fc.integer({ min: 0, max: 1 }), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('seal' as const),
      account: fc.integer({ min: 0, max: 2 }),
      day: fc.integer({ min: 0, max: 4 }),
    }),
  },
)

const DAYS = ['2025-12-30', '2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01']
const HOURS = ['00:00:00.000', '05:00:00.000', '12:00:00.000', '23:59:59.999']
const stable = (name: string | undefined) => ({ type: 'StableName', stable_name: name })

type Post = Extract<Step, { kind: 'post' }>

const postingOf = (one: Post, key: string) => ({
  posting_key: key,
  source_type: 'test',
  source_id: key,
  entry_type: one.type,
  basis: BASES[one.basis] ?? '',
  agent: 'API',
  entry_at: `${DAYS[one.day]}T${HOURS[one.hour]}Z`,
  line_items: [[one.debit, 'DEBIT'] as const, [one.credit, 'CREDIT'] as const].map(([account, direction]) => ({
    account_identifier: stable(ACCOUNTS[account]),
    direction,
    amount: one.amount,
    tags: [],
  })),
  tags: one.site === undefined ? [] : [{ key: 'site', value: SITES[one.site] ?? '' }],
})

/** Carries the steps out; posts that follow each other are posted together. */
async function carryOut(business: BusinessWrite, steps: readonly Step[]): Promise<void> {
  const manual: string[] = []
  const waiting: ReturnType<typeof postingOf>[] = []
  const postWaiting = async (): Promise<void> => {
    const postings = waiting.splice(0)
    if (postings.length === 0) return
    const { data } = await postPostings(ledger, business, { decisionEpoch: 1_000_000, postings })
    const ids = data.map(({ entry_id }) => entry_id ?? '')
    // Like manual entries, so that they can be reversed.
    await admin.query('UPDATE journal_entries SET source_type = NULL, source_id = NULL WHERE id = ANY ($1)', [ids])
    manual.push(...ids)
  }
  for (const [index, one] of steps.entries()) {
    if (one.kind === 'post') {
      waiting.push(postingOf(one, `p${index}`))
      continue
    }
    await postWaiting()
    if (one.kind === 'seal') {
      const { data } = await accountId(business, ACCOUNTS[one.account] ?? '')
      await sealAccountDay(ledger.db, { ...business, accountId: data, day: DAYS[one.day] ?? '' }, 4)
    } else {
      const entryId = manual[one.which % Math.max(manual.length, 1)]
      if (entryId) await reverseEntry(ledger, business, { entryId, memo: null })
    }
  }
  await postWaiting()
}

const accountId = async (business: BusinessWrite, name: string): Promise<{ data: string }> => {
  const { rows } = await admin.query<{ id: string }>(
    'SELECT id FROM accounts WHERE business_id = $1 AND stable_name = $2',
    [business.businessId, name],
  )
  return { data: rows[0]?.id ?? '' }
}

type OracleLine = {
  id: string
  amount: string
  direction: string
  entry_at: Date
  running: string
  hidden: boolean
  site: string | null
}

/** Every line of an account in the books of a basis, with the balance after it, by one window over all lines. */
async function oracleLines(business: BusinessWrite, account: string, basis: string): Promise<OracleLine[]> {
  const { rows } = await admin.query<OracleLine>(
    `SELECT l.id, l.amount, l.direction, l.entry_at,
            sum(CASE WHEN l.direction = a.normality THEN l.amount ELSE -l.amount END) OVER (ORDER BY l.entry_at, l.seq) AS running,
            l.is_reversal OR EXISTS (SELECT FROM journal_entries r WHERE r.business_id = l.business_id AND r.reversal_of_id = l.entry_id) AS hidden,
            (SELECT v.value FROM line_item_tags t JOIN tag_definitions v ON v.id = t.definition_id WHERE t.line_id = l.id) AS site
       FROM line_items l JOIN accounts a ON a.business_id = l.business_id AND a.id = l.account_id
      WHERE l.business_id = $1 AND a.stable_name = $2 AND l.basis <> $3 ORDER BY l.entry_at, l.seq`,
    [business.businessId, account, basis === 'CASH' ? 'ACCRUAL' : 'CASH'],
  )
  return rows
}

async function allLines(business: BusinessWrite, query: ListAccountLines) {
  const lines: { id: string; runningBalance: number }[] = []
  const totals = new Set<number>()
  let cursor: string | undefined
  do {
    const page = await listAccountLines(ledger, business, { ...query, page: { ...query.page, cursor } })
    lines.push(...page.lines)
    totals.add(page.pagination.total_count)
    cursor = page.pagination.cursor
  } while (cursor)
  return { lines: lines.map((line) => [line.id, line.runningBalance]), totals: [...totals] }
}

async function allEntries(business: BusinessWrite, query: ListEntries) {
  const ids: string[] = []
  const totals = new Set<number>()
  let cursor: string | undefined
  do {
    const page = await listEntries(ledger, business, { ...query, page: { ...query.page, cursor } })
    ids.push(...page.entries.map((entry) => entry.id))
    totals.add(page.pagination.total_count)
    cursor = page.pagination.cursor
  } while (cursor)
  return { ids, totals: [...totals] }
}

const filter = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  basis: fc.constantFrom('ACCRUAL', 'CASH'),
  order: fc.constantFrom('ASC', 'DESC'),
  limit: fc.constantFrom(3, 7, 500, 500),
  reversals: fc.boolean(),
  start: fc.option(fc.constantFrom(...DAYS, '2025-12-31T05:00:00.000Z'), { nil: undefined }),
  end: fc.option(fc.constantFrom(...DAYS, '2026-01-01T12:00:00.000Z'), { nil: undefined }),
  sites: fc.option(fc.subarray(SITES, { minLength: 1 }), { nil: undefined }),
  type: fc.option(fc.constantFrom(...TYPES), { nil: undefined }),
})

/** A zone behind UTC, so that days of the business begin and end within UTC days. */
const ZONE = 'America/New_York'
const instantsOf = (day: string | undefined, end: boolean): number | undefined => {
  if (day === undefined) return undefined
  if (day.includes('T')) return Date.parse(day) + (end ? 1 : 0)
  return Date.parse(`${day}T05:00:00.000Z`) + (end ? 86_400_000 : 0)
}

test('any sequence of posts, reversals and sealed days reads as its lines do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 60, size: 'max' }),
      fc.array(filter, { minLength: 8, maxLength: 12 }),
      async (steps, filters) => {
        const business = await openTestBusiness(ledger, { time_zone: ZONE })
        await carryOut(business, steps)
        const violations = await ledger.db.call(
          'SELECT * FROM check_books_v1($1, $2)',
          [business.clientId, business.businessId],
          business.businessId,
        )
        expect(violations).toEqual([])

        for (const one of filters) {
          const [from, before] = [instantsOf(one.start, false), instantsOf(one.end, true)]
          const within = (at: Date): boolean =>
            (from === undefined || at.getTime() >= from) && (before === undefined || at.getTime() < before)
          const expected = (await oracleLines(business, one.account, one.basis)).filter(
            (line) =>
              within(line.entry_at) &&
              (one.reversals || !line.hidden) &&
              (one.sites === undefined || (line.site !== null && one.sites.includes(line.site))),
          )
          if (one.order === 'DESC') expected.reverse()
          const found = await allLines(business, {
            accountId: one.account,
            page: { limit: one.limit, sort_order: one.order },
            reportingBasis: one.basis,
            includeReversals: one.reversals,
            startDate: one.start,
            endDate: one.end,
            ...(one.sites ? { tagKey: 'site', tagValues: one.sites } : {}),
          })
          expect(found.lines).toEqual(expected.map((line) => [line.id, Number(line.running)]))
          expect(found.totals).toEqual([expected.length])

          const entries = await admin.query<{ id: string; entry_at: Date; entry_type: string }>(
            'SELECT id, entry_at, entry_type FROM journal_entries WHERE business_id = $1 AND basis <> $2 ORDER BY entry_at, seq',
            [business.businessId, one.basis === 'CASH' ? 'ACCRUAL' : 'CASH'],
          )
          const expectedIds = entries.rows
            .filter((entry) => within(entry.entry_at) && (one.type === undefined || entry.entry_type === one.type))
            .map((entry) => entry.id)
          if (one.order === 'DESC') expectedIds.reverse()
          const listed = await allEntries(business, {
            page: { limit: one.limit, sort_order: one.order },
            startDate: one.start,
            endDate: one.end,
            reportingBasis: one.basis,
            entryType: one.type,
          })
          expect(listed).toEqual({ ids: expectedIds, totals: [expectedIds.length] })
        }
      },
    ),
    { numRuns: 4 },
  )
}, 120_000)

test('a day that is posted to while it is sealed keeps its sums', async () => {
  const business = await openTestBusiness(ledger)
  const { data: cash } = await accountId(business, 'CASH')
  const day = '2026-03-01'
  const posting = (index: number) =>
    postPostings(ledger, requestFor(business.clientId, business.businessId), {
      decisionEpoch: 1_000_000,
      postings: [
        {
          posting_key: `k${index}`,
          source_type: 'test',
          source_id: `k${index}`,
          entry_type: 'BANK',
          basis: BASES[index % 3] ?? '',
          agent: 'SERVICE_AUTO',
          // In no order of time, so that lines keep falling into ranges that are sealed already.
          entry_at: `${day}T${String((index * 7) % 24).padStart(2, '0')}:00:00Z`,
          line_items: ['DEBIT', 'CREDIT'].map((direction, side) => ({
            account_identifier: stable(side ? 'SALES' : 'CASH'),
            direction,
            amount: index + 1,
            tags: [],
          })),
          tags: [],
        },
      ],
    })
  const seals: Promise<number>[] = []
  for (let round = 0; round < 8; round++) {
    const posts = Array.from({ length: 6 }, (_, index) => posting(round * 6 + index))
    seals.push(sealAccountDay(ledger.db, { ...business, accountId: cash, day }, 5))
    await Promise.all(posts)
  }
  expect((await Promise.all(seals)).reduce((sum, made) => sum + made, 0)).toBeGreaterThan(5)
  expect(
    await ledger.db.call(
      'SELECT * FROM check_books_v1($1, $2)',
      [business.clientId, business.businessId],
      business.businessId,
    ),
  ).toEqual([])
})
