import fc from 'fast-check'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { startNats, wipeNatsStore } from '@pacioli/dev-stack'
import { testNats, waitFor } from '@pacioli/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Broker } from './connect.ts'
import { consume, type RunningConsumer } from './consumer.ts'
import type { CloudEvent, Versioned } from './cloud-event.ts'
import { OutboxSignal, stageEvents } from './outbox.ts'
import { claimWaiting } from './outbox.store.ts'
import { OutboxRelay, type RelayOptions } from './relay.ts'
import { ensureStream, STREAM } from './stream.ts'
import {
  eventsDatabase,
  memoryLog,
  openBroker,
  sampleEvent,
  stage,
  waitAgain,
  WAYS,
  type EventsDatabase,
} from './events-database.test-helpers.ts'

describe.each(WAYS)('where events are written to the %s,', (way) => {
  let db: EventsDatabase
  let nats: Awaited<ReturnType<typeof testNats>>
  let brokers: Broker[]
  let running: { stop: () => Promise<void> }[]

  beforeAll(async () => {
    db = await eventsDatabase(way)
  })

  beforeEach(async () => {
    brokers = []
    running = []
    nats = await testNats()
  })

  afterEach(async () => {
    await Promise.all(running.map((one) => one.stop()))
    await Promise.all(brokers.map((broker) => broker.close()))
    await Promise.all([db.empty(), nats.stop()])
  })

  afterAll(() => db.close())

  const broker = (): Broker => {
    const opened = openBroker(nats.url)
    brokers.push(opened)
    return opened
  }

  /** Started at the same address, with whatever its store holds. */
  const restartNats = async (): Promise<void> => {
    Object.assign(nats, await startNats({ stateDir: nats.stateDir, port: nats.port }))
  }

  function startRelay(options: Partial<RelayOptions> = {}): OutboxRelay {
    const relay = new OutboxRelay({
      db: db.relay,
      app: db.app,
      broker: broker(),
      log: memoryLog(),
      ...options,
    })
    running.push(relay)
    return relay
  }

  /** Everything that arrives, as `aggregate@version`, in order of arrival. */
  function startReceiving(durable = 'reader'): { received: string[]; ids: Set<string>; consumer: RunningConsumer } {
    const received: string[] = []
    const ids = new Set<string>()
    const consumer = consume({
      broker: broker(),
      log: memoryLog(),
      durable,
      handle: (_businessId, deliveries) => {
        for (const { event } of deliveries) {
          received.push(`${event.subject}@${(event.data as Versioned).version}`)
          ids.add(event.id)
        }
        return Promise.resolve()
      },
      ping: () => Promise.resolve(),
      park: () => Promise.reject(new Error('nothing is poison here')),
    })
    running.push(consumer)
    return { received, ids, consumer }
  }

  const businessId = crypto.randomUUID()
  const versions = (aggregateId: string, count: number) =>
    Array.from({ length: count }, (_, index) => sampleEvent(businessId, aggregateId, index + 1))
  const nothingWaits = (relay: OutboxRelay) =>
    waitFor('the outbox to be empty', async () => (await relay.backlog()).count === 0)

  test('events of an aggregate leave in version order, with three relays at once', async () => {
    const aggregates = Array.from({ length: 10 }, () => crypto.randomUUID())
    const { received } = startReceiving()
    const relays = [1, 2, 3].map(() => startRelay({ batchSize: 7 }))
    // Interleaved, so that neighbours in the outbox belong to different aggregates.
    const events = versions('', 12).flatMap((_, index) =>
      aggregates.map((id) => sampleEvent(businessId, id, index + 1)),
    )
    await stage(db, events)
    await waitFor('all events to arrive', () => received.length >= 120)
    for (const id of aggregates)
      expect(received.filter((one) => one.startsWith(id))).toEqual(
        versions(id, 12).map((_, index) => `${id}@${index + 1}`),
      )
    await nothingWaits(relays[0] as OutboxRelay)
    expect(received).toHaveLength(120)
  })

  test('whichever events the stream refuses, none of their aggregate comes before them, and each comes once', async () => {
    const admin = broker()
    await admin.whenConnected()
    const one = fc.record({ aggregate: fc.nat(2), isLarge: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.array(one, { minLength: 5, maxLength: 25 }),
        fc.integer({ min: 3, max: 10 }),
        (written, size) => expectInOrder(admin, written, size),
      ),
      { numRuns: 6, endOnFailure: true },
    )
  }, 60_000)

  /** The stream refuses what is large, and then not any more. */
  async function expectInOrder(
    admin: Broker,
    written: readonly { aggregate: number; isLarge: boolean }[],
    batchSize: number,
  ): Promise<void> {
    await db.empty()
    const { streams } = await admin.client.jetstreamManager()
    await streams.delete(STREAM).catch(() => undefined)
    await ensureStream(admin)
    const ids = [1, 2, 3].map(() => crypto.randomUUID())
    const own = (index: number) => written.filter(({ aggregate }) => aggregate === index)
    const events = written.map(({ aggregate, isLarge }, index) => {
      const version = written.slice(0, index + 1).filter((other) => other.aggregate === aggregate).length
      const event = sampleEvent(businessId, ids[aggregate] ?? '', version)
      return isLarge ? { ...event, event: event.event.replace('state', 'x'.repeat(3_000)) } : event
    })
    await stage(db, events)
    await streams.update(STREAM, { max_msg_size: 2_000 })
    const relay = startRelay({ batchSize })
    const stuck = ids.map((_, index) => own(index).slice(own(index).findIndex(({ isLarge }) => isLarge)))
    const waiting = stuck.filter((rest) => rest.some(({ isLarge }) => isLarge)).flat().length
    await waitFor('what is not refused', async () => (await relay.backlog()).count === waiting)
    await streams.update(STREAM, { max_msg_size: -1 })
    await nothingWaits(relay)
    await relay.stop()
    const stored = await Promise.all(
      events.map(async (_, index) =>
        (await streams.getMessage(STREAM, { seq: index + 1 })).json<CloudEvent<Versioned>>(),
      ),
    )
    for (const [index, id] of ids.entries())
      expect(stored.filter(({ subject }) => subject === id).map(({ data }) => data.version)).toEqual(
        own(index).map((_, version) => version + 1),
      )
    expect((await streams.info(STREAM)).state.last_seq).toBe(events.length)
  }

  test('a write wakes the relay, which would not poll that soon', async () => {
    const { received } = startReceiving()
    const relay = startRelay({ pollMs: 600_000 })
    await stage(db, [sampleEvent(businessId, crypto.randomUUID(), 1)])
    relay.wake()
    await waitFor('the first event', () => received.length === 1)
    await nothingWaits(relay)
    // Connecting it makes the relay poll once more.
    await waitFor('it to listen', async () => {
      const listening = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'"
      return (await db.relay.call(listening)).length > 0
    })
    const signal = new OutboxSignal(db.app)
    await db.app.transact({ businessId }, async (tx) => {
      await stageEvents(tx, [sampleEvent(businessId, crypto.randomUUID(), 1)])
      tx.afterCommit(signal.notify)
    })
    await waitFor('the second event', () => received.length === 2)
  })

  test('an event whose transaction was open while later ones committed is not skipped', async () => {
    const { received } = startReceiving()
    const relay = startRelay()
    const early = crypto.randomUUID()
    const late = crypto.randomUUID()
    await db.app.transact({ businessId }, async (tx) => {
      await stageEvents(tx, [sampleEvent(businessId, early, 1)])
      await stage(db, [sampleEvent(businessId, late, 1)])
      relay.wake()
      await waitFor('the later event', () => received.includes(`${late}@1`))
    })
    relay.wake()
    await waitFor('the earlier event', () => received.includes(`${early}@1`))
  })

  test('a crash between publishing and marking publishes again, and the stream keeps one copy', async () => {
    const events = versions(crypto.randomUUID(), 1)
    await stage(db, events)
    const { received, consumer } = startReceiving()
    const first = startRelay()
    await nothingWaits(first)
    // The state after a crash: published, not marked.
    await first.stop()
    await waitAgain(db)
    const second = startRelay()
    await nothingWaits(second)
    await stage(db, versions(crypto.randomUUID(), 1))
    second.wake()
    await waitFor('the next event', () => received.length >= 2)
    await consumer.stop()
    expect(received).toHaveLength(2)
  })

  test('events claimed by a relay that dies are published by the others', async () => {
    await stage(db, versions(crypto.randomUUID(), 3))
    const failing = db.relay.transact({}, async (tx) => {
      expect(await claimWaiting(tx, 10)).toHaveLength(3)
      throw new Error('the relay died')
    })
    await expect(failing).rejects.toThrow('the relay died')
    const relay = startRelay()
    await nothingWaits(relay)
  })

  test('events written while NATS is stopped arrive when it is back', async () => {
    const { ids } = startReceiving()
    const relay = startRelay()
    await stage(db, versions(crypto.randomUUID(), 1))
    await waitFor('the first event', () => ids.size === 1)
    await nothingWaits(relay)
    await nats.stop()
    await stage(db, versions(crypto.randomUUID(), 5))
    expect((await relay.backlog()).count).toBe(5)
    await restartNats()
    await waitFor('the others', () => ids.size === 6, { timeoutMs: 20_000 })
  })

  test('a stream whose store was wiped is filled again from the outbox', async () => {
    const log = memoryLog()
    const relay = startRelay({ log })
    const before = startReceiving('before')
    const aggregate = crypto.randomUUID()
    await stage(db, versions(aggregate, 3))
    await waitFor('the events', () => before.received.length === 3)
    await nothingWaits(relay)
    await nats.crash()
    wipeNatsStore(nats.stateDir)
    await restartNats()
    const after = startReceiving('after')
    await waitFor('a new reader to have all of it', () => after.ids.size === 3, { timeoutMs: 20_000 })
    expect(after.received).toEqual([1, 2, 3].map((version) => `${aggregate}@${version}`))
    expect(log.lines).toContain('The event stream was lost; publishing the last days again')
    await stage(db, [sampleEvent(businessId, aggregate, 4)])
    relay.wake()
    await waitFor('the old reader to go on', () => before.received.includes(`${aggregate}@4`), { timeoutMs: 20_000 })
  })

  test('a stream that was deleted under a living connection is noticed and filled again', async () => {
    const relay = startRelay()
    const { received, ids } = startReceiving()
    await stage(db, versions(crypto.randomUUID(), 3))
    await waitFor('the events', () => received.length === 3)
    await nothingWaits(relay)
    const admin = broker()
    await admin.whenConnected()
    await (await admin.client.jetstreamManager()).streams.delete('PACIOLI')
    await waitFor('all of it a second time', () => received.length === 6, { timeoutMs: 20_000 })
    expect(ids.size).toBe(3)
  })

  test('a relay and a reader stop while NATS is unavailable', async () => {
    const relay = startRelay()
    const { consumer } = startReceiving()
    await stage(db, versions(crypto.randomUUID(), 1))
    await nothingWaits(relay)
    await nats.crash()
    await waitFor('the loss to be noticed', () => brokers.every((one) => !one.connected))
    await Promise.all([relay.stop(), consumer.stop()])
    expect(brokers.some((one) => one.connected)).toBe(false)
  })

  test('a stream that lost its end, which others have filled since, is filled again', async () => {
    const [store, copy] = [join(nats.stateDir, 'nats'), join(nats.stateDir, 'copy')]
    const before = startRelay()
    await stage(db, versions(crypto.randomUUID(), 2))
    await nothingWaits(before)
    await nats.stop()
    cpSync(store, copy, { recursive: true })
    await restartNats()
    await stage(db, versions(crypto.randomUUID(), 3))
    await nothingWaits(before)
    await before.stop()
    await nats.crash()
    wipeNatsStore(nats.stateDir)
    cpSync(copy, store, { recursive: true })
    await restartNats()
    const other = broker()
    await other.whenConnected()
    for (let count = 0; count < 5; count++) await other.client.jetstream().publish('pacioli.x.other.changed', 'theirs')
    const log = memoryLog()
    startRelay({ log })
    const { ids } = startReceiving('after')
    await waitFor('all events', () => ids.size === 5, { timeoutMs: 20_000 })
    expect(log.lines).toContain('The event stream was lost; publishing the last days again')
  })

  test('a stream that has what it had is not filled again when its server comes back', async () => {
    const log = memoryLog()
    const relay = startRelay({ log })
    const { ids } = startReceiving()
    await stage(db, versions(crypto.randomUUID(), 2))
    await nothingWaits(relay)
    await nats.stop()
    await restartNats()
    await stage(db, versions(crypto.randomUUID(), 1))
    await waitFor('the next event', () => ids.size >= 3, { timeoutMs: 20_000 })
    await nothingWaits(relay)
    // What was acknowledged as the server went down may arrive once more; the stream has each event once.
    const other = broker()
    await other.whenConnected()
    const { streams } = await other.client.jetstreamManager()
    expect((await streams.info(STREAM)).state.messages).toBe(3)
    expect(log.lines).not.toContain('The event stream was lost; publishing the last days again')
  })

  test('a stream that lost its end is filled again', async () => {
    const log = memoryLog()
    const relay = startRelay({ log })
    const [store, copy] = [join(nats.stateDir, 'nats'), join(nats.stateDir, 'copy')]
    await stage(db, versions(crypto.randomUUID(), 2))
    await nothingWaits(relay)
    await nats.stop()
    cpSync(store, copy, { recursive: true })
    await restartNats()
    await stage(db, versions(crypto.randomUUID(), 3))
    await nothingWaits(relay)
    await nats.crash()
    wipeNatsStore(nats.stateDir)
    cpSync(copy, store, { recursive: true })
    await restartNats()
    const { ids } = startReceiving('after')
    await waitFor('all events', () => ids.size === 5, { timeoutMs: 20_000 })
    expect(log.lines).toContain('The event stream was lost; publishing the last days again')
  })
})
