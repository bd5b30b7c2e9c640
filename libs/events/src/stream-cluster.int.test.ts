import { testNats, testNatsCluster, waitFor, type NatsCluster } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Broker } from './connect.ts'
import { consume } from './consumer.ts'
import {
  eventsDatabase,
  memoryLog,
  openBroker,
  sampleEvent,
  stage,
  type EventsDatabase,
} from './events-database.test-helpers.ts'
import { openKeyValue } from './key-value.ts'
import { OutboxRelay } from './relay.ts'
import { ensureStream, STREAM } from './stream.ts'

let cluster: NatsCluster
const brokers: Broker[] = []
let one: Broker
let three: Broker

/** The connection of a process that starts now, with this setting. */
async function started(replicas: number): Promise<Broker> {
  const broker = openBroker(cluster.url, memoryLog(), replicas)
  brokers.push(broker)
  await broker.whenConnected()
  return broker
}

const LOST = 'The event stream was lost'
const PATIENCE_MS = 60_000
const PATIENCE = { timeoutMs: PATIENCE_MS, everyMs: 100 }
const TIME = { timeout: 180_000 }

beforeAll(async () => {
  cluster = await testNatsCluster()
  one = await started(1)
  three = await started(3)
  // Until the servers have a leader they refuse.
  await ensured(one)
}, 90_000)
afterAll(async () => {
  await Promise.all(brokers.map((broker) => broker.close()))
  await cluster?.stop()
})

/** The stream, as soon as the servers agree on a leader: until then they may not answer at all. */
const ensured = (broker: Broker) =>
  waitFor('the cluster to answer', () => ensureStream(broker).catch(() => undefined), PATIENCE)

/** On how many servers a consumer is kept. */
async function copiesOfConsumer(durable: string): Promise<number> {
  const manager = await three.client.jetstreamManager()
  const { cluster: kept } = await manager.consumers.info(STREAM, durable)
  return 1 + (kept?.replicas?.length ?? 0)
}

/** A consumer that remembers what it was given, and how often. */
function remembering(broker: Broker, durable: string) {
  const taken = new Map<string, number>()
  const running = consume({
    broker,
    log: memoryLog(),
    durable,
    handle: async (_business, deliveries) => {
      for (const { event } of deliveries) taken.set(event.id, (taken.get(event.id) ?? 0) + 1)
    },
    ping: async () => undefined,
    park: async ({ error }) => {
      throw new Error(`Nothing here is refused, but: ${error}`)
    },
  })
  return { taken, stop: () => running.stop() }
}

test('a stream, its consumers and a bucket of one server get the configured replicas, and give them back, and keep their contents', async () => {
  const consumer = remembering(one, 'grown')
  await one.client.jetstream().publish('pacioli.x.sample.changed', 'kept')
  const options = { bucket: 'limits', storage: 'memory', timeoutMs: 5_000 } as const
  await openKeyValue(one, options).create('key', new Uint8Array([7]))
  await waitFor('the consumer', () => copiesOfConsumer('grown').catch(() => undefined), PATIENCE)
  expect([(await ensured(one)).config.num_replicas, await copiesOfConsumer('grown')]).toEqual([1, 1])
  await consumer.stop()

  for (const copies of [3, 1, 3]) {
    const broker = await started(copies)
    const { config, state } = await ensured(broker)
    expect([config.num_replicas, state.messages]).toEqual([copies, 1])
    const bucket = openKeyValue(broker, options)
    const kept = await waitFor('the bucket', () => bucket.get('key').catch(() => undefined), PATIENCE)
    expect([...kept.value]).toEqual([7])
    for (const stream of [STREAM, 'KV_limits'])
      await waitFor(`${copies} of ${stream}`, async () => (await cluster.copiesOf(stream)) === copies, PATIENCE)
    await waitFor(
      `${copies} of the consumer`,
      async () => (await copiesOfConsumer('grown').catch(() => 0)) === copies,
      PATIENCE,
    )
  }
}, 180_000)

test('of services with different settings the one that started last decides, and the others leave the stream alone', async () => {
  const before = await started(3)
  await ensured(before)
  const last = await started(1)
  expect((await ensured(last)).config.num_replicas).toBe(1)
  expect((await ensured(before)).config.num_replicas).toBe(1)
  expect((await ensured(await started(3))).config.num_replicas).toBe(3)
  expect((await ensured(last)).config.num_replicas).toBe(3)
}, 60_000)

test('a bucket of three outlives the loss of the server that leads it', TIME, async () => {
  const bucket = openKeyValue(three, { bucket: 'limits', storage: 'memory', timeoutMs: 5_000 })
  await cluster.whenWhole('KV_limits', PATIENCE_MS)
  const leader = await cluster.leaderOf('KV_limits')
  await leader?.crash()
  const kept = await waitFor('the bucket to answer', () => bucket.get('key').catch(() => undefined), PATIENCE)
  expect([...kept.value]).toEqual([7])
  const changed = await waitFor(
    'the bucket to take a change',
    () => bucket.update('key', new Uint8Array([8]), kept.revision).catch(() => undefined),
    PATIENCE,
  )
  // Its first try may have been written before its answer was lost.
  expect([kept.revision + 1, 'conflict']).toContain(changed)
  await leader?.start()
})

/** Stages events until told to stop, some at a time, each of an aggregate of its own. */
function keepStaging(db: EventsDatabase, relay: OutboxRelay) {
  const businessId = crypto.randomUUID()
  const staged: string[] = []
  let goesOn = true
  const staging = (async () => {
    while (goesOn) {
      const events = Array.from({ length: 5 }, () => sampleEvent(businessId, crypto.randomUUID(), 1))
      await stage(db, events)
      staged.push(...events.map(({ id }) => id))
      relay.wake()
    }
  })()
  return {
    staged,
    end: async (): Promise<readonly string[]> => {
      goesOn = false
      await staging
      return staged
    },
  }
}

test('an answer of an outdated leader delays what is published, and only one that stays is a loss', TIME, async () => {
  const db = await eventsDatabase()
  const log = memoryLog()
  const publisher = await started(3)
  await ensured(publisher)
  await cluster.whenWhole(STREAM, PATIENCE_MS)
  const relay = new OutboxRelay({ db: db.relay, app: db.app, broker: publisher, log })
  const publish = async (): Promise<void> => {
    await stage(db, [sampleEvent(crypto.randomUUID(), crypto.randomUUID(), 1)])
    relay.wake()
  }
  const waiting = async (): Promise<number> => (await relay.backlog()).count
  const losses = (): number => log.lines.filter((line) => line.startsWith(LOST)).length
  /** As if the leader knew less of the stream than the relay does, or no longer. */
  const outdate = (by: number) => db.admin.call(`UPDATE relay_state SET last_sequence = last_sequence + ${by}`)
  try {
    await publish()
    await waitFor('the first event', async () => (await waiting()) === 0, PATIENCE)
    await outdate(1_000)
    const inDoubt = (): boolean => log.lines.some((line) => line.startsWith('Events cannot be published'))
    await waitFor('doubt', inDoubt, PATIENCE)
    await publish()
    expect([await waiting(), losses()]).toEqual([1, 0])
    await outdate(-1_000)
    await waitFor('the second event', async () => (await waiting()) === 0, PATIENCE)
    expect(losses()).toBe(0)
    await outdate(1_000)
    await waitFor('a loss', () => losses() === 1, PATIENCE)
  } finally {
    await relay.stop()
    await db.close()
  }
})

test(
  'three servers beside one alone have all events once its readers and relays are gone, whatever was written meanwhile',
  TIME,
  async () => {
    const db = await eventsDatabase()
    const alone = await testNats()
    const single = openBroker(alone.url)
    brokers.push(single)
    await Promise.all([single.whenConnected(), ensureStream(three)])
    const before = new OutboxRelay({ db: db.relay, app: db.app, broker: single, log: memoryLog() })
    const old = remembering(single, 'growing')
    const work = keepStaging(db, before)
    try {
      await waitFor('events of before', () => old.taken.size >= 50, PATIENCE)
      const log = memoryLog()
      const after = new OutboxRelay({ db: db.relay, app: db.app, broker: three, log })
      const young = remembering(three, 'growing')
      try {
        await waitFor('events of both', () => young.taken.size >= 50, PATIENCE)
        await Promise.all([before.stop(), old.stop()])
        const both = work.staged.length
        await waitFor('events of afterwards', () => work.staged.length >= both + 50, PATIENCE)
        const staged = await work.end()
        await waitFor(`${staged.length} events`, () => staged.every((id) => young.taken.has(id)), PATIENCE)
        expect(log.lines.some((line) => line.startsWith(LOST))).toBe(true)
      } finally {
        await Promise.all([young.stop(), after.stop()])
      }
    } finally {
      await Promise.all([work.end(), before.stop(), old.stop()])
      await Promise.all([alone.stop(), db.close()])
    }
  },
)

test('when another server leads, what was published in the last minutes is published again, twice', TIME, async () => {
  const db = await eventsDatabase()
  const [publisher, reader] = [await started(3), await started(3)]
  await ensured(publisher)
  await cluster.whenWhole(STREAM, PATIENCE_MS)
  const relay = new OutboxRelay({ db: db.relay, app: db.app, broker: publisher, log: memoryLog() })
  const { taken, stop } = remembering(reader, 'again')
  try {
    const events = Array.from({ length: 3 }, () => sampleEvent(crypto.randomUUID(), crypto.randomUUID(), 1))
    for (const event of events) await stage(db, [event])
    relay.wake()
    const arrived = (times: number) => () => events.every(({ id }) => (taken.get(id) ?? 0) >= times)
    await waitFor('the events', arrived(1), PATIENCE)
    // As when it hands over to another one; that it happens while nothing is published makes no difference.
    await three.client.request(`$JS.API.STREAM.LEADER.STEPDOWN.${STREAM}`)
    await waitFor('the events again', arrived(2), PATIENCE)
    await waitFor('and once more', arrived(3), PATIENCE)
  } finally {
    await Promise.all([stop(), relay.stop()])
    await db.close()
  }
})

test('events that are staged while leaders are killed, frozen and outvoted arrive', TIME, async () => {
  const db = await eventsDatabase()
  const [publisher, reader] = [await started(3), await started(3)]
  const relay = new OutboxRelay({ db: db.relay, app: db.app, broker: publisher, log: memoryLog() })
  const { taken, stop } = remembering(reader, 'moving')
  const arrive = (ids: readonly string[]): Promise<unknown> =>
    waitFor(`${ids.length} events`, () => ids.every((id) => taken.has(id)), { ...PATIENCE, timeoutMs: PATIENCE_MS })
  const leading = async () => {
    await cluster.whenWhole(STREAM, PATIENCE_MS)
    return waitFor('a leader', () => cluster.leaderOf(STREAM), PATIENCE)
  }
  /** Events of before, during and after, and only then what is to be over. */
  const during = async (disturb: () => Promise<unknown> | void, end: () => Promise<unknown> | void) => {
    const work = keepStaging(db, relay)
    await waitFor('events of before', () => work.staged.length >= 20, PATIENCE)
    await disturb()
    const before = work.staged.length
    await waitFor('events of during', () => work.staged.length >= before + 200, PATIENCE)
    const during = await work.end()
    await end()
    await arrive(during)
  }
  try {
    await ensured(publisher)
    const killed = await leading()
    await during(
      () => killed.crash(),
      () => killed.start(),
    )
    const frozen = await leading()
    await during(
      () => frozen.freeze(),
      // Others have taken over before it comes back and learns of it.
      async () => {
        await waitFor('another leader', async () => (await cluster.leaderOf(STREAM)) ?? undefined, PATIENCE)
        frozen.thaw()
      },
    )
    const leader = await leading()
    const [other] = cluster.servers.filter((server) => server !== leader)
    await during(
      () => Promise.all([leader.crash(), other?.crash()]),
      () => Promise.all([leader.start(), other?.start()]),
    )
  } finally {
    await Promise.all([stop(), relay.stop()])
    await db.close()
  }
})
