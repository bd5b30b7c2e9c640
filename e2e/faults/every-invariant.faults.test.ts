/**
 * Whatever is altered behind the services, these find by themselves, tell of, and find mended: each invariant that is told of is
 * damaged once. `npm run test:system` damages some of each service.
 */
import { waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answers } from '../src/answers.ts'
import type { Books } from '../src/books.ts'
import { newClient } from '../src/clients.ts'
import {
  auditedStack,
  holding,
  KEEPERS,
  named,
  proofOf,
  violatedOf,
  type AuditedStack,
  type Keeper,
} from '../src/damages/audited-stack.ts'
import { inflict, type Damage } from '../src/damages/damage.ts'
import { BESIDE_OTHERS, FINDERS_OF_LOST, finds, LOST_BUSINESS, OWN } from '../src/damages/index.ts'
import { booksWithEverything } from '../src/damages/story.ts'

/** A round is over soon, and there is little rest: what is at stake is what audits find, not when. */
const SETTINGS = { AUDIT_PERCENT: '50', AUDIT_ROUND_SECONDS: '5' }
const SOON = { timeoutMs: 120_000, everyMs: 500 }
/** What others tell counts as wrong when it was so for a minute. */
const UNTIL_SURE = { timeoutMs: 300_000, everyMs: 1_000 }

/** A stack, and what books have to have in them. */
const STARTS_WITHIN_MS = 480_000

/** So many damages are made at once in each service, of what it keeps by itself. */
const AT_ONCE = 3

let audited: AuditedStack
/** Of which one row at a time is wrong in each service. */
let walked: Books[]
/** Of which several are wrong at once. */
let compared: Books[]
let lost: Books

/** Every how-manieth of them, from one on. */
const share = <One>(all: readonly One[], index: number, of: number): One[] =>
  all.filter((_one, place) => place % of === index)

async function expectFound(books: Books, told: readonly string[], patience: typeof SOON): Promise<void> {
  const found = await waitFor(
    `each of ${told.join('; ')}`,
    async () => {
      const now = await proofOf(books)
      const violated = violatedOf(now)
      return told.every((one) => violated.includes(one)) && now
    },
    patience,
  )
  expect(found.holds).toBe(false)
  for (const { violation, held_at, audited_at, holds } of found.invariants) {
    if (!violation) continue
    expect(holds).toBe(false)
    expect(violation.rows.length).toBeGreaterThan(0)
    expect(violation.row_count).toBeGreaterThanOrEqual(violation.rows.length)
    expect((held_at ?? '') <= violation.found_at).toBe(true)
    expect(audited_at).not.toBeNull()
  }
}

const expectMended = (books: Books, told: readonly string[], patience: typeof SOON): Promise<unknown> =>
  waitFor(
    `none of ${told.join('; ')}`,
    async () => {
      const violated = violatedOf(await proofOf(books))
      return !told.some((one) => violated.includes(one))
    },
    patience,
  )

/** One after the other; the next one only where that is not violated. */
async function walk(keeper: Keeper, books: Books, damages: readonly Damage[]): Promise<void> {
  for (const damage of damages) {
    const told = [finds(keeper, damage)]
    await expectMended(books, told, SOON)
    const mend = await inflict(audited.admins[keeper], books.id, damage)
    try {
      await expectFound(books, told, SOON)
    } finally {
      await mend()
    }
    await expectMended(books, told, SOON)
  }
}

/** Whether or not one of them fails. */
async function mendAll(mend: readonly (() => Promise<void>)[]): Promise<void> {
  const failed: unknown[] = []
  for (const one of mend) await one().catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw new AggregateError(failed, failed.join('; '))
}

/** All at once. */
async function compare(books: Books, of: readonly (readonly [Keeper, Damage])[]): Promise<void> {
  const told = of.map(([keeper, damage]) => finds(keeper, damage))
  const mend: (() => Promise<void>)[] = []
  try {
    for (const [keeper, damage] of of) mend.unshift(await inflict(audited.admins[keeper], books.id, damage))
    await expectFound(books, told, UNTIL_SURE)
  } finally {
    await mendAll(mend)
  }
  await expectMended(books, told, SOON)
}

/** While the ledger has lost it nobody can ask for it: what each service has found is in its database. */
async function lose(books: Books): Promise<void> {
  await holding(books, SOON.timeoutMs)
  const mend = await inflict(audited.admins.LEDGER, books.id, LOST_BUSINESS)
  const openIn = async (keeper: Keeper): Promise<unknown[]> => {
    const statement = 'SELECT FROM violations WHERE business_id = $1 AND invariant = $2 AND resolved_at IS NULL'
    return (await audited.admins[keeper].query(statement, [books.id, LOST_BUSINESS.finds])).rows
  }
  try {
    for (const keeper of FINDERS_OF_LOST)
      await waitFor(`${keeper} to find it`, async () => (await openIn(keeper)).length === 1, UNTIL_SURE)
  } finally {
    await mend()
  }
  await expectMended(
    books,
    FINDERS_OF_LOST.map((keeper) => finds(keeper, LOST_BUSINESS)),
    SOON,
  )
}

const besideOthers = (index: number): (readonly [Keeper, Damage])[] =>
  KEEPERS.flatMap((keeper) =>
    share(BESIDE_OTHERS[keeper], index, compared.length).map((damage) => [keeper, damage] as const),
  )

type Event = Answers['listEvents']['data'][number]

/** What the feed tells of violations, by each of them. */
async function toldOf({ api }: Books): Promise<Event[][]> {
  const events: Event[] = []
  for (let cursor: string | undefined, isWhole = false; !isWhole;) {
    const query = { limit: 500, type: ['violation'], ...(cursor !== undefined && { cursor }) }
    const { data, meta } = (await api.call('listEvents', { query })).body
    events.push(...data)
    cursor = meta.pagination.cursor ?? undefined
    isWhole = !meta.pagination.has_more
  }
  return [...Map.groupBy(events, ({ aggregate_id }) => aggregate_id).values()]
}

describe('each invariant', () => {
  beforeAll(async () => {
    audited = await auditedStack('audited', SETTINGS)
    const client = await newClient(audited.stack, 'standing-proof')
    const all = await Promise.all(Array.from({ length: AT_ONCE + 3 }, () => booksWithEverything(client)))
    ;[lost, ...compared] = all.slice(AT_ONCE) as [Books, ...Books[]]
    walked = all.slice(0, AT_ONCE)
  }, STARTS_WITHIN_MS)
  afterAll(() => audited.stop())

  test('sound books hold: each invariant says when, of how many rows and up to which position', async () => {
    const proofs = await Promise.all([...walked, ...compared].map((books) => holding(books, SOON.timeoutMs)))
    for (const { invariants } of proofs) {
      expect([...new Set(invariants.map(({ kept_by }) => kept_by))]).toEqual(KEEPERS)
      expect(new Set(invariants.map(named)).size).toBe(invariants.length)
      const entry = invariants.find(({ invariant }) => invariant === 'an entry balances and has all its lines')
      expect(entry).toMatchObject({ kept_by: 'LEDGER', holds: true, violation: null })
      expect(entry?.held_at).toBe(entry?.audited_at)
      expect([entry?.through ?? 0, entry?.row_count ?? 0].every((count) => count > 10)).toBe(true)
      expect(invariants.filter(({ holds, held_at }) => holds !== true || held_at === null)).toEqual([])
    }
  }, 120_000)

  test('whatever is altered behind the services is found, named, and found mended', async () => {
    const walks = KEEPERS.flatMap((keeper) =>
      walked.map((books, index) => walk(keeper, books, share(OWN[keeper], index, AT_ONCE))),
    )
    await Promise.all([...walks, ...compared.map((books, index) => compare(books, besideOthers(index))), lose(lost)])
    for (const books of [...walked, ...compared, lost])
      expect(violatedOf(await holding(books, UNTIL_SURE.timeoutMs))).toEqual([])
  }, 600_000)

  test('it is told by events: found with the rows, and resolved', async () => {
    const expected: [Books, string[]][] = [
      ...walked.map((books, index): [Books, string[]] => [
        books,
        KEEPERS.flatMap((keeper) => share(OWN[keeper], index, AT_ONCE).map((damage) => finds(keeper, damage))),
      ]),
      ...compared.map((books, index): [Books, string[]] => [
        books,
        besideOthers(index).map(([keeper, damage]) => finds(keeper, damage)),
      ]),
      [lost, FINDERS_OF_LOST.map((keeper) => finds(keeper, LOST_BUSINESS))],
    ]
    for (const [books, told] of expected) {
      const violations = await waitFor('the events', async () => {
        const now = await toldOf(books)
        return now.every((events) => events.length === 2) && now
      })
      for (const [found, resolved] of violations) {
        expect([found?.type, resolved?.type]).toEqual(['violation.found', 'violation.resolved'])
        expect(found).toMatchObject({ aggregate_type: 'violation', actor: null })
        expect(found?.data).toMatchObject({ business_id: books.id, resolved_at: null, version: 1 })
        expect(resolved?.data).toMatchObject({ resolved_at: expect.stringMatching(/Z$/), version: 2 })
      }
      const names = violations.map(([found]) => named(found?.data as { kept_by: Keeper; invariant: string }))
      expect(told.filter((one) => !names.includes(one))).toEqual([])
    }
  }, 60_000)
})
