import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_BUSINESS } from '@pacioli/db/no-business'
import { eventsDatabase, sampleEvent, stage, WAYS, type EventsDatabase } from './events-database.test-helpers.ts'
import { purge } from './housekeeping.ts'
import { stageEvents } from './outbox.ts'

describe.each(WAYS)('where events are written to the %s,', (way) => {
  let db: EventsDatabase

  beforeAll(async () => {
    db = await eventsDatabase(way)
  })

  afterAll(() => db.close())

  const stored = way === 'queue' ? 'events' : 'outbox'
  const eventsOf = (businessId: string) =>
    db.relay.call<{ id: string }>(`SELECT id FROM ${stored} WHERE business_id = $1`, [businessId])

  test('a business writes only its own events and those of no business, and reads none', async () => {
    const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()]
    await stage(db, [sampleEvent(mine, crypto.randomUUID(), 1)])
    expect(await eventsOf(mine)).toHaveLength(1)
    await expect(
      db.app.transact({ businessId: theirs }, (tx) => stageEvents(tx, [sampleEvent(mine, crypto.randomUUID(), 1)])),
    ).rejects.toThrow('row-level security')
    await db.app.transact({ businessId: theirs }, (tx) =>
      stageEvents(tx, [sampleEvent(NO_BUSINESS, crypto.randomUUID(), 1)]),
    )
    expect(await eventsOf(NO_BUSINESS)).toHaveLength(1)
    for (const table of ['outbox', 'events', 'event_queue', 'events_0'])
      await expect(db.app.transact({ businessId: mine }, (tx) => tx.rows(`SELECT FROM ${table}`))).rejects.toThrow(
        'permission denied',
      )
  })

  test('an event of a transaction that fails is never there', async () => {
    const businessId = crypto.randomUUID()
    const failing = db.app.transact({ businessId }, async (tx) => {
      await stageEvents(tx, [sampleEvent(businessId, crypto.randomUUID(), 1)])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await eventsOf(businessId)).toEqual([])
  })

  test('no aggregate can have two unsent events of one version', async () => {
    const [businessId, aggregateId] = [crypto.randomUUID(), crypto.randomUUID()]
    await stage(db, [sampleEvent(businessId, aggregateId, 1)])
    await expect(stage(db, [sampleEvent(businessId, aggregateId, 1)])).rejects.toMatchObject({ code: '23505' })
  })

  test('one event or several of one transaction are stored with all they are', async () => {
    const [businessId, aggregateId] = [crypto.randomUUID(), crypto.randomUUID()]
    const events = [1, 2, 3].map((version) => sampleEvent(businessId, aggregateId, version))
    await stage(db, events.slice(0, 1))
    await stage(db, events.slice(1))
    const rows = await db.relay.call(
      `SELECT business_id AS "businessId", id, aggregate_type AS "aggregateType", aggregate_id AS "aggregateId",
            version::int, subject, event, created_at AS "createdAt"
       FROM ${stored} WHERE business_id = $1 ORDER BY position`,
      [businessId],
    )
    expect(rows).toEqual(events)
  })
})

describe('the outbox', () => {
  let db: EventsDatabase

  beforeAll(async () => {
    db = await eventsDatabase('outbox')
  })
  afterAll(() => db.close())

  test('purging removes sent events older than the days given, never unsent ones', async () => {
    const businessId = crypto.randomUUID()
    const events = [1, 2, 3].map(() => sampleEvent(businessId, crypto.randomUUID(), 1))
    await stage(db, events)
    const [unsent, recent, old] = events.map(({ id }) => id)
    const sentAt = (id: string | undefined, ago: string) =>
      db.relay.transact({}, (tx) =>
        tx.rows(`UPDATE outbox SET sent_at = now() - $2::interval WHERE id = $1::uuid`, [id, ago]),
      )
    await sentAt(recent, '6 days 23 hours')
    await sentAt(old, '7 days 1 hour')
    expect(await purge(db.relay, 'outbox', 7)).toBe(1)
    expect(await purge(db.relay, 'idempotency_keys', 1)).toBe(0)
    const left = await db.relay.call<{ id: string }>('SELECT id FROM outbox WHERE business_id = $1', [businessId])
    expect(left.map(({ id }) => id).sort()).toEqual([unsent, recent].sort())
  })
})
