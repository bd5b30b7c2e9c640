/** Events of many businesses in one transaction: what one of them may cost the others, and whose rows it sees. */
import type { Tx } from '@pacioli/db'
import { NO_BUSINESS } from '@pacioli/db/no-business'
import { refused } from '@pacioli/errors'
import { connectAt, waitFor } from '@pacioli/testing'
import { nanos } from 'nats'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { consume, type ConsumeOptions } from './consumer.ts'
import { NotTogether } from './delivery.ts'
import { parkEvent } from './parked-event.store.ts'
import type { Delivery } from './pending.ts'
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
let admin: pg.Client
let broker: EventsBroker

beforeAll(async () => {
  db = await eventsDatabase()
  admin = await connectAt(db.adminUrl, NO_BUSINESS)
  await admin.query(`
    CREATE TABLE counters (business_id uuid PRIMARY KEY, applied int NOT NULL DEFAULT 0);
    CREATE TABLE applied (business_id uuid, event_id text, place int, PRIMARY KEY (business_id, event_id))`)
  for (const table of ['counters', 'applied'])
    await admin.query(`
      ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
      ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
      CREATE POLICY tenant ON ${table} TO events_app USING (business_id = app_business_id());
      CREATE POLICY intake ON ${table} TO events_intake
        USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
      GRANT SELECT, INSERT, UPDATE ON ${table} TO events_app, events_intake`)
})

beforeEach(async () => {
  broker = await eventsBroker()
})

afterEach(async () => {
  await broker.stop()
  await db.empty()
})

afterAll(() => Promise.all([db.close(), admin.end()]))

/** Publishes events of these businesses in turns; their ids by business. */
async function publish(businesses: readonly string[], rounds = 1): Promise<Map<string, string[]>> {
  const published = new Map<string, string[]>(businesses.map((business) => [business, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const business of businesses) {
      const { id, subject, event } = sampleEvent(business, crypto.randomUUID(), 1)
      await broker.publisher.client.jetstream().publish(subject, event)
      published.get(business)?.push(id)
    }
  return published
}

const some = (count: number): string[] => Array.from({ length: count }, () => crypto.randomUUID())

/** Applies what was not applied yet, as services do: under the lock of a row of each business. */
async function apply(tx: Tx, deliveries: readonly Delivery[]): Promise<void> {
  const businesses = [...new Set(deliveries.map(({ businessId }) => businessId))]
  await tx.rows(
    'INSERT INTO counters SELECT b FROM unnest($1::uuid[]) AS b ORDER BY b ON CONFLICT (business_id) DO UPDATE SET applied = counters.applied',
    [businesses],
  )
  await tx.rows(
    `WITH fresh AS (
       INSERT INTO applied SELECT n.business_id, n.event_id, c.applied + row_number() OVER (PARTITION BY n.business_id ORDER BY n.place)
         FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS n(business_id, event_id, place)
         JOIN counters c ON c.business_id = n.business_id
       ON CONFLICT DO NOTHING RETURNING business_id)
     UPDATE counters c SET applied = c.applied + f.count
       FROM (SELECT business_id, count(*) FROM fresh GROUP BY 1) f WHERE c.business_id = f.business_id`,
    [deliveries.map(({ businessId }) => businessId), deliveries.map(({ event }) => event.id)],
  )
}

type Call = { businesses: string[]; count: number; isTogether: boolean }

/** @param refuse throws for deliveries that cannot be applied, in the transaction that applies the others */
function start(
  calls: Call[],
  refuse: (deliveries: readonly Delivery[]) => void = () => {},
  more: Partial<ConsumeOptions> = {},
) {
  return broker.runs(
    consume({
      broker: broker.open(),
      log: memoryLog(),
      durable: 'reader',
      handle: (businessId, deliveries, lockTimeoutMs) => {
        calls.push({ businesses: [businessId], count: deliveries.length, isTogether: false })
        return db.app.transact({ businessId, lockTimeoutMs }, async (tx) => {
          await apply(tx, deliveries)
          refuse(deliveries)
        })
      },
      handleMany: async (batch, lockTimeoutMs) => {
        const deliveries = [...batch.values()].flat()
        calls.push({ businesses: [...batch.keys()], count: deliveries.length, isTogether: true })
        for (const [businessId, own] of batch) for (const delivery of own) expect(delivery.businessId).toBe(businessId)
        await db.app.transactMany({ businessIds: [...batch.keys()], lockTimeoutMs }, async (tx) => {
          await apply(tx, deliveries)
          refuse(deliveries)
        })
        return new Map()
      },
      ping: () => db.app.ping(),
      park: (poison) =>
        db.app.transact({ businessId: poison.businessId }, (tx) => parkEvent(tx, 'reader', poison, new Date())),
      ...more,
    }),
  )
}

const consumers = async () => (await broker.publisher.client.jetstreamManager()).consumers
const state = async () => (await consumers()).info(STREAM, 'reader')
const nothingLeft = () =>
  waitFor('all to be acknowledged', async () => {
    // The consumer may not have been made yet.
    const found = await state().catch(() => undefined)
    return found !== undefined && found.num_pending + found.num_ack_pending === 0
  })

/** What was applied, in its order, by business, and the counters. */
async function appliedOf(businesses: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await admin.query<{ business_id: string; ids: string[]; applied: number }>(
    `SELECT c.business_id, c.applied, array_agg(a.event_id ORDER BY a.place) AS ids
       FROM counters c JOIN applied a USING (business_id) WHERE c.business_id = ANY ($1::uuid[]) GROUP BY 1, 2`,
    [businesses],
  )
  for (const { ids, applied } of rows) expect(applied).toBe(ids.length)
  return new Map(rows.map(({ business_id, ids }) => [business_id, ids]))
}

const inOrder = (published: Map<string, string[]>) => [...published].toSorted(([a], [b]) => (a < b ? -1 : 1))

test('events of many businesses are applied in a few transactions, each business in order', async () => {
  const businesses = some(100)
  const published = await publish(businesses, 4)
  const calls: Call[] = []
  start(calls)
  await nothingLeft()
  expect(inOrder(await appliedOf(businesses))).toEqual(inOrder(published))
  expect(calls.every(({ isTogether }) => isTogether)).toBe(true)
  expect(calls.length).toBeLessThan(10)
})

test('each business gets its share of a batch, and what others leave of theirs', async () => {
  const [long, ...others] = some(6)
  await publish([long as string], 90)
  const published = await publish(others, 3)
  const calls: Call[] = []
  // Together they are more than one batch, which then begins at once.
  const release = await hold(long as string)
  start(calls, () => {}, { batchSize: 30 })
  await waitFor('the others', async () => (await appliedOf(others)).size === 5)
  await release()
  await nothingLeft()
  expect(inOrder(await appliedOf(others))).toEqual(inOrder(published))
  expect(Math.max(...calls.map(({ count }) => count))).toBe(30)
})

test('a poison event among a hundred strangers is parked, and all its neighbours are applied once', async () => {
  const businesses = some(100)
  const published = await publish(businesses, 2)
  const [at, [poison, good]] = [...published][42] as [string, string[]]
  const calls: Call[] = []
  start(
    calls,
    (deliveries) => {
      if (deliveries.some(({ event }) => event.id === poison)) throw new Error('cannot be right')
    },
    { maxAttempts: 3 },
  )
  await nothingLeft()
  published.set(at, [good as string])
  expect(inOrder(await appliedOf(businesses))).toEqual(inOrder(published))
  const { rows } = await admin.query('SELECT business_id, event_id, error FROM parked_events')
  expect(rows).toEqual([{ business_id: at, event_id: poison, error: 'Error: cannot be right' }])
  // It was met with others once, and then came alone.
  expect(calls.filter(({ businesses: of, isTogether }) => isTogether && of.includes(at)).length).toBe(4)
})

/** Locks the row of a business until it is released. */
async function hold(business: string): Promise<() => Promise<void>> {
  const holder = await connectAt(db.adminUrl, NO_BUSINESS)
  await holder.query('INSERT INTO counters VALUES ($1) ON CONFLICT DO NOTHING', [business])
  await holder.query('BEGIN')
  await holder.query('SELECT FROM counters WHERE business_id = $1 FOR UPDATE', [business])
  return async () => {
    await holder.query('COMMIT')
    await holder.end()
  }
}

test('a business whose rows are locked waits alone, and is taken in with the others again afterwards', async () => {
  const businesses = some(40)
  const slow = businesses[17] as string
  const others = businesses.filter((one) => one !== slow)
  const release = await hold(slow)
  const first = await publish(businesses)
  const calls: Call[] = []
  start(calls)
  await waitFor('the others', async () => (await appliedOf(others)).size === others.length)
  // Nobody waits for it from then on.
  const before = calls.length
  const second = await publish(businesses)
  const isApplied = (ids: readonly string[] = [], id = ''): boolean => ids.includes(id)
  await waitFor('more of the others', async () => {
    const applied = await appliedOf(others)
    return others.every((one) => isApplied(applied.get(one), second.get(one)?.[0]))
  })
  expect(calls.slice(before).filter(({ businesses: of }) => of.length > 1 && of.includes(slow))).toEqual([])
  expect(await appliedOf([slow])).toEqual(new Map())
  await release()
  await nothingLeft()
  await publish(businesses)
  await nothingLeft()
  expect(calls.at(-1)).toMatchObject({ isTogether: true })
  const all = businesses.map((one): [string, string[]] => [one, [first, second].flatMap((of) => of.get(one) ?? [])])
  for (const [one, ids] of all) expect((await appliedOf([one])).get(one)?.slice(0, 2)).toEqual(ids)
})

test('a business that comes alone gives up its place at a lock, is never parked for it, and is taken in once', async () => {
  const held = some(3)
  const releases = await Promise.all(held.map(hold))
  const published = await publish(held)
  const calls: Call[] = []
  start(calls, () => {}, { atOnce: 2, maxAttempts: 1 })
  const triesOf = (business: string) =>
    calls.filter(({ businesses: [one], isTogether }) => one === business && !isTogether).length
  // One place is for those that come alone: none of them has it for ever.
  await waitFor('each to be tried', () => held.every((business) => triesOf(business) > 0))
  const [first = ''] = held
  await waitFor('one to be tried again', () => triesOf(first) > 1)
  expect(await appliedOf(held)).toEqual(new Map())
  await Promise.all(releases.map((release) => release()))
  await nothingLeft()
  expect(inOrder(await appliedOf(held))).toEqual(inOrder(published))
  expect((await admin.query('SELECT FROM parked_events')).rows).toEqual([])
})

test('while many businesses are locked all others are applied, and those once they are free', async () => {
  const businesses = some(50)
  const [held, others] = [businesses.slice(0, 10), businesses.slice(10)]
  const releases = await Promise.all(held.map(hold))
  const published = await publish(businesses.toSorted())
  const calls: Call[] = []
  start(calls)
  await waitFor('the others', async () => (await appliedOf(others)).size === others.length)
  expect(await appliedOf(held)).toEqual(new Map())
  await Promise.all(releases.map((release) => release()))
  await nothingLeft()
  expect(inOrder(await appliedOf(businesses))).toEqual(inOrder(published))
  const together = calls.filter(({ isTogether }) => isTogether).flatMap(({ businesses: of }) => of)
  for (const one of held) expect(together.filter((met) => met === one).length).toBeLessThanOrEqual(4)
})

test('a business that is left out waits or comes alone, as its reason says, and the others are applied', async () => {
  const businesses = some(20)
  const [waits, alone] = businesses as [string, string]
  const published = await publish(businesses, 2)
  const calls: Call[] = []
  let isWaiting = true
  start([], () => {}, {
    handle: async (businessId, deliveries) => {
      calls.push({ businesses: [businessId], count: deliveries.length, isTogether: false })
      if (businessId === waits && isWaiting) throw refused('ServiceUnavailable', 'It waits for something.')
      await db.app.transact({ businessId }, (tx) => apply(tx, deliveries))
    },
    handleMany: async (batch) => {
      const left = new Map<string, unknown>()
      if (batch.has(waits) && isWaiting) left.set(waits, refused('ServiceUnavailable', 'It waits for something.'))
      if (batch.has(alone)) left.set(alone, new NotTogether('It is being rebuilt.'))
      const together = [...batch.keys()].filter((one) => !left.has(one))
      await db.app.transactMany({ businessIds: together }, (tx) =>
        apply(
          tx,
          together.flatMap((one) => batch.get(one) ?? []),
        ),
      )
      return left
    },
  })
  await waitFor('all but one', async () => (await appliedOf(businesses)).size === 19)
  await waitFor('it to be tried alone', () => calls.some(({ businesses: [one] }) => one === waits))
  isWaiting = false
  await nothingLeft()
  expect(inOrder(await appliedOf(businesses))).toEqual(inOrder(published))
  expect(new Set(calls.flatMap(({ businesses: of }) => of))).toEqual(new Set([waits, alone]))
})

test('events of a client as a whole, and what is no event, are never among those of others', async () => {
  const businesses = some(5)
  const published = await publish([...businesses, NO_BUSINESS])
  await broker.publisher.client.jetstream().publish(`pacioli.${businesses[0]}.sample.changed`, 'not json')
  const calls: Call[] = []
  start(calls)
  await nothingLeft()
  expect(inOrder(await appliedOf([...businesses, NO_BUSINESS]))).toEqual(inOrder(published))
  const together = calls.filter(({ isTogether }) => isTogether).flatMap(({ businesses: of }) => of)
  expect(together).not.toContain(NO_BUSINESS)
  const { rows } = await admin.query('SELECT business_id, error FROM parked_events')
  expect(rows).toEqual([{ business_id: businesses[0], error: 'Error: The message is no CloudEvent' }])
})

test('what is no event, and comes while a batch with its business is in work, is parked and nothing is lost', async () => {
  const businesses = some(2)
  const [at] = businesses
  const published = await publish(businesses)
  const held = Promise.withResolvers<void>()
  let isInWork = false
  start([], () => {}, {
    handleMany: async (batch) => {
      if (batch.has(at as string) && !isInWork) {
        isInWork = true
        await held.promise
      }
      await db.app.transactMany({ businessIds: [...batch.keys()] }, (tx) => apply(tx, [...batch.values()].flat()))
      return new Map()
    },
  })
  await waitFor('the first batch', () => isInWork)
  await broker.publisher.client.jetstream().publish(`pacioli.${at}.sample.changed`, 'not json')
  for (const [business, ids] of await publish(businesses)) published.get(business)?.push(...ids)
  await waitFor('all to be delivered', async () => (await state()).num_pending === 0)
  held.resolve()
  await nothingLeft()
  const { rows } = await admin.query('SELECT business_id, error FROM parked_events')
  expect(rows).toEqual([{ business_id: at, error: 'Error: The message is no CloudEvent' }])
  expect(inOrder(await appliedOf(businesses))).toEqual(inOrder(published))
})

test('while the database is away all wait, and nothing is applied twice or lost', async () => {
  const businesses = some(30)
  const published = await publish(businesses, 2)
  let isAway = true
  let tries = 0
  const calls: Call[] = []
  const away = () => {
    tries += 1
    if (isAway) throw refused('ServiceUnavailable', 'The database cannot be reached right now.')
  }
  start(calls, away, { ping: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()) })
  await waitFor('a first try', () => tries > 0)
  isAway = false
  await nothingLeft()
  expect(inOrder(await appliedOf(businesses))).toEqual(inOrder(published))
  expect(calls.every(({ isTogether }) => isTogether)).toBe(true)
})

test('what was applied and not acknowledged when its reader was killed is applied once', async () => {
  const businesses = some(30)
  const lost = broker.open()
  const hung = Promise.withResolvers<void>()
  let committed = 0
  const killed = start([], () => {}, {
    broker: lost,
    handleMany: async (batch) => {
      await db.app.transactMany({ businessIds: [...batch.keys()] }, (tx) => apply(tx, [...batch.values()].flat()))
      committed += batch.size
      await hung.promise
      return new Map()
    },
  })
  const published = await publish(businesses)
  await waitFor('some to be applied', () => committed > 0)
  await lost.close()
  await (await consumers()).update(STREAM, 'reader', { ack_wait: nanos(1_000) })
  const again = new Set<string>()
  start([], (deliveries) => deliveries.forEach(({ event }) => again.add(event.id)))
  await waitFor('the second to have set its time', async () => (await state()).config.ack_wait !== nanos(1_000))
  await (await consumers()).update(STREAM, 'reader', { ack_wait: nanos(1_000) })
  await nothingLeft()
  expect(again.size).toBe(30)
  expect(inOrder(await appliedOf(businesses))).toEqual(inOrder(published))
  hung.resolve()
  await killed.stop()
})

test('two readers apply the same businesses at once, each event once', async () => {
  const businesses = some(50)
  start([], () => {}, { batchSize: 40 })
  start([], () => {}, { batchSize: 40 })
  const published = await publish(businesses, 6)
  await nothingLeft()
  const applied = await appliedOf(businesses)
  const sorted = (of: Map<string, string[]>) =>
    inOrder(new Map([...of].map(([business, ids]) => [business, ids.toSorted()])))
  expect(sorted(applied)).toEqual(sorted(published))
})

test('nothing of a stranger enters a transaction that does not name it', async () => {
  const [listed, stranger] = some(2) as [string, string]
  const published = await publish([listed, stranger])
  const calls: Call[] = []
  start(calls, () => {}, {
    handleMany: async (batch) => {
      // Forgets to name one of them, as a defect would.
      await db.app.transactMany({ businessIds: [listed] }, (tx) => apply(tx, [...batch.values()].flat()))
      return new Map()
    },
  })
  await nothingLeft()
  expect(inOrder(await appliedOf([listed, stranger]))).toEqual(inOrder(published))
  expect(calls.filter(({ isTogether }) => !isTogether).map(({ businesses: [one] }) => one)).toContain(stranger)
})
