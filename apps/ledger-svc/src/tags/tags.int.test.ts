/** Tags of posted entries, changed in any order, against an oracle that reads only the lines. */
import type { BusinessWrite } from '@pacioli/rpc'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadTotals } from '../chart-of-accounts/account.store.ts'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { replayBusiness } from '../replay/replay-aggregates.ts'
import {
  announced,
  consecutive,
  definitionOf,
  dimensionOf,
  entryOf,
  line,
  posted,
  tagging,
  violations,
  type Tag,
} from './tags.test-helpers.ts'
import { applyTags, removeTags, reverseEntry, updateDimension } from '../use-cases.test-helpers.ts'

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

const KEYS = ['site', 'team', 'fund']
const VALUES = ['one', 'two']
const TIMES = ['2025-12-31T23:00:00Z', '2026-01-01T00:00:00Z', '2026-01-01T05:30:00Z', '2026-02-10T08:00:00Z']
const ACCOUNTS = ['CASH', 'SALES', 'INVENTORY']

const tag = fc.record({ key: fc.constantFrom(...KEYS), value: fc.constantFrom(...VALUES) })
const which = fc.nat({ max: 1_000 })

const posting = fc.record({
  kind: fc.constant('post' as const),
  at: fc.constantFrom(...TIMES),
  parts: fc.array(
    fc.record({
      debit: fc.constantFrom(...ACCOUNTS),
      credit: fc.constantFrom(...ACCOUNTS),
      amount: fc.integer({ min: 1, max: 100 }),
      tags: fc.array(tag, { maxLength: 2 }),
      onBoth: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  tags: fc.array(tag, { maxLength: 2 }),
})
const retagging = fc.record({
  kind: fc.constantFrom('apply' as const, 'remove' as const),
  ofLines: fc.boolean(),
  which: fc.array(which, { minLength: 1, maxLength: 3 }),
  tags: fc.array(tag, { minLength: 1, maxLength: 2 }),
})
const reversing = fc.record({ kind: fc.constant('reverse' as const), which })
const tightening = fc.record({
  kind: fc.constant('strictness' as const),
  key: fc.constantFrom(...KEYS),
  balancing: fc.boolean(),
})
const step = fc.oneof(
  { weight: 5, arbitrary: posting },
  { weight: 6, arbitrary: retagging },
  { weight: 2, arbitrary: reversing },
  { weight: 1, arbitrary: tightening },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const LAST = -1
const [one, two] = VALUES.map((value) => ({ key: 'site', value }))
const sale = (more: { tags?: Tag[]; ofEntry?: Tag[] }): Step => ({
  kind: 'post',
  at: '2026-01-01T00:00:00Z',
  parts: [{ debit: 'CASH', credit: 'SALES', amount: 7, tags: more.tags ?? [], onBoth: false }],
  tags: more.ofEntry ?? [],
})

/** After anything else, each rule refuses something. */
const CODA: Step[] = [
  sale({ tags: one && two ? [one, two] : [] }),
  sale({ ofEntry: one ? [one] : [] }),
  { kind: 'remove', ofLines: true, which: [LAST], tags: one ? [one] : [] },
  { kind: 'reverse', which: LAST },
  { kind: 'reverse', which: LAST },
  { kind: 'strictness', key: 'fund', balancing: false },
  sale({ tags: [{ key: 'fund', value: 'one' }] }),
  { kind: 'strictness', key: 'fund', balancing: true },
]

/** How often each kind of step was done, and by which rule it was refused. */
const outcomes = new Map<string, number>()
const count = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)

const RULES = ['DuplicateTagDimension', 'BalancingTagViolation', 'TagInherited', 'EntryIsReversal']

/** A rule may refuse a step; any other error is a defect. */
async function attempt(business: BusinessWrite, one: Step, dimensions: ReadonlyMap<string, string>): Promise<void> {
  try {
    await carryOut(business, one, dimensions)
    count(one.kind)
  } catch (error) {
    const { errorEnum = String(error) } = error as { errorEnum?: string }
    expect(RULES).toContain(errorEnum)
    count(errorEnum)
  }
}

async function carryOut(business: BusinessWrite, one: Step, dimensions: ReadonlyMap<string, string>): Promise<void> {
  const pick = async (table: string, index: number): Promise<string> => {
    const { rows } = await admin.query<{ id: string }>(`SELECT id FROM ${table} WHERE business_id = $1 ORDER BY seq`, [
      business.businessId,
    ])
    return rows.at(index % Math.max(rows.length, 1))?.id ?? ''
  }
  if (one.kind === 'post') {
    const lines = one.parts.flatMap(({ debit, credit, amount, tags, onBoth }) => [
      line(debit, 'DEBIT', amount, tags),
      line(credit, 'CREDIT', amount, onBoth ? tags : []),
    ])
    await posted(ledger, business, entryOf(lines, one.tags, one.at))
  } else if (one.kind === 'reverse') {
    const entryId = await pick('journal_entries', one.which)
    if (entryId) await reverseEntry(ledger, business, { entryId, memo: null })
  } else if (one.kind === 'strictness') {
    const strictness = one.balancing ? 'BALANCING' : 'NON_BALANCING'
    await updateDimension(ledger, business, { dimension_id: dimensions.get(one.key) ?? '', strictness, cleared: [] })
  } else {
    const ids: string[] = []
    for (const index of one.which) ids.push(await pick(one.ofLines ? 'line_items' : 'journal_entries', index))
    if (ids.includes('')) return
    const change = one.kind === 'apply' ? applyTags : removeTags
    await change(ledger, business, tagging(one.ofLines ? 'LINE_ITEM' : 'JOURNAL_ENTRY', ids, one.tags))
  }
}

type Totals = Record<string, [debits: bigint, credits: bigint, lines: bigint]>

/** Totals per account of the lines with one of these values, from the lines alone. */
async function oracleTotals(business: BusinessWrite, ids: string[], before: Date | null): Promise<Totals> {
  const { rows } = await admin.query<{ account_id: string; debits: string; credits: string; lines: string }>(
    `SELECT l.account_id, coalesce(sum(l.amount) FILTER (WHERE l.direction = 'DEBIT'), 0) AS debits,
            coalesce(sum(l.amount) FILTER (WHERE l.direction = 'CREDIT'), 0) AS credits, count(*) AS lines
       FROM line_items l
      WHERE l.business_id = $1 AND l.basis <> 'CASH' AND ($2::timestamptz IS NULL OR l.entry_at < $2)
        AND EXISTS (SELECT FROM line_item_tags t
                     WHERE t.business_id = $1 AND t.line_id = l.id AND t.definition_id = ANY ($3))
      GROUP BY l.account_id`,
    [business.businessId, before, ids],
  )
  return Object.fromEntries(
    rows.map((row) => [row.account_id, [BigInt(row.debits), BigInt(row.credits), BigInt(row.lines)]]),
  )
}

const keptTotals = async (business: BusinessWrite, ids: string[], before: Date | null): Promise<Totals> => {
  const kept = await ledger.db.transact(business, (tx) => loadTotals(tx, business.businessId, 'CASH', before, ids))
  return Object.fromEntries(
    [...kept].map(([account, { debits, credits, lineCount }]) => [account, [debits, credits, lineCount]]),
  )
}

const MOMENTS = [
  null,
  ...['2026-01-01T00:00:00Z', '2026-01-01T05:30:00.001Z', '2026-02-10T08:00:00Z'].map((at) => new Date(at)),
]

async function expectTotalsOfLines(business: BusinessWrite): Promise<void> {
  for (const key of KEYS) {
    const one = await definitionOf(admin, business, { key, value: 'one' })
    const two = await definitionOf(admin, business, { key, value: 'two' })
    for (const ids of [[one], [one, two]].map((some) => some.filter((id) => id !== '')))
      for (const before of MOMENTS)
        expect([key, before, await keptTotals(business, ids, before)]).toEqual([
          key,
          before,
          await oracleTotals(business, ids, before),
        ])
  }
}

/** Versions of entries grow one by one, and replay sends the last ones. */
async function expectVersions(business: BusinessWrite): Promise<void> {
  const versions = await announced(admin, business, 'entry')
  for (const [id, seen] of versions) expect([id, seen]).toEqual([id, consecutive(seen)])
  const current = new Map<string, number>()
  for await (const { type, id, version } of replayBusiness(ledger, ledger.relayDb, business.businessId))
    if (type === 'entry') current.set(id ?? '', Number(version))
  expect(current).toEqual(new Map([...versions].map(([id, seen]) => [id, seen.at(-1)])))
}

test('posted, tagged, untagged and reversed in any order, books stay correct, and their sums per tag value equal their lines', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 40, size: 'max' }), async (steps) => {
      const business = await openTestBusiness(ledger)
      const dimensions = new Map<string, string>()
      for (const key of KEYS)
        dimensions.set(key, await dimensionOf(ledger, business, key, key === 'fund' ? 'BALANCING' : 'NON_BALANCING'))
      for (const one of [...steps, ...CODA]) await attempt(business, one, dimensions)
      expect(await violations(admin, business)).toEqual([])
      await expectTotalsOfLines(business)
      await expectVersions(business)
    }),
    { numRuns: 3 },
  )
  for (const kind of ['post', 'apply', 'remove', 'reverse', 'strictness', ...RULES])
    expect([...outcomes.keys()]).toContain(kind)
}, 180_000)
