import { testNats, waitFor } from '@pacioli/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startNats } from '@pacioli/dev-stack'
import type { Broker } from './connect.ts'
import { consume, type ConsumeOptions } from './consumer.ts'
import { readPublished } from './outbox.store.ts'
import { tellPublished } from './published.ts'
import { OutboxRelay } from './relay.ts'
import { STREAM } from './stream.ts'
import { TakenIn } from './taken-in.ts'
import {
  eventsDatabase,
  memoryLog,
  openBroker,
  sampleEvent,
  stage,
  type EventsDatabase,
} from './events-database.test-helpers.ts'

let db: EventsDatabase
let nats: Awaited<ReturnType<typeof testNats>>
let broker: Broker
let stops: (() => Promise<unknown>)[]

beforeAll(async () => {
  db = await eventsDatabase()
})

beforeEach(async () => {
  stops = []
  nats = await testNats()
  broker = openBroker(nats.url)
})

afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await broker.close()
  await Promise.all([db.empty(), nats.stop()])
})

afterAll(() => db.close())

const QUICK = { everyMs: 20 }

function startRelay(): OutboxRelay {
  const relay = new OutboxRelay({ db: db.relay, app: db.app, broker, log: memoryLog() })
  stops.push(() => relay.stop())
  return relay
}

function startTelling(owner = 'ledger'): void {
  stops.push(tellPublished({ db: db.relay, broker, owner, ...QUICK }))
}

function startReading(handle: ConsumeOptions['handle'] = () => Promise.resolve(), owners = ['ledger']): TakenIn {
  const consumer = consume({
    broker,
    log: memoryLog(),
    durable: 'reader',
    handle,
    ping: () => Promise.resolve(),
    park: () => Promise.reject(new Error('nothing is poison here')),
  })
  const takenIn = new TakenIn({ broker, durables: ['reader'], owners, ...QUICK })
  stops.push(
    () => consumer.stop(),
    () => takenIn.stop(),
  )
  return takenIn
}

const throughOf = (takenIn: TakenIn): number => takenIn.through?.getTime() ?? 0
const databaseNow = async (): Promise<number> => {
  const [row] = await db.relay.call<{ now: Date }>('SELECT clock_timestamp() AS now')
  return row?.now.getTime() ?? 0
}
const write = () => stage(db, [sampleEvent(crypto.randomUUID(), crypto.randomUUID(), 1)])

test('a commit is reported as applied once it is, and without changes the present is', async () => {
  const taken: string[] = []
  startRelay()
  startTelling()
  const takenIn = startReading(
    async (_business, deliveries) => void taken.push(...deliveries.map(({ event }) => event.id)),
  )
  await write()
  const committed = await databaseNow()
  await waitFor('it to be known', () => throughOf(takenIn) >= committed)
  expect(taken).toHaveLength(1)
  const later = await databaseNow()
  await waitFor('it to go on', () => throughOf(takenIn) >= later)
})

test('while an event is unpublished no later time is reported', async () => {
  startTelling()
  const first = startRelay()
  const takenIn = startReading()
  await waitFor('it to be known', () => throughOf(takenIn) > 0)
  await first.stop()
  const event = sampleEvent(crypto.randomUUID(), crypto.randomUUID(), 1)
  await stage(db, [event])
  const committed = await databaseNow()
  const publishedThrough = async () => (await readPublished(db.relay, STREAM))?.through.getTime() ?? 0
  const stuck = await publishedThrough()
  expect(stuck).toBe(event.createdAt.getTime())
  await waitFor('time to pass', async () => (await databaseNow()) > committed)
  expect(await publishedThrough()).toBe(stuck)
  await waitFor('as much as is true', () => throughOf(takenIn) >= stuck)
  expect(throughOf(takenIn)).toBeLessThanOrEqual(committed)
  startRelay()
  await waitFor('it to go on', () => throughOf(takenIn) > committed)
})

test('while a published event is not applied no later time is reported', async () => {
  const hung = Promise.withResolvers<void>()
  startRelay()
  startTelling()
  const takenIn = startReading(async () => hung.promise)
  await waitFor('it to be known', () => throughOf(takenIn) > 0)
  await write()
  const committed = await databaseNow()
  await waitFor('it to be published', async () => ((await readPublished(db.relay, STREAM))?.sequence ?? 0) > 0)
  const later = await databaseNow()
  await waitFor(
    'later marks to be reported',
    async () => ((await readPublished(db.relay, STREAM))?.through.getTime() ?? 0) > later,
  )
  expect(throughOf(takenIn)).toBeLessThan(committed)
  hung.resolve()
  await waitFor('it to go on', () => throughOf(takenIn) >= later)
})

test('nothing is reported while one owner is silent, and nothing new while NATS is unavailable', async () => {
  startRelay()
  startTelling()
  const alone = startReading()
  const both = new TakenIn({ broker, durables: ['reader'], owners: ['ledger', 'banking'], ...QUICK })
  stops.push(() => both.stop())
  await waitFor('the one to be known', () => alone.through !== null)
  expect(both.through).toBeNull()
  startTelling('banking')
  await waitFor('both to be known', () => both.through !== null)
  await nats.stop()
  await waitFor('the loss to be noticed', () => !broker.connected)
  const last = throughOf(alone)
  const later = await databaseNow()
  expect(throughOf(alone)).toBe(last)
  Object.assign(nats, await startNats({ stateDir: nats.stateDir, port: nats.port }))
  await waitFor('it to go on', () => throughOf(alone) >= later)
})
