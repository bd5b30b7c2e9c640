import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { NO_BUSINESS } from '@pacioli/db/no-business'
import { refused } from '@pacioli/errors'
import { startNats } from '@pacioli/dev-stack'
import { currentRequestId, servingRequest } from '@pacioli/telemetry'
import { waitFor } from '@pacioli/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { consume, type ConsumeOptions } from './consumer.ts'
import type { Broker } from './connect.ts'
import { parkEvent } from './parked-event.store.ts'
import { STREAM } from './stream.ts'
import {
  eventsBroker,
  eventsDatabase,
  memoryLog,
  openBroker,
  sampleEvent,
  type EventsBroker,
  type EventsDatabase,
} from './events-database.test-helpers.ts'

let db: EventsDatabase
let served: EventsBroker
let nats: EventsBroker['nats']
let broker: Broker

beforeAll(async () => {
  db = await eventsDatabase()
})

beforeEach(async () => {
  served = await eventsBroker()
  nats = served.nats
  broker = served.publisher
})

afterEach(async () => {
  await served.stop()
  await db.empty()
})

afterAll(() => db.close())

const businessId = crypto.randomUUID()

async function publish(count: number, business = businessId): Promise<string[]> {
  const events = Array.from({ length: count }, () => sampleEvent(business, crypto.randomUUID(), 1))
  for (const { subject, event } of events) await broker.client.jetstream().publish(subject, event)
  return events.map(({ id }) => id)
}

function start(handle: ConsumeOptions['handle'], more: Partial<ConsumeOptions> = {}) {
  return served.runs(
    consume({
      broker,
      log: memoryLog(),
      durable: 'reader',
      handle,
      ping: () => Promise.resolve(),
      park: (poison) =>
        db.app.transact({ businessId: poison.businessId }, (tx) => parkEvent(tx, 'reader', poison, new Date())),
      ...more,
    }),
  )
}

const parked = (business = businessId) =>
  db.app.transact({ businessId: business }, (tx) =>
    tx.rows<{ event_id: string; error: string }>('SELECT event_id, error FROM parked_events'),
  )

test('a poison event is parked with its reason while the others are processed', async () => {
  const ids = await publish(20)
  const taken = new Set<string>()
  start(
    (_business, deliveries) => {
      if (deliveries.some(({ event }) => event.id === ids[7])) return Promise.reject(new Error('cannot be right'))
      for (const { event } of deliveries) taken.add(event.id)
      return Promise.resolve()
    },
    { maxAttempts: 3 },
  )
  await waitFor('the others', () => taken.size === 19)
  const found = await waitFor('the poison to be parked', async () => {
    const rows = await parked()
    return rows.length > 0 && rows
  })
  expect(found).toEqual([{ event_id: ids[7], error: 'Error: cannot be right' }])
})

test('a message that is no event is parked at once', async () => {
  await broker.client.jetstream().publish(`pacioli.${businessId}.sample.changed`, 'not json')
  start(() => Promise.resolve())
  const found = await waitFor('it to be parked', async () => {
    const rows = await parked()
    return rows.length > 0 && rows
  })
  expect(found[0]?.error).toBe('Error: The message is no CloudEvent')
})

test('events of kinds it does not process are acknowledged unread', async () => {
  await broker.client.jetstream().publish(`pacioli.${businessId}.other.changed`, 'not even json')
  const ids = await publish(3)
  const taken: string[] = []
  start(
    (_business, deliveries) => {
      taken.push(...deliveries.map(({ event }) => event.id))
      return Promise.resolve()
    },
    { aggregates: ['sample'] },
  )
  await waitFor('those that it takes in', () => taken.length === 3)
  const manager = await broker.client.jetstreamManager()
  await waitFor('all to be acknowledged', async () => {
    const { num_pending, num_ack_pending } = await manager.consumers.info(STREAM, 'reader')
    return num_pending + num_ack_pending === 0
  })
  expect(taken).toEqual(ids)
  expect(await parked()).toEqual([])
})

test('acknowledgements of events that it does not process share packets', async () => {
  const counting = await countingAcknowledgements(nats.url)
  const distant = openBroker(counting.url)
  const consumer = start(() => Promise.resolve(), { broker: distant, aggregates: ['sample'] })
  const publishOne = () => broker.client.jetstream().publish(`pacioli.${businessId}.other.changed`, 'not even json')
  await publishOne()
  await waitFor('the first to be acknowledged', () => counting.acknowledgements() === 1)
  // One by one, so that they do not arrive together.
  for (let count = 0; count < 200; count++) await publishOne()
  await waitFor('all to be acknowledged', () => counting.acknowledgements() === 201)
  expect(counting.packets()).toBeLessThan(100)
  await consumer.stop()
  await distant.close()
  counting.close()
})

/** A proxy before the server that counts the acknowledgements of clients, and the packets that have any. */
async function countingAcknowledgements(url: string) {
  const { hostname, port } = new URL(url)
  let [acknowledgements, packets] = [0, 0]
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.on('data', (packet) => {
      const count = packet.toString('latin1').split('+ACK').length - 1
      acknowledgements += count
      packets += Math.min(count, 1)
    })
    near.pipe(far).pipe(near)
    for (const socket of [near, far])
      socket.on('error', () => undefined).on('close', () => [near, far].forEach((one) => one.destroy()))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const own = new URL(url)
  own.port = String((proxy.address() as AddressInfo).port)
  return {
    url: own.href,
    acknowledgements: () => acknowledgements,
    packets: () => packets,
    close: () => void proxy.close(),
  }
}

test('while the database is unavailable events wait, and none is parked', async () => {
  await publish(5)
  let away = true
  let tries = 0
  const taken = new Set<string>()
  start(
    (_business, deliveries) => {
      tries += 1
      if (away) return Promise.reject(refused('ServiceUnavailable', 'The database cannot be reached right now.'))
      for (const { event } of deliveries) taken.add(event.id)
      return Promise.resolve()
    },
    { maxAttempts: 2 },
  )
  await waitFor('more tries than a poison event gets', () => tries > 2)
  away = false
  await waitFor('all of them', () => taken.size === 5)
  expect(await parked()).toEqual([])
})

test('a business that has to wait does not delay others, however many of its events wait', async () => {
  const other = crypto.randomUUID()
  const waiting = await publish(30)
  const tried = new Set<string>()
  const taken = new Set<string>()
  let away = true
  start(
    (business, deliveries) => {
      for (const { event } of deliveries) (business === businessId && away ? tried : taken).add(event.id)
      if (business === businessId && away) return Promise.reject(refused('VersionConflict', 'It is being rebuilt.'))
      return Promise.resolve()
    },
    { batchSize: 5 },
  )
  await waitFor('the first to be tried', () => tried.size > 0)
  for (let round = 0; round < 4; round += 1) {
    const [id] = await publish(1, other)
    await waitFor('the event of the other business', () => taken.has(id ?? ''), { timeoutMs: 2_000 })
  }
  away = false
  await waitFor('those that waited', () => waiting.every((id) => taken.has(id)))
  expect(await parked()).toEqual([])
})

test('an event that has waited long does not delay others of its business, and is applied in the end', async () => {
  const [stuck] = await publish(1)
  const taken = new Set<string>()
  let away = true
  let tries = 0
  start(
    (_business, deliveries) => {
      if (away && deliveries.some(({ event }) => event.id === stuck)) {
        tries += 1
        return Promise.reject(refused('ServiceUnavailable', 'Its state cannot be fetched.'))
      }
      for (const { event } of deliveries) taken.add(event.id)
      return Promise.resolve()
    },
    { patience: { deliveries: 2, retryMs: 100 } },
  )
  await waitFor('it to be tried for long', () => tries > 3)
  for (let round = 0; round < 3; round += 1) {
    const [id] = await publish(1)
    await waitFor('the next event', () => taken.has(id ?? ''), { timeoutMs: 1_000 })
  }
  expect(taken.has(stuck ?? '')).toBe(false)
  away = false
  await waitFor('the one that was stuck', () => taken.has(stuck ?? ''))
  expect(await parked()).toEqual([])
})

test('while a shared dependency is unavailable, all businesses wait instead of being tried in turn', async () => {
  const businesses = Array.from({ length: 20 }, () => crypto.randomUUID())
  for (const business of businesses) await publish(1, business)
  let away = true
  let pings = 0
  let triesSinceFirstPing = 0
  const taken = new Set<string>()
  start(
    (business) => {
      if (pings > 0) triesSinceFirstPing += 1
      if (away) return Promise.reject(refused('ServiceUnavailable', 'The database cannot be reached right now.'))
      taken.add(business)
      return Promise.resolve()
    },
    {
      batchSize: 1,
      ping: () => {
        pings += 1
        return away ? Promise.reject(new Error('away')) : Promise.resolve()
      },
    },
  )
  await waitFor('two pings', () => pings === 2)
  expect(triesSinceFirstPing).toBeLessThan(4)
  away = false
  await waitFor('all of them', () => taken.size === businesses.length)
})

test('the business of an event is in lower case, whatever its subject has', async () => {
  const { event, id } = sampleEvent(businessId, crypto.randomUUID(), 1)
  await broker.client.jetstream().publish(`pacioli.${businessId.toUpperCase()}.sample.changed`, event)
  const taken: string[] = []
  start((business, deliveries) => {
    taken.push(...deliveries.flatMap((delivery) => [business, delivery.businessId, delivery.event.id]))
    return Promise.resolve()
  })
  await waitFor('it', () => taken.length > 0)
  expect(taken).toEqual([businessId, businessId, id])
})

test('an event whose subject names no business is parked and never taken for one of the client as a whole', async () => {
  const { event, id } = sampleEvent(businessId, crypto.randomUUID(), 1)
  const ofClient = sampleEvent(NO_BUSINESS, crypto.randomUUID(), 1)
  await broker.client.jetstream().publish('pacioli.nobody.sample.changed', event)
  await broker.client.jetstream().publish(ofClient.subject, ofClient.event)
  const taken: string[] = []
  start((business, deliveries) => {
    taken.push(business, ...deliveries.map((delivery) => delivery.event.id))
    return Promise.resolve()
  })
  const found = await waitFor('it to be parked', async () => {
    const rows = await parked(NO_BUSINESS)
    return rows.length > 0 && rows
  })
  expect(found).toEqual([{ event_id: id, error: expect.stringContaining('names no business') }])
  await waitFor('the other one', () => taken.length > 0)
  expect(taken).toEqual([NO_BUSINESS, ofClient.id])
})

test('a batch runs in the context of the request that all its events come from, if it is one', async () => {
  const publishOf = async (requestId: string | undefined) => {
    const { subject, event } = servingRequest({ requestId }, () => sampleEvent(businessId, crypto.randomUUID(), 1))
    await broker.client.jetstream().publish(subject, event)
  }
  const seen: [(string | undefined)[], string | undefined][] = []
  const requests = ['r-1', 'r-1', 'r-2', undefined]
  for (const requestId of requests) await publishOf(requestId)
  for (const batchSize of [1, 4]) {
    seen.length = 0
    start(
      (_business, deliveries) => {
        seen.push([deliveries.map(({ event }) => event.requestid), currentRequestId()])
        return Promise.resolve()
      },
      { batchSize, durable: `reader_${batchSize}` },
    )
    await waitFor('all of them', () => seen.flatMap(([of]) => of).length === requests.length)
    for (const [of, served] of seen) expect(served).toBe(new Set(of).size === 1 ? of[0] : undefined)
  }
})

test('each business gets its events separately', async () => {
  const other = crypto.randomUUID()
  await publish(3)
  await publish(3, other)
  const seen: [string, number][] = []
  start((business, deliveries) => {
    seen.push([business, deliveries.length])
    expect(deliveries.every((delivery) => delivery.businessId === business)).toBe(true)
    return Promise.resolve()
  })
  const countOf = (business: string) =>
    seen.filter(([id]) => id === business).reduce((sum, [, count]) => sum + count, 0)
  await waitFor('all of them', () => countOf(businessId) === 3 && countOf(other) === 3)
})

test('events not acknowledged before a stop are delivered again, to the next reader', async () => {
  await publish(4)
  let release = (): void => undefined
  const hung = new Promise<void>((resolve) => (release = resolve))
  let started = false
  const first = start(async () => {
    started = true
    await hung
    throw refused('ServiceUnavailable', 'The database went away.')
  })
  await waitFor('the first to begin', () => started)
  const ended = first.stop()
  release()
  await ended
  const taken = new Set<string>()
  start((_business, deliveries) => {
    for (const { event } of deliveries) taken.add(event.id)
    return Promise.resolve()
  })
  await waitFor('all of them', () => taken.size === 4)
})

test('a consumer that starts before NATS begins when NATS does', async () => {
  await nats.stop()
  const lonely = openBroker(nats.url)
  const taken: string[] = []
  const consumer = start(
    (_business, deliveries) => {
      taken.push(...deliveries.map(({ event }) => event.id))
      return Promise.resolve()
    },
    { broker: lonely },
  )
  expect(lonely.connected).toBe(false)
  Object.assign(nats, await startNats({ stateDir: nats.stateDir, port: nats.port }))
  await broker.whenConnected()
  const [id] = await publish(1)
  await waitFor('the event', () => taken.includes(id ?? ''))
  await consumer.stop()
  await lonely.close()
})

test('the lag of a consumer counts the events it holds, and is as old as the oldest of them', async () => {
  await publish(3)
  const held = Promise.withResolvers<void>()
  const consumer = start(async () => held.promise)
  const behind = await waitFor('the consumer to be made', () => consumer.lag().catch(() => undefined))
  expect(behind.pending).toBe(3)
  const manager = await broker.client.jetstreamManager()
  expect(behind.oldest).toEqual((await manager.streams.getMessage(STREAM, { seq: 1 })).time)
  const later = await publish(2)
  await waitFor('all of them to count', async () => (await consumer.lag()).pending === 3 + later.length)
  expect((await consumer.lag()).oldest).toEqual(behind.oldest)
  held.resolve()
  await waitFor('nothing to be left', async () => (await consumer.lag()).pending === 0)
  expect(await consumer.lag()).toEqual({ pending: 0, oldest: null })
})

/** Those with a mark are for readers of all subjects alone. */
async function publishMarked(): Promise<string> {
  const { id, subject, event } = sampleEvent(businessId, crypto.randomUUID(), 1)
  await broker.client.jetstream().publish(`${subject}.aside`, event)
  return id
}

function collect(filterSubject?: string) {
  const taken: string[] = []
  const handle: ConsumeOptions['handle'] = (_business, deliveries) => {
    taken.push(...deliveries.map(({ event }) => event.id))
    return Promise.resolve()
  }
  return { taken, consumer: start(handle, { filterSubject }) }
}

test('a consumer is not sent what its filter leaves out, which counts for nothing in its lag', async () => {
  await publishMarked()
  const held = Promise.withResolvers<void>()
  const consumer = start(async () => held.promise, { filterSubject: 'pacioli.*.*.*' })
  await waitFor('the consumer to be made', () => consumer.lag().catch(() => undefined))
  expect(await consumer.lag()).toEqual({ pending: 0, oldest: null })
  await publish(1)
  await publishMarked()
  const behind = await waitFor('its event', async () => (await consumer.lag()).oldest !== null && consumer.lag())
  const manager = await broker.client.jetstreamManager()
  expect(behind).toEqual({ pending: 1, oldest: (await manager.streams.getMessage(STREAM, { seq: 2 })).time })
  held.resolve()
  await waitFor('nothing to be left', async () => (await consumer.lag()).pending === 0)
})

test.each([
  ['pacioli.>', 'pacioli.*.*.*'],
  ['pacioli.>', undefined],
  ['pacioli.*.*.*', undefined],
])(
  'replicas of two versions, with the filters %s and %s, share a consumer, and take in what both want',
  async (old, its) => {
    const [first] = await publish(1)
    const before = collect(old)
    await waitFor('the first event', () => before.taken.includes(first ?? ''))
    const after = collect(its)
    const manager = await broker.client.jetstreamManager()
    const filter = async () => (await manager.consumers.info(STREAM, 'reader')).config.filter_subject
    await waitFor('the new filter', async () => (await filter()) === its)
    await publishMarked()
    const plain = await publish(20)
    const taken = () => [...before.taken, ...after.taken]
    await waitFor('what both want', () => plain.every((id) => taken().includes(id)))
    await before.consumer.stop()
    // After a rollback it goes on where it was.
    const again = collect(old)
    await waitFor('the old filter', async () => (await filter()) === old)
    const [last] = await publish(1)
    await waitFor('what comes then', () => [...again.taken, ...after.taken].includes(last ?? ''))
    expect(taken().filter((id) => id === first)).toHaveLength(1)
  },
)

test('while NATS is unavailable the lag of a consumer is unknown', async () => {
  const consumer = start(() => Promise.resolve())
  await waitFor('the consumer to be made', () => consumer.lag().catch(() => undefined))
  await nats.stop()
  await waitFor('the loss to be noticed', () => !broker.connected)
  await expect(consumer.lag()).rejects.toThrow('NATS cannot be reached')
})
