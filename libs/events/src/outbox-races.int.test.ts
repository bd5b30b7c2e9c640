/** Rows of the outbox that change while a marking or a removal waits for them are still found by their keys. */
import { rowsReadBy, waitFor } from '@pacioli/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventsDatabase, sampleEvent, stage, type EventsDatabase } from './events-database.test-helpers.ts'
import { claimWaiting, markPublished, purgeSome } from './outbox.store.ts'

let db: EventsDatabase

beforeAll(async () => {
  db = await eventsDatabase('outbox')
})
afterEach(() => db.empty())
afterAll(() => db.close())

const businessId = crypto.randomUUID()
const isWaiting = (): Promise<boolean> =>
  db.relay.transact({}, async (tx) => {
    const row = await tx.row<{ waits: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') AS waits`,
    )
    return row?.waits ?? false
  })

test('rows that another transaction touched meanwhile are removed, and not left for the next run', async () => {
  await stage(
    db,
    [1, 2].map((version) => sampleEvent(businessId, crypto.randomUUID(), version)),
  )
  await db.relay.transact({}, (tx) => tx.rows(`UPDATE outbox SET sent_at = now() - interval '9 days'`))
  const { removing } = await db.relay.transact({}, async (tx) => {
    await tx.rows(`UPDATE outbox SET sent_at = sent_at + interval '1 hour'`)
    const removing = db.relay.transact({}, (other) => purgeSome(other, 'outbox', 8, 10))
    await waitFor('the removal to wait for the rows', isWaiting)
    return { removing }
  })
  expect(await removing).toBe(2)
})

test('events sent again meanwhile are kept', async () => {
  await stage(db, [sampleEvent(businessId, crypto.randomUUID(), 1)])
  await db.relay.transact({}, (tx) => tx.rows(`UPDATE outbox SET sent_at = now() - interval '9 days'`))
  const { removing } = await db.relay.transact({}, async (tx) => {
    await tx.rows('UPDATE outbox SET sent_at = now()')
    const removing = db.relay.transact({}, (other) => purgeSome(other, 'outbox', 8, 10))
    await waitFor('the removal to wait for the row', isWaiting)
    return { removing }
  })
  expect(await removing).toBe(0)
})

test('only claimed events are marked, in batches of any size', async () => {
  await stage(
    db,
    [1, 1, 1, 1, 1].map((version) => sampleEvent(businessId, crypto.randomUUID(), version)),
  )
  const sent = await db.relay.transact({}, async (tx) => {
    const claimed = await claimWaiting(tx, 3)
    markPublished(tx, claimed.slice(0, 2), { stream: 'none', losses: 0 }, { sequence: 1, id: crypto.randomUUID() })
    return claimed.slice(0, 2).map(({ id }) => id)
  })
  const rows = await db.relay.call<{ id: string }>('SELECT id FROM outbox WHERE sent_at IS NOT NULL ORDER BY position')
  expect(rows.map(({ id }) => id)).toEqual(sent)
})

test('marking and removing read only their own rows, however many there are', async () => {
  const other = crypto.randomUUID()
  const many = Array.from({ length: 3_000 }, () => sampleEvent(other, crypto.randomUUID(), 1))
  await stage(db, many)
  const read = await db.relay.transact({}, async (tx) => {
    await tx.rows(`UPDATE outbox SET sent_at = now() - interval '9 days' WHERE position % 2 = 0`)
    const claimed = await claimWaiting(tx, 20)
    const marking = await rowsReadBy(tx, 'outbox', async () =>
      markPublished(tx, claimed, { stream: 'none', losses: 0 }, { sequence: 1, id: crypto.randomUUID() }),
    )
    const removing = await rowsReadBy(tx, 'outbox', () => purgeSome(tx, 'outbox', 8, 20))
    return [claimed.length, marking.rowsRead, removing.answer, removing.rowsRead]
  })
  expect(read[0]).toBe(20)
  expect(read[1]).toBeLessThanOrEqual(40)
  expect(read[2]).toBe(20)
  expect(read[3]).toBeLessThanOrEqual(80)
})
