/** The history of what a service owns, as relays write it. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domainEvent, readEvent, type CloudEvent } from './cloud-event.ts'
import {
  eventsBroker,
  eventsDatabase,
  memoryLog,
  sampleEvent,
  stage,
  waitAgain,
  WAYS,
  type EventsBroker,
  type EventsDatabase,
} from './events-database.test-helpers.ts'
import { stageEvents } from './outbox.ts'
import { readBacklog } from './outbox.store.ts'
import { OutboxRelay } from './relay.ts'
import { STREAM } from './stream.ts'

let broker: EventsBroker
beforeAll(async () => {
  broker = await eventsBroker()
})
afterAll(() => broker.stop())

type Stored = {
  business_id: string
  position: string
  recorded_at: Date
  aggregate_id: string
  version: string
  event_id: string
  state: string | null
}

describe.each(WAYS)('with events in the %s', (way) => {
  let db: EventsDatabase
  beforeAll(async () => {
    db = await eventsDatabase(way)
  })
  afterAll(() => db.close())
  beforeEach(() => db.empty())

  const startRelay = (): OutboxRelay =>
    broker.runs(new OutboxRelay({ db: db.relay, app: db.app, broker: broker.open(), log: memoryLog(), batchSize: 20 }))

  const published = (): Promise<unknown> =>
    waitFor('everything to be published', async () => (await readBacklog(db.relay)).count === 0)

  const stored = (businessId: string): Promise<Stored[]> =>
    db.app.transact({ businessId }, (tx) =>
      tx.rows<Stored>('SELECT * FROM records WHERE business_id = $1 ORDER BY position', [businessId]),
    )

  /** The events of a business in the stream, in their order. */
  async function inStream(businessId: string): Promise<CloudEvent[]> {
    const manager = await broker.publisher.client.jetstreamManager()
    const { state } = await manager.streams.info(STREAM)
    const found: CloudEvent[] = []
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await manager.streams.getMessage(STREAM, { seq })
      const event = readEvent(message.data)
      if (message.subject.includes(businessId) && event) found.push(event)
    }
    return found
  }

  test('any versions have contiguous positions per business, in the order of their versions, however many relays write', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (shape) => {
          const relays = [startRelay(), startRelay()]
          const businesses = shape.map((aggregates) => ({ id: randomUUID(), aggregates }))
          await Promise.all(
            businesses.flatMap(({ id, aggregates }) =>
              aggregates.map(async (versions) => {
                const aggregateId = randomUUID()
                for (let version = 1; version <= versions; version++)
                  await stage(db, [sampleEvent(id, aggregateId, version)])
                for (const relay of relays) relay.wake()
              }),
            ),
          )
          await published()
          await Promise.all(relays.map((relay) => relay.stop()))
          for (const { id, aggregates } of businesses) {
            const records = await stored(id)
            expect(records.map(({ position }) => Number(position))).toEqual(
              Array.from({ length: aggregates.reduce((sum, one) => sum + one, 0) }, (_, index) => index + 1),
            )
            const times = records.map(({ recorded_at }) => recorded_at.getTime())
            expect(times).toEqual([...times].sort((one, other) => one - other))
            for (const versions of Map.groupBy(records, ({ aggregate_id }) => aggregate_id).values())
              expect(versions.map(({ version }) => Number(version))).toEqual(versions.map((_, index) => index + 1))
          }
        },
      ),
      { numRuns: 5 },
    )
  })

  test('an event names its place, which it keeps when it is published again', async () => {
    const businessId = randomUUID()
    await stage(db, [sampleEvent(businessId, randomUUID(), 1), sampleEvent(businessId, randomUUID(), 1)])
    const relay = startRelay()
    await published()
    const records = await stored(businessId)
    expect(records).toHaveLength(2)
    await waitAgain(db)
    relay.wake()
    await published()
    await relay.stop()
    expect(await stored(businessId)).toEqual(records)
    const places = new Map(records.map(({ event_id, position, recorded_at }) => [event_id, { position, recorded_at }]))
    for (const { id, recordposition, recordedat, data } of await inStream(businessId)) {
      expect(recordposition).toBe(Number(places.get(id)?.position))
      expect(recordedat).toBe(places.get(id)?.recorded_at.toISOString())
      expect(records.find(({ event_id }) => event_id === id)?.state).toBe(JSON.stringify(data))
    }
  })

  test('a seal is published, and in no history: that would grow by each of its seals', async () => {
    const businessId = randomUUID()
    const sealed = domainEvent({
      ...{ id: randomUUID(), time: new Date(), service: 'sample', businessId, aggregateType: 'seal' },
      ...{ aggregateId: randomUUID(), version: 1, type: 'created', data: { size: 1 } },
    })
    await stage(db, [sampleEvent(businessId, randomUUID(), 1), sealed])
    const waits = await db.app.transact({ businessId }, (tx) =>
      tx.rows<{ type: string }>('SELECT aggregate_type AS type FROM waiting_versions_v1($1)', [businessId]),
    )
    expect(waits.map(({ type }) => type)).toEqual(['sample'])
    const relay = startRelay()
    await published()
    await waitAgain(db)
    relay.wake()
    await published()
    await relay.stop()
    expect(await stored(businessId)).toHaveLength(1)
    const events = (await inStream(businessId)).filter(({ id }) => id === sealed.id)
    expect(events.map(({ recordposition }) => recordposition)).toEqual([undefined])
  })

  test('a state that is too large for its event is kept beside it', async () => {
    const businessId = randomUUID()
    const large = domainEvent({
      ...{ id: randomUUID(), time: new Date(), service: 'sample', businessId, aggregateType: 'sample' },
      ...{ aggregateId: randomUUID(), version: 1, type: 'created', data: { text: 'x'.repeat(600_000) } },
    })
    await stage(db, [large])
    const relay = startRelay()
    await published()
    await relay.stop()
    expect((await stored(businessId)).map(({ state }) => state)).toEqual([null])
    const kept = await db.app.transact({ businessId }, (tx) =>
      tx.rows<{ state: string }>('SELECT state FROM large_states WHERE event_id = $1', [large.id]),
    )
    expect(kept.map(({ state }) => JSON.parse(state) as object)).toEqual([{ text: 'x'.repeat(600_000), version: 1 }])
  })

  test('entries have no state there: the journal has all versions of them', async () => {
    const businessId = randomUUID()
    await stage(db, [
      domainEvent({
        ...{ id: randomUUID(), time: new Date(), service: 'ledger', businessId, aggregateType: 'entry' },
        ...{ aggregateId: randomUUID(), version: 1, type: 'posted', data: { memo: 'rent' } },
      }),
    ])
    const relay = startRelay()
    await published()
    await relay.stop()
    expect((await stored(businessId)).map(({ state, position }) => [state, position])).toEqual([[null, '1']])
  })

  test('what belongs to a client as a whole is published without a place', async () => {
    const clientEvent = sampleEvent('00000000-0000-0000-0000-000000000000', randomUUID(), 1)
    await db.app.transact({ businessId: randomUUID() }, (tx) => stageEvents(tx, [clientEvent]))
    const relay = startRelay()
    await published()
    await relay.stop()
    const event = (await inStream(clientEvent.businessId)).find(({ id }) => id === clientEvent.id)
    expect(event).toBeDefined()
    expect(event?.recordposition).toBeUndefined()
  })

  test('no role of the service changes or removes a record, or sees one of another business', async () => {
    const businessId = randomUUID()
    await stage(db, [sampleEvent(businessId, randomUUID(), 1)])
    const relay = startRelay()
    await published()
    await relay.stop()
    const businessIds = [businessId]
    for (const statement of ['UPDATE records SET state = NULL', 'DELETE FROM records', 'TRUNCATE records']) {
      await expect(db.app.transact({ businessId }, (tx) => tx.rows(statement))).rejects.toThrow(/denied/)
      await expect(db.app.transactMany({ businessIds }, (tx) => tx.rows(statement))).rejects.toThrow(/denied/)
      await expect(db.relay.call(statement)).rejects.toThrow(/denied/)
    }
    expect(await db.app.transact({ businessId: randomUUID() }, (tx) => tx.rows('SELECT FROM records'))).toEqual([])
    expect(await db.app.transactMany({ businessIds: [randomUUID()] }, (tx) => tx.rows('SELECT FROM records'))).toEqual(
      [],
    )
  })
})

describe('the check of a history', () => {
  let db: EventsDatabase
  let businessId: string
  beforeAll(async () => {
    db = await eventsDatabase()
    businessId = randomUUID()
    const aggregateId = randomUUID()
    for (const version of [1, 2, 3, 4]) await stage(db, [sampleEvent(businessId, aggregateId, version)])
    const relay = broker.runs(
      new OutboxRelay({ db: db.relay, app: db.app, broker: broker.open(), log: memoryLog(), batchSize: 1 }),
    )
    await waitFor('everything to be published', async () => (await readBacklog(db.relay)).count === 0)
    await relay.stop()
  })
  afterAll(() => db.close())

  const found = async (): Promise<string[]> => {
    const rows = await db.app.transact({ businessId }, (tx) =>
      tx.rows<{ invariant: string }>('SELECT invariant FROM check_records_v1($1)', [businessId]),
    )
    return rows.map(({ invariant }) => invariant)
  }

  /** What is found with the records as they are after these statements, which are taken back. */
  async function foundAfter(statement: string): Promise<string[]> {
    await db.admin.call('CREATE TABLE kept AS SELECT * FROM records')
    await db.admin.call('CREATE TABLE kept_heads AS SELECT * FROM record_heads')
    await db.admin.call(statement)
    const findings = await found()
    await db.admin.call('TRUNCATE records, record_heads')
    await db.admin.call('INSERT INTO records SELECT * FROM kept')
    await db.admin.call('INSERT INTO record_heads SELECT * FROM kept_heads')
    await db.admin.call('DROP TABLE kept, kept_heads')
    return findings
  }

  test('finds nothing in one that is right', async () => {
    expect(await found()).toEqual([])
  })

  test.each([
    ['DELETE FROM records WHERE position = 2', 'positions of the history are contiguous'],
    ['DELETE FROM records WHERE position = 4', 'the history ends where its head says'],
    ['UPDATE record_heads SET position = 9', 'the history ends where its head says'],
    [
      `UPDATE records SET recorded_at = '2020-01-01' WHERE position = 3`,
      'what is recorded later has no earlier moment',
    ],
    ['UPDATE records SET version = 9 WHERE position = 3', 'the history has every version'],
    ['UPDATE records SET state = NULL WHERE position = 2', 'the history has the state of each version'],
  ])('names what %s breaks', async (statement, invariant) => {
    expect(await foundAfter(statement)).toContain(invariant)
  })
})

test('what a relay that records nothing has published is recorded, and published again with its place', async () => {
  const db = await eventsDatabase('outbox')
  const businessId = randomUUID()
  const events = [sampleEvent(businessId, randomUUID(), 1), sampleEvent(businessId, randomUUID(), 1)]
  await stage(db, events)
  for (const { subject, event, id } of events)
    await broker.publisher.client.jetstream().publish(subject, event, { msgID: id })
  await db.relay.call('UPDATE outbox SET sent_at = now()')
  const relay = broker.runs(
    new OutboxRelay({ db: db.relay, app: db.app, broker: broker.open(), log: memoryLog(), pollMs: 50 }),
  )
  const places = (): Promise<object[]> =>
    db.app.transact({ businessId }, (tx) => tx.rows('SELECT position FROM records ORDER BY position'))
  await waitFor('both to be recorded', async () => (await places()).length === 2)
  await waitFor('both to be marked', async () => {
    const [row] = await db.admin.call<{ left: string }>(
      'SELECT count(*) AS left FROM outbox WHERE NOT is_recorded AND business_id = $1',
      [businessId],
    )
    return row?.left === '0'
  })
  await relay.stop()
  const manager = await broker.publisher.client.jetstreamManager()
  const { state } = await manager.streams.info(STREAM)
  const told: unknown[] = []
  for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
    const { subject, data } = await manager.streams.getMessage(STREAM, { seq })
    if (subject.includes(businessId)) told.push(readEvent(data)?.recordposition)
  }
  expect(told).toEqual([undefined, undefined, 1, 2])
  await db.close()
})

test('events from before there was a history are published without a place', async () => {
  const db = await eventsDatabase('outbox')
  const businessId = randomUUID()
  await stage(db, [sampleEvent(businessId, randomUUID(), 1)])
  await db.admin.call('UPDATE outbox SET is_recorded = true')
  const relay = broker.runs(new OutboxRelay({ db: db.relay, app: db.app, broker: broker.open(), log: memoryLog() }))
  await waitFor('it to be published', async () => (await readBacklog(db.relay)).count === 0)
  await relay.stop()
  expect(await db.app.transact({ businessId }, (tx) => tx.rows('SELECT FROM records'))).toEqual([])
  await db.close()
})
