/** Rows against what was recorded of them last. */
import { randomUUID } from 'node:crypto'
import { domainEvent, stageEvents, type StagedEvent } from '@pacioli/events'
import type { Tx } from '@pacioli/db'
import { ROWS_AS_RECORDED, type OwnedRows, type RowsAfter } from '@pacioli/history'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSealed } from './check-sealed.ts'
import { listCurrentStates } from './current-states.ts'
import { startTestSeals, type TestSeals } from './seals.test-helpers.ts'

let seals: TestSeals
beforeAll(async () => {
  seals = await startTestSeals()
})
afterAll(() => seals.stop())

type State = { memo: string; lines: { amount: number; tags: string[] }[] }
type Row = { id: string; version: number; state: State & { more?: number } }

const eventOf = (businessId: string, { id, version, state }: Row): StagedEvent =>
  domainEvent({
    ...{ id: randomUUID(), time: new Date(), service: 'billing', businessId, aggregateType: 'bill', aggregateId: id },
    ...{ version, type: 'changed', data: state },
  })

const ownedOf = (businessId: string, rows: readonly Row[]): OwnedRows => ({
  bill: (_tx, after, limit) => {
    const page = rows
      .filter(({ id }) => after === null || id > after)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit)
    const last = page.length < limit ? null : (page.at(-1)?.id ?? null)
    return Promise.resolve({ events: page.map((row) => eventOf(businessId, row)), last })
  },
})

async function record(businessId: string, rows: readonly Row[]): Promise<void> {
  await seals.admin.call(
    `INSERT INTO records (business_id, position, recorded_at, aggregate_type, aggregate_id, version, event_id, event_type, state, salt)
       SELECT $1, n, now(), 'bill', id, version, id, 'changed', state, sha256('')
         FROM unnest($2::uuid[], $3::bigint[], $4::text[]) WITH ORDINALITY AS r (id, version, state, n)`,
    [
      businessId,
      rows.map(({ id }) => id),
      rows.map(({ version }) => version),
      rows.map(({ state, version }) => JSON.stringify({ ...state, version })),
    ],
  )
}

async function foundOf(businessId: string, rows: readonly Row[]): Promise<string[]> {
  const sealed = { log: 'BILLING', elsewhere: {}, ownedBy: () => ownedOf(businessId, rows) } as const
  const found = await checkSealed(seals.app, sealed, { clientId: randomUUID(), businessId })
  return found.map(({ invariant, detail }) => (invariant === ROWS_AS_RECORDED ? detail : invariant))
}

const stateOf = fc.record({
  memo: fc.string(),
  lines: fc.array(fc.record({ amount: fc.integer(), tags: fc.array(fc.string({ maxLength: 3 }), { maxLength: 2 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
})

/** What happens to a row, and what is said of it then. */
const HAPPENED = {
  nothing: (row: Row) => ({ now: [row], said: [] }),
  'a field that was not recorded': (row: Row) => ({ now: [{ ...row, state: { ...row.state, more: 1 } }], said: [] }),
  'another memo': (row: Row) => ({
    now: [{ ...row, state: { ...row.state, memo: `${row.state.memo}!` } }],
    said: [`version ${row.version}: memo was recorded as something else`],
  }),
  'another amount': ({ id, version, state: { lines, memo } }: Row) => ({
    now: [{ id, version, state: { memo, lines: lines.map((line) => ({ ...line, amount: line.amount + 1 })) } }],
    said: [`version ${version}: lines was recorded as something else`],
  }),
  'another number of lines': ({ id, version, state: { lines, memo } }: Row) => ({
    now: [{ id, version, state: { memo, lines: lines.slice(1) } }],
    said: [`version ${version}: lines was recorded as something else`],
  }),
  'an earlier version': (row: Row) => ({
    now: [{ ...row, version: row.version - 1 }],
    said: [`version ${row.version - 1}: version ${row.version} was recorded`],
  }),
  'a later version': (row: Row) => ({
    now: [{ ...row, version: row.version + 1 }],
    said: [`version ${row.version + 1}: not recorded`],
  }),
  'a later version that waits': (row: Row) => ({
    now: [{ ...row, version: row.version + 1 }],
    waits: true,
    said: [],
  }),
  'its loss': (row: Row) => ({ now: [], said: [`version ${row.version}: it is gone`] }),
} satisfies Record<string, (row: Row) => { now: Row[]; said: string[]; waits?: true }>

const happened = fc.constantFrom(...(Object.keys(HAPPENED) as (keyof typeof HAPPENED)[]))

test('whatever happens to rows behind their history is said of each, and nothing of those that wait to be recorded', async () => {
  const one = fc.record({ id: fc.uuid(), version: fc.integer({ min: 1, max: 9 }), state: stateOf, what: happened })
  const many = fc.uniqueArray(one, { selector: ({ id }) => id, minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(many, async (given) => {
      const businessId = randomUUID()
      await record(businessId, given)
      const after = given.map(({ what, ...row }) => ({ id: row.id, waits: false, ...HAPPENED[what](row) }))
      const waiting = after.flatMap(({ now, waits }) => (waits ? now.map((row) => eventOf(businessId, row)) : []))
      await seals.app.transact({ businessId }, (tx) => stageEvents(tx, waiting))
      const rows = after.flatMap(({ now }) => now)
      const said = after.flatMap(({ id, said: each }) => each.map((problem) => `bill ${id}, ${problem}`))
      expect((await foundOf(businessId, rows)).toSorted()).toEqual(said.toSorted())
    }),
    { numRuns: 30 },
  )
})

test('of many rows each is compared, and one that was never recorded is named', async () => {
  const businessId = randomUUID()
  const rows = Array.from({ length: 1_203 }, (): Row => ({
    id: randomUUID(),
    version: 1,
    state: { memo: '', lines: [] },
  }))
  await record(businessId, rows)
  expect(await foundOf(businessId, rows)).toEqual([])
  const added = { ...(rows[0] as Row), id: randomUUID() }
  expect(await foundOf(businessId, [...rows, added])).toEqual([`bill ${added.id}, version 1: not recorded`])
  const lost = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, -1)
  expect(await foundOf(businessId, lost)).toEqual([expect.stringMatching(/^bill .*, version 1: it is gone$/)])
  expect(await foundOf(businessId, [])).toHaveLength(1_203)
})

describe('what there is now', () => {
  const businessId = randomUUID()
  const rows = Array.from({ length: 23 }, (): Row => ({ id: randomUUID(), version: 1, state: { memo: '', lines: [] } }))
  const [broken, ...sound] = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [Row, ...Row[]]
  const pagesOf = ownedOf(businessId, rows)['bill'] as RowsAfter
  /** Two types, and one row of which something is gone. */
  const owned: OwnedRows = {
    invoice: (tx, after, limit) => ownedOf(businessId, sound.slice(0, 5))['bill']?.(tx, after, limit) as never,
    bill: async (tx, after, limit) => {
      const page = await pagesOf(tx, after, limit)
      if (page.events.some(({ aggregateId }) => aggregateId === broken.id)) throw new TypeError('It has no lines.')
      return page
    },
  }
  beforeAll(() => record(businessId, rows))

  const read = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    seals.app.snapshot({ clientId: randomUUID(), businessId }, work)

  test('is told page by page, but for what cannot be read', async () => {
    for (const limit of [1, 2, 5, 11, 27, 100]) {
      const told: string[] = []
      for (let cursor: string | undefined; ;) {
        const page = await read((tx) => listCurrentStates(tx, owned, { log: 'BILLING', limit, cursor }))
        expect(page.data?.length).toBeLessThanOrEqual(limit)
        told.push(...(page.data ?? []).map(({ aggregate_type, aggregate_id }) => `${aggregate_type} ${aggregate_id}`))
        if (!page.pagination?.has_more) break
        cursor = page.pagination.cursor
      }
      expect([limit, told]).toEqual([
        limit,
        [...sound.map(({ id }) => `bill ${id}`), ...sound.slice(0, 5).map(({ id }) => `bill ${id}`)],
      ])
    }
  })

  test('is audited, and what cannot be read is named', async () => {
    const sealed = { log: 'BILLING', elsewhere: {}, ownedBy: () => ({ bill: owned['bill'] as RowsAfter }) } as const
    const found = await checkSealed(seals.app, sealed, { clientId: randomUUID(), businessId })
    expect(found.map(({ detail }) => detail)).toEqual([`bill ${broken.id}, version 1: it cannot be read`])
  })
})
