/** The lines of an account as they were recorded: what was listed once is listed again, whatever has happened since. */
import { record } from '@pacioli/events'
import { momentFrom } from '@pacioli/history/positions'
import type { BusinessWrite } from '@pacioli/rpc'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { asked, posting } from '../closing/closing.test-helpers.ts'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { postPostings } from '../posting/post-postings.ts'
import { entryOf, line, posted, refusal, tagging, type Tag } from '../tags/tags.test-helpers.ts'
import {
  applyTags,
  closeRetainedEarnings,
  createAccount,
  listAccountLines,
  removeTags,
  reverseEntry,
  updateAccount,
  updateBusiness,
  updateDimension,
  updateValue,
} from '../use-cases.test-helpers.ts'
import { toAccountLineMessage } from './entry.messages.ts'
import type { ListAccountLines } from './list-account-lines.ts'

type Filters = Omit<ListAccountLines, 'accountId' | 'page'>

const NORTH = { tagKey: 'region', tagValues: ['north'] }
const FILTERS: readonly Filters[] = [
  {},
  { includeReversals: false },
  { includeClosing: false },
  NORTH,
  { ...NORTH, includeReversals: false },
  { startDate: '2025-12-03', endDate: '2025-12-06' },
  { startDate: '2025-12-03T12:00:00Z', includeReversals: false, reportingBasis: 'CASH' },
  { tagKey: 'region', tagValues: ['north', 'south'], endDate: '2025-12-07' },
]

let ledger: TestLedger
let admin: pg.Client
let business: BusinessWrite

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
  admin = await ledger.connect()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

const through = (position: number): string => `ledger:${position},banking:0,billing:0`

/** Records what waits, as a relay does, and says where the history ends. Published events may still wait, or not. */
async function recordAll({ keep = false, first = Infinity } = {}): Promise<number> {
  const { rows } = await admin.query<{ business_id: string; id: string; event: string }>(
    `SELECT business_id, id, event FROM (
       SELECT e.business_id, e.id, e.event, 1 AS place, q.position
         FROM event_queue q JOIN events e ON e.slot = q.slot AND e.position = q.position
       UNION ALL
       SELECT business_id, id, event, 0, position FROM outbox WHERE NOT is_recorded) waiting
      WHERE business_id = $1 ORDER BY place, position`,
    [business.businessId],
  )
  const events = rows.map(({ business_id: businessId, id, event }) => ({ businessId, id, event })).slice(0, first)
  expect((await record(ledger.db, events)).failure).toBeUndefined()
  if (!keep) {
    await admin.query(
      'DELETE FROM event_queue q USING records r WHERE (r.business_id, r.aggregate_type, r.aggregate_id, r.version) = (q.business_id, q.aggregate_type, q.aggregate_id, q.version)',
    )
    await admin.query('UPDATE outbox SET sent_at = now(), is_recorded = true WHERE id = ANY ($1::uuid[])', [
      events.map(({ id }) => id),
    ])
  }
  const last = await admin.query<{ position: string }>(
    'SELECT coalesce(max(position), 0) AS position FROM records WHERE business_id = $1',
    [business.businessId],
  )
  return Number(last.rows[0]?.position)
}

/** All lines, by pages, as they are answered. */
async function linesOf(accountId: string, filters: Filters = {}, limit = 100, sort_order = 'ASC') {
  const pages: unknown[] = []
  for (let cursor: string | undefined; ;) {
    const page = { limit, sort_order, ...(cursor !== undefined && { cursor }) }
    const answer = await listAccountLines(ledger, business, { accountId, ...filters, page })
    const { cursor: next, ...pagination } = answer.pagination
    pages.push([
      answer.lines.map((one) => toAccountLineMessage(one, answer.account)),
      answer.reportingBasis,
      pagination,
    ])
    if (next === undefined) return pages
    cursor = next
  }
}

const listed = async (accounts: readonly string[], recordedAsOf?: string) => {
  const answers: unknown[] = []
  for (const account of accounts)
    for (const filters of FILTERS)
      for (const [limit, order] of [
        [100, 'ASC'],
        [3, 'DESC'],
      ] as const)
        answers.push(await linesOf(account, { ...filters, recordedAsOf }, limit, order).catch(refusedAs))
  return answers
}
const refusedAs = (error: unknown): string => (error as { errorEnum?: string }).errorEnum ?? String(error)

const sale = (amount: number, day: number, tags: Tag[] = []) =>
  entryOf(
    [line('CASH', 'DEBIT', amount, tags), line('SALES', 'CREDIT', amount)],
    [],
    `2025-12-${String(day).padStart(2, '0')}T12:00:00Z`,
  )

const open = async (): Promise<void> => {
  business = await openTestBusiness(ledger, { time_zone: 'America/New_York', activation_at: '2025-11-01T00:00:00Z' })
}

const place = fc.nat({ max: 30 })
const value = fc.constantFrom('north', 'south')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('post'), place, value, ofLine: fc.boolean() }) },
  ...['reverse', 'tag', 'untag', 'rename', 'basis', 'close', 'accrual'].map((kind) => ({
    weight: kind === 'tag' || kind === 'reverse' ? 2 : 1,
    arbitrary: fc.record({ kind: fc.constant(kind), place, value, ofLine: fc.boolean() }),
  })),
)
type Step = { kind: string; place: number; value: string; ofLine: boolean }

const one = (kind: string, place: number, ofLine = false): Step => ({ kind, place, value: 'north', ofLine })
/** Six lines are listed; then some of them are reversed and tagged otherwise. */
const SINCE_PAGED = [
  ...Array.from({ length: 6 }, (_, nth) => one('post', nth, nth % 2 === 0)),
  ...[one('reverse', 0), one('reverse', 3), one('tag', 1), one('untag', 2, true), one('close', 0)],
]

async function take(nth: number, { kind, place, value, ofLine }: Step, entries: { id: string; lines: string[] }[]) {
  const entry = entries[place % Math.max(entries.length, 1)]
  const tag = { key: 'region', value }
  if (kind === 'post') {
    const { id = '', line_items = [] } = await posted(
      ledger,
      business,
      sale(nth + 1, 1 + (place % 8), ofLine ? [tag] : []),
    )
    entries.push({ id, lines: line_items.map((one) => one.id ?? '') })
  } else if (kind === 'rename') {
    const changes = {
      account_id: ofLine ? 'CASH' : 'SALES',
      name: `Name ${nth}`,
      account_number: `${9_000 + nth}`,
      cleared: [],
    }
    await updateAccount(ledger, business, changes)
    const [definition] = (
      await admin.query<{ id: string; dimension_id: string }>(
        'SELECT id, dimension_id FROM tag_definitions WHERE business_id = $1 ORDER BY id LIMIT 1',
        [business.businessId],
      )
    ).rows
    if (!definition) return
    await updateValue(ledger, business, {
      definition_id: definition.id,
      display_name: `V ${nth}`,
      cleared: [],
    })
    const dimension = { dimension_id: definition.dimension_id, display_name: `D ${nth}`, cleared: [] }
    await updateDimension(ledger, business, dimension)
  } else if (kind === 'basis') {
    const default_reporting_basis = ofLine ? 'CASH' : 'ACCRUAL'
    await updateBusiness(ledger, business, { default_reporting_basis, cleared: [] })
  } else if (kind === 'accrual') {
    const at = new Date(Date.UTC(2025, 11, 1 + (place % 8), 12))
    const one = posting(`p${nth}`, {
      at,
      basis: 'ACCRUAL',
      debit: 'CASH',
      credit: 'SALES',
      amount: nth + 1,
      note: [tag],
    })
    await postPostings(ledger, business, { decisionEpoch: 1_000_000, postings: [one] })
  } else if (kind === 'close') await refusal(closeRetainedEarnings(ledger, business, asked()))
  else if (entry && kind === 'reverse') await refusal(reverseEntry(ledger, business, { entryId: entry.id, memo: null }))
  else if (entry) {
    const ids = ofLine ? [entry.lines[place % 2] ?? ''] : [entry.id]
    const change = tagging(ofLine ? 'LINE_ITEM' : 'JOURNAL_ENTRY', ids, [tag])
    await refusal(kind === 'tag' ? applyTags(ledger, business, change) : removeTags(ledger, business, change))
  }
}

describe.each(['queue', 'outbox'])('with events in the %s', (way) => {
  beforeAll(() =>
    admin.query(
      way === 'queue' ? 'UPDATE event_slots SET is_current = slot = 0' : 'UPDATE event_slots SET is_current = false',
    ),
  )
  afterAll(() => admin.query('UPDATE event_slots SET is_current = slot = 0'))
  beforeEach(open)

  test(
    'lists are as they were, page by page, whatever was recorded since or waits to be',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), fc.nat(), async (steps, cut) => {
          await open()
          const accounts = ['CASH', 'SALES', 'RETAINED_EARNINGS']
          const entries: { id: string; lines: string[] }[] = []
          const kept: { position: number; answers: unknown[] }[] = []
          for (const [nth, one] of steps.entries()) {
            if (nth % 3 === 0) {
              const position = await recordAll({ keep: nth % 2 === 0 })
              kept.push({ position, answers: await listed(accounts) })
            }
            await take(nth, one, entries)
          }
          await recordAll({ first: cut % 4 })
          for (const { position, answers } of kept)
            expect([position, await listed(accounts, through(position))]).toEqual([position, answers])
        }),
        { numRuns: 4, examples: [[SINCE_PAGED, 0]] },
      )
    },
  )
})

describe('a moment', () => {
  beforeEach(open)
  const ask = (recordedAsOf: string, accountId = 'CASH') => linesOf(accountId, { recordedAsOf })
  const recordedAt = async (position: number): Promise<Date> =>
    (
      await admin.query<{ at: Date }>(
        'SELECT recorded_at AS at FROM records WHERE business_id = $1 AND position = $2',
        [business.businessId, position],
      )
    ).rows[0]?.at as Date

  test('may be an instant, whose pages go on with the instant or with its position', async () => {
    await posted(ledger, business, sale(1, 1))
    await posted(ledger, business, sale(2, 2))
    const position = await recordAll()
    const at = new Date((await recordedAt(position)).getTime() + 1)
    const now = await linesOf('CASH', {}, 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await posted(ledger, business, sale(3, 1))
    await recordAll()
    expect(await linesOf('CASH', { recordedAsOf: at.toISOString() }, 1)).toEqual(now)
    const query = (recordedAsOf: string | undefined, page = {}) =>
      listAccountLines(ledger, business, { accountId: 'CASH', recordedAsOf, page: { limit: 1, ...page } })
    const { cursor = '' } = (await query(at.toISOString())).pagination
    expect((await query(through(position), { cursor })).lines.map(({ amount }) => amount)).toEqual([2])
    expect(await refusal(query(through(position + 1), { cursor }))).toBe('InvalidCursor')
    expect(await refusal(query(undefined, { cursor }))).toBe('InvalidCursor')
  })

  test('waits until what belongs before it is recorded', async () => {
    await recordAll()
    await posted(ledger, business, sale(1, 1))
    const answer = ask(new Date().toISOString())
    await recordAll()
    expect((await answer)[0]).toMatchObject([[], 'ACCRUAL', { total_count: 0 }])
  })

  test('that was never, or is not any more known, is refused', async () => {
    const position = await recordAll()
    for (const never of [through(position + 1), '2999-01-01T00:00:00Z', 'yesterday', `ledger:${position}`])
      expect([never, await refusal(ask(never))]).toEqual([never, 'InvalidQuery'])
    expect(await refusal(ask('2020-01-01T00:00:00Z'))).toBe('HistoryIncomplete')
    await ask(through(position))
    expect(momentFrom(through(position))).toMatchObject({ kind: 'POSITIONS' })
  })

  test('of a database that is older than its history is that of its beginning, or not known', async () => {
    await createAccount(ledger, business, { name: 'Till', account_subtype: 'CASH', stable_name: 'TILL' })
    const position = await recordAll()
    await admin.query('UPDATE records_since SET since = now()')
    onTestFinished(() => admin.query("UPDATE records_since SET since = '-infinity'").then(() => undefined))
    expect(await refusal(ask(through(0)))).toBe('AccountNotFound')
    expect(await ask(through(position))).toHaveLength(1)
    expect(await refusal(ask('2020-01-01T00:00:00Z'))).toBe('HistoryIncomplete')
  })

  test('before an account has none of that name', async () => {
    const before = await recordAll()
    await createAccount(ledger, business, { name: 'Till', account_subtype: 'CASH', stable_name: 'TILL' })
    const after = await recordAll()
    expect(await refusal(ask(through(before), 'TILL'))).toBe('AccountNotFound')
    expect(await ask(through(after), 'TILL')).toHaveLength(1)
    expect(await refusal(ask(through(0)))).toBe('AccountNotFound')
  })

  test('is of one business: what waits of others is told to nobody', async () => {
    await posted(ledger, business, sale(1, 1))
    const other = business
    await open()
    const waiting = (asker: BusinessWrite) =>
      ledger.db.transact(asker, (tx) => tx.rows('SELECT * FROM waiting_versions_v1($1)', [other.businessId]))
    expect(await waiting(business)).toEqual([])
    expect(await waiting(other)).not.toEqual([])
  })
})
