/** Several businesses at a time: what a slow one may cost the others, and what happens to its own events. */
import { refused } from '@pacioli/errors'
import { waitFor } from '@pacioli/testing'
import { AckPolicy, DeliverPolicy, nanos } from 'nats'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { consume, type ConsumeOptions } from './consumer.ts'
import { STREAM } from './stream.ts'
import {
  eventsBroker,
  eventsDatabase,
  memoryLog,
  sampleEvent,
  type EventsBroker,
  type EventsDatabase,
} from './events-database.test-helpers.ts'

let db: EventsDatabase
let broker: EventsBroker

beforeAll(async () => {
  db = await eventsDatabase()
})

beforeEach(async () => {
  broker = await eventsBroker()
})

afterEach(() => broker.stop())

afterAll(() => db.close())

const slow = crypto.randomUUID()

async function publish(count: number, business: string): Promise<string[]> {
  const events = Array.from({ length: count }, () => sampleEvent(business, crypto.randomUUID(), 1))
  for (const { subject, event } of events) await broker.publisher.client.jetstream().publish(subject, event)
  return events.map(({ id }) => id)
}

type Taken = { business: string; id: string; reader: string }

/** Applies events as services do: in a transaction that needs rows of the business. */
function start(taken: Taken[], more: Partial<ConsumeOptions> = {}, reader = 'first') {
  return broker.runs(
    consume({
      broker: broker.open(),
      log: memoryLog(),
      durable: 'reader',
      handle: (business, deliveries) =>
        db.app.transact({ businessId: business }, async (tx) => {
          await tx.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [business])
          taken.push(...deliveries.map(({ event }) => ({ business, id: event.id, reader })))
        }),
      ping: () => db.app.ping(),
      park: () => Promise.reject(new Error('nothing is poison here')),
      ...more,
    }),
  )
}

/** Locks rows of a business until they are released. */
async function lock(business: string): Promise<() => Promise<void>> {
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const done = db.relay.transact({}, async (tx) => {
    await tx.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [business])
    locked.resolve()
    await release.promise
  })
  await locked.promise
  return async () => {
    release.resolve()
    await done
  }
}

const consumers = async () => (await broker.publisher.client.jetstreamManager()).consumers
const state = async () => (await consumers()).info(STREAM, 'reader')
const isBound = () =>
  state().then(
    () => true,
    () => false,
  )
const nothingLeft = () =>
  waitFor('all to be acknowledged', async () => {
    const { num_pending, num_ack_pending } = await state()
    return num_pending + num_ack_pending === 0
  })

/** Sets another acknowledgement time on the server, so that a test need not wait for the usual one. */
const waitForAck = async (ms: number): Promise<unknown> =>
  (await consumers()).update(STREAM, 'reader', { ack_wait: nanos(ms) })

test('a business with locked rows and more events than the buffer holds does not delay the others', async () => {
  const release = await lock(slow)
  const waiting = await publish(60, slow)
  const taken: Taken[] = []
  start(taken, { batchSize: 10 })
  start(taken, { batchSize: 10 }, 'second')
  for (let round = 0; round < 5; round += 1) {
    const others = Array.from({ length: 6 }, () => crypto.randomUUID())
    for (const other of others) await publish(1, other)
    waiting.push(...(await publish(5, slow)))
    await waitFor('the events of the others', () =>
      others.every((other) => taken.some((one) => one.business === other)),
    )
  }
  expect(taken.filter(({ business }) => business === slow)).toEqual([])
  await release()
  await waitFor('those that waited', () => waiting.every((id) => taken.some((one) => one.id === id)))
  await nothingLeft()
})

test('events of a business are applied in order, one batch at a time, beside those of others', async () => {
  const businesses = Array.from({ length: 8 }, () => crypto.randomUUID())
  const published = new Map<string, string[]>(businesses.map((business) => [business, []]))
  for (let round = 0; round < 25; round += 1)
    for (const business of businesses) published.get(business)?.push(...(await publish(1, business)))
  const taken: Taken[] = []
  const inWork = new Set<string>()
  let most = 0
  start(taken, {
    batchSize: 400,
    handle: async (business, deliveries) => {
      expect(inWork.has(business)).toBe(false)
      inWork.add(business)
      most = Math.max(most, inWork.size)
      await db.app.ping()
      taken.push(...deliveries.map(({ event }) => ({ business, id: event.id, reader: 'first' })))
      inWork.delete(business)
    },
    atOnce: 3,
  })
  await waitFor('all of them', () => taken.length === 200)
  for (const [business, ids] of published)
    expect(taken.filter((one) => one.business === business).map(({ id }) => id)).toEqual(ids)
  expect(most).toBe(3)
})

test('a backlog of one business that exceeds the buffer is applied completely, each event once', async () => {
  const ids = await publish(120, slow)
  const taken: Taken[] = []
  start(taken, { batchSize: 10 })
  await waitFor('all of them', () => taken.length >= ids.length)
  await nothingLeft()
  expect(taken.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test('where events may be deferred only for a while, all wait for a longer backlog, which is applied completely', async () => {
  const ids = await publish(120, slow)
  const taken: Taken[] = []
  start(taken, { batchSize: 10, mostPutOffMs: 0 })
  await waitFor('all of them', () => taken.length >= ids.length)
  await nothingLeft()
  expect(taken.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test('work that exceeds the acknowledgement time is not delivered a second time', async () => {
  const taken: Taken[] = []
  start(taken)
  start(taken, {}, 'second')
  await waitFor('the consumer', isBound)
  await waitForAck(5_000)
  let kept = 0
  broker.publisher.client.subscribe(`$JS.ACK.${STREAM}.reader.>`, {
    callback: (_error, message) => {
      if (message.string() === '+WPI') kept += 1
    },
  })
  const release = await lock(slow)
  const [id] = await publish(1, slow)
  // Each of them arrives a second and a half after the one before, and some seconds later where there is little to run on.
  await waitFor('it to be kept for longer', () => kept >= 4, { timeoutMs: 30_000 })
  expect(await state()).toMatchObject({ num_redelivered: 0, num_ack_pending: 1 })
  await release()
  await nothingLeft()
  expect(taken.map((one) => one.id)).toEqual([id])
})

test('events held by a killed reader are delivered to another one, and none is lost', async () => {
  const taken: Taken[] = []
  const lost = broker.open()
  const hung = Promise.withResolvers<void>()
  let begun = 0
  const first = start([], { broker: lost, handle: async () => ((begun += 1), hung.promise) })
  await waitFor('the consumer', isBound)
  const businesses = [slow, crypto.randomUUID(), crypto.randomUUID()]
  const ids = (await Promise.all(businesses.map((business) => publish(5, business)))).flat()
  await waitFor('several to be in work', () => begun === 3)
  // It sends nothing more.
  await lost.close()
  await waitForAck(2_000)
  start(taken, {}, 'second')
  await waitFor('the second to have set its time', async () => (await state()).config.ack_wait !== nanos(2_000))
  await waitForAck(1_000)
  await waitFor('all of them', () => ids.every((id) => taken.some((one) => one.id === id)), { timeoutMs: 15_000 })
  hung.resolve()
  await first.stop()
  await nothingLeft()
})

test('events that a stopped reader had not begun with are applied by another one', async () => {
  const release = await lock(slow)
  const ids = await publish(6, slow)
  const taken: Taken[] = []
  const first = start(taken, { batchSize: 2 })
  await waitFor('some to be in hand', async () => (await isBound()) && (await state()).num_ack_pending >= 3)
  const stopped = first.stop()
  start(taken, {}, 'second')
  await release()
  await stopped
  await waitFor('all of them', () => taken.length === ids.length)
  await nothingLeft()
  expect(taken.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(new Set(taken.map(({ reader }) => reader))).toEqual(new Set(['first', 'second']))
})

test('a paused business is retried no earlier than announced, and none of its events is lost', async () => {
  const tries: number[] = []
  const taken: Taken[] = []
  const ids = await publish(4, slow)
  start(taken, {
    handle: (business, deliveries) => {
      tries.push(performance.now())
      if (tries.length <= 3) return Promise.reject(refused('VersionConflict', 'It is being rebuilt.'))
      taken.push(...deliveries.map(({ event }) => ({ business, id: event.id, reader: 'first' })))
      return Promise.resolve()
    },
  })
  await waitFor('the first try', () => tries.length === 1)
  ids.push(...(await publish(4, slow)))
  await waitFor('all of them', () => taken.length === ids.length)
  const pauses = tries.slice(1, 4).map((at, index) => at - (tries[index] ?? 0))
  // The server's timer may be some milliseconds early.
  ;[100, 200, 400].forEach((held, index) => expect(pauses[index]).toBeGreaterThan(held * 0.9))
})

test('a consumer of the previous version gets the new acknowledgement time, and may set it back without harm', async () => {
  const before = {
    durable_name: 'reader',
    filter_subject: 'pacioli.>',
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(5_000),
    max_deliver: -1,
    max_ack_pending: -1,
  }
  const manager = await broker.publisher.client.jetstreamManager()
  await manager.consumers.add(STREAM, before)
  const [earlier] = await publish(1, slow)
  const taken: Taken[] = []
  start(taken)
  await waitFor('it to be given', async () => (await state()).config.ack_wait === nanos(6_000))
  await waitFor('what was published before', () => taken.some(({ id }) => id === earlier))
  await manager.consumers.add(STREAM, before)
  expect((await state()).config.ack_wait).toBe(nanos(5_000))
  const [later] = await publish(1, slow)
  await waitFor('what was published after', () => taken.some(({ id }) => id === later))
  await nothingLeft()
  expect(taken).toHaveLength(2)
})
