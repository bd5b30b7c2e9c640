import { refused } from '@pacioli/errors'
import { startNats } from '@pacioli/dev-stack'
import { testNats, waitFor } from '@pacioli/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { consume, type ConsumeOptions } from './consumer.ts'
import type { Broker } from './connect.ts'
import { parkEvent } from './delivery.ts'
import { ensureStream } from './stream.ts'
import {
  eventsDatabase,
  memoryLog,
  openBroker,
  sampleEvent,
  type EventsDatabase,
} from './events-database.test-helpers.ts'

let db: EventsDatabase
let nats: Awaited<ReturnType<typeof testNats>>
let broker: Broker
let running: { stop: () => Promise<void> }[]

beforeEach(async () => {
  running = []
  ;[db, nats] = await Promise.all([eventsDatabase(), testNats()])
  broker = openBroker(nats.url)
  await broker.whenConnected()
  await ensureStream(broker)
})

afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()))
  await broker.close()
  await Promise.all([db.close(), nats.stop()])
})

const businessId = crypto.randomUUID()

async function publish(count: number, business = businessId): Promise<string[]> {
  const events = Array.from({ length: count }, () => sampleEvent(business, crypto.randomUUID(), 1))
  for (const { subject, event } of events) await broker.client.jetstream().publish(subject, event)
  return events.map(({ id }) => id)
}

function start(handle: ConsumeOptions['handle'], more: Partial<ConsumeOptions> = {}) {
  const consumer = consume({
    broker,
    log: memoryLog(),
    durable: 'reader',
    filterSubject: 'pacioli.>',
    handle,
    park: (poison) =>
      db.app.transact({ businessId: poison.businessId }, (tx) => parkEvent(tx, 'reader', poison, new Date())),
    ...more,
  })
  running.push(consumer)
  return consumer
}

const parked = (business = businessId) =>
  db.app.transact({ businessId: business }, (tx) =>
    tx.rows<{ event_id: string; error: string }>('SELECT event_id, error FROM parked_events'),
  )

test('a poison event is set aside with its reason while the others flow', async () => {
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

test('a message that is no event is set aside at once', async () => {
  await broker.client.jetstream().publish(`pacioli.${businessId}.sample.changed`, 'not json')
  start(() => Promise.resolve())
  const found = await waitFor('it to be parked', async () => {
    const rows = await parked()
    return rows.length > 0 && rows
  })
  expect(found[0]?.error).toBe('Error: The message is no CloudEvent')
})

test('while the database is away events wait, and none is set aside', async () => {
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
  await waitFor('more tries than a poison event gets', () => tries > 4)
  away = false
  await waitFor('all of them', () => taken.size === 5)
  expect(await parked()).toEqual([])
})

test('each business gets its events apart from the others', async () => {
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

test('what was not acknowledged before a stop comes again, to whoever comes next', async () => {
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

test('a consumer that starts before NATS does begins when it is there', async () => {
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
