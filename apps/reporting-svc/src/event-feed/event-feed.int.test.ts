import { NO_BUSINESS, type StagedEvent } from '@pacioli/events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { purgeEvents } from '../housekeeping.ts'
import { shuffle } from '../apply-events/shuffle.test-helpers.ts'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import {
  chartEvent,
  clearReadModel,
  delivered,
  reportingDatabase,
  sampleBusiness,
  sampleOwners,
  staged,
} from '../reporting.test-helpers.ts'
import { deliveryStager } from '../webhooks/stage-deliveries.ts'
import { appendEvents, type AppendContext } from './append-events.ts'
import { EarlyEvents } from './early-events.ts'
import { feedEventFrom } from './feed-event.ts'
import { lockFeeds } from './feed.store.ts'
import { feedSubscriber } from './feed.subscriber.ts'
import { listEvents, type EventsQuery } from './list-events.ts'

let database: Awaited<ReturnType<typeof reportingDatabase>>
let owners: Awaited<ReturnType<typeof sampleOwners>>
let now: Date
let clientId: string
let businessId: string
let wakes: number

beforeAll(async () => {
  ;[database, owners] = await Promise.all([reportingDatabase(), sampleOwners()])
})

afterAll(async () => {
  await Promise.all([database.app.close(), database.relay.close(), owners.close()])
})

const contextOf = (): AppendContext => ({
  db: database.app,
  early: new EarlyEvents(),
  clock: () => now,
  findReceivers: deliveryStager({ newId: () => crypto.randomUUID(), wake: () => (wakes += 1) }),
})
const replica = () => feedSubscriber(contextOf())
let feed: ReturnType<typeof replica>

const created = (id = businessId): StagedEvent => staged(id, 'business', id, 'created', sampleBusiness(id, clientId))

const invoiceEvent = (id: string, version: number, more: object = {}): StagedEvent =>
  staged(businessId, 'invoice', id, version === 1 ? 'created' : 'changed', { id, ...more, version }, 'billing')

const take = (...events: StagedEvent[]): Promise<void> => feed.handle(businessId, events.map(delivered))
const appendTo = (subscriber: typeof feed, events: StagedEvent[]) =>
  subscriber.handle(businessId, events.map(delivered))

const list = (query: Partial<EventsQuery> = {}) =>
  listEvents(database.app, {
    tenant: { clientId, businessId },
    types: [],
    fetchBusiness: async () => undefined,
    ...query,
  })
const shown = async (query: Partial<EventsQuery> = {}) =>
  (await list(query)).events.map(({ position, type, version }) => [position, type, version])

beforeEach(async () => {
  now = new Date('2026-11-22T10:00:00Z')
  clientId = crypto.randomUUID()
  businessId = crypto.randomUUID()
  wakes = 0
  feed = replica()
  // The caller must be known to be the owner.
  await eventsSubscriber(database.app, owners.owners, () => now).handle(businessId, [delivered(created())])
})

describe('appending', () => {
  test('gives positions without a gap, from 1', async () => {
    const id = crypto.randomUUID()
    await take(created(), chartEvent(businessId, []))
    await take(invoiceEvent(id, 1), invoiceEvent(id, 2))
    expect(await shown()).toEqual([
      [1, 'business.created', 1],
      [2, 'chart.created', 1],
      [3, 'invoice.created', 1],
      [4, 'invoice.changed', 2],
    ])
    expect(wakes).toBe(0)
  })

  test('appends an event once, however often and in whatever batches it comes', async () => {
    const events = [created(), invoiceEvent(crypto.randomUUID(), 1)]
    await take(...events, ...events)
    await take(...events)
    await take(...events.toReversed(), invoiceEvent(crypto.randomUUID(), 1))
    expect((await shown()).map(([position]) => position)).toEqual([1, 2, 3])
  })

  test('waits for the version before, and then appends both in order', async () => {
    const id = crypto.randomUUID()
    await take(created())
    const [first, second] = [invoiceEvent(id, 1), invoiceEvent(id, 2)]
    const other = invoiceEvent(crypto.randomUUID(), 1)
    await expect(take(second, other)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
    expect((await shown()).length).toBe(2)
    await take(first)
    await take(second, other)
    expect((await shown()).map(([, , version]) => version)).toEqual([1, 1, 1, 2])
  })

  test('waits for a limited time: a version that never comes blocks nothing', async () => {
    await take(created())
    const second = invoiceEvent(crypto.randomUUID(), 2)
    await expect(take(second)).rejects.toThrow()
    now = new Date(now.getTime() + 29_999)
    await expect(take(second)).rejects.toThrow()
    now = new Date(now.getTime() + 1)
    await take(second)
    expect((await shown()).length).toBe(2)
  })

  test('for a business that is older than its feed begins with any version, after a while', async () => {
    const event = invoiceEvent(crypto.randomUUID(), 7)
    await expect(take(event)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
    now = new Date(now.getTime() + 30_000)
    await take(event)
    expect(await shown()).toEqual([[1, 'invoice.changed', 7]])
    await take(invoiceEvent(crypto.randomUUID(), 3))
    expect((await shown()).at(-1)).toEqual([2, 'invoice.changed', 3])
  })

  test('for a new business waits for its first event, which another replica may be appending', async () => {
    const [one, other] = [replica(), replica()]
    const id = crypto.randomUUID()
    const second = invoiceEvent(id, 2)
    await expect(appendTo(other, [second])).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
    await appendTo(one, [created(), chartEvent(businessId, [])])
    await expect(appendTo(other, [second])).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
    await appendTo(one, [invoiceEvent(id, 1)])
    await appendTo(other, [second])
    expect((await shown()).map(([position, type]) => [position, type])).toEqual([
      [1, 'business.created'],
      [2, 'chart.created'],
      [3, 'invoice.created'],
      [4, 'invoice.changed'],
    ])
  })

  test('that began without the first event keeps the order of versions once it has come', async () => {
    const early = chartEvent(businessId, [])
    await expect(take(early)).rejects.toThrow()
    now = new Date(now.getTime() + 30_000)
    await take(early)
    await take(created())
    await expect(take(invoiceEvent(crypto.randomUUID(), 2))).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  })

  test('to a feed that an earlier release left without its first event keeps that order, too', async () => {
    await take(created(), chartEvent(businessId, []))
    await database.app.transact({ clientId, businessId }, (tx) => tx.rows('UPDATE feed_positions SET is_whole = false'))
    const id = crypto.randomUUID()
    await expect(take(invoiceEvent(id, 2))).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
    await take(invoiceEvent(id, 1), invoiceEvent(id, 2))
    expect((await shown()).map(([, , version]) => version)).toEqual([1, 1, 1, 2])
  })

  test('waits until the business is known, without other queries', async () => {
    businessId = crypto.randomUUID()
    const event = invoiceEvent(crypto.randomUUID(), 1)
    await expect(take(event)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
    await take(event, created())
    const [first] = (await list({ fetchBusiness: async () => undefined }).catch(() => ({ events: [] }))).events
    expect(first).toBeUndefined()
    const rows = await database.app.transact({ businessId }, (tx) =>
      tx.rows<{ client_id: string }>('SELECT client_id FROM feed_positions'),
    )
    expect(rows).toEqual([{ client_id: clientId }])
  })

  test('leaves out events of a client without a business', async () => {
    const event = staged(NO_BUSINESS, 'client', clientId, 'created', { id: clientId, version: 1 })
    await feed.handle(NO_BUSINESS, [delivered(event)])
    const rows = await database.relay.transact({}, (tx) =>
      tx.rows('SELECT position FROM feed_events WHERE business_id = $1', [NO_BUSINESS]),
    )
    expect(rows).toEqual([])
  })

  test('by concurrent replicas never shows a position before all below it', async () => {
    await take(created())
    const replicas = Array.from({ length: 4 }, replica)
    let done = false
    const seen: number[][] = []
    const reading = (async () => {
      while (!done) seen.push((await list({ limit: 500 })).events.map(({ position }) => position))
    })()
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const events = Array.from({ length: 5 }, () => invoiceEvent(crypto.randomUUID(), 1))
        await appendTo(replicas[index % 4] ?? feed, events)
        await appendTo(replicas[(index + 1) % 4] ?? feed, events)
      }),
    )
    done = true
    await reading
    const all = (await list({ limit: 500 })).events
    expect(all.length).toBe(61)
    expect(new Set(all.map(({ id }) => id)).size).toBe(61)
    for (const positions of [...seen, all.map(({ position }) => position)])
      expect(positions).toEqual(Array.from({ length: positions.length }, (_, index) => index + 1))
  })

  test('is rolled back without leaving a gap', async () => {
    await take(created())
    const poison = { ...invoiceEvent(crypto.randomUUID(), 1) }
    await expect(
      feed.handle(businessId, [
        delivered(invoiceEvent(crypto.randomUUID(), 1)),
        { ...delivered(poison), event: { ...delivered(poison).event, data: null } },
      ]),
    ).rejects.toThrow(TypeError)
    await take(invoiceEvent(crypto.randomUUID(), 1))
    expect((await shown()).map(([position]) => position)).toEqual([1, 2])
  })

  test('a rebuild of the read models leaves the feed alone', async () => {
    await take(created(), invoiceEvent(crypto.randomUUID(), 1))
    const before = await shown()
    await database.app.transact({ businessId }, (tx) => clearReadModel(tx, businessId))
    const fetchBusiness = async () => ({ ...(await aBusiness()), clientId })
    expect(await shown({ fetchBusiness })).toEqual(before)
  })
})

describe('appending for several businesses at once', () => {
  const invoice = (of: string, id: string = crypto.randomUUID(), version = 1): StagedEvent =>
    staged(of, 'invoice', id, version === 1 ? 'created' : 'changed', { id, version }, 'billing')
  const createdFor = (of: string, client: string): StagedEvent =>
    staged(of, 'business', of, 'created', sampleBusiness(of, client))
  const takeMany = (events: readonly StagedEvent[], subscriber = feed) =>
    subscriber.handleMany(
      Map.groupBy(events.map(delivered), (delivery) => delivery.businessId),
      0,
    )
  /** The same without a limit for locks: only a ring of them would fail. */
  const appendMany = async (events: readonly StagedEvent[], context = contextOf()): Promise<void> => {
    const byBusiness = Map.groupBy(events.map(delivered), (delivery) => delivery.businessId)
    const batch = new Map([...byBusiness].map(([of, own]) => [of, own.map(({ event }) => feedEventFrom(event))]))
    expect(await appendEvents(context, batch)).toEqual({ withoutFeed: [], waiting: new Map() })
  }
  /** The feeds of businesses, as those see them who read over all. */
  const feedsOf = async (businessIds: readonly string[]) => {
    const rows = await database.relay.transact({}, (tx) =>
      tx.rows<{ business_id: string; last_position: string; positions: string[] }>(
        `SELECT f.business_id, f.last_position, array_agg(e.position ORDER BY e.position) AS positions
           FROM feed_positions f JOIN feed_events e USING (business_id)
          WHERE f.business_id = ANY ($1::uuid[]) GROUP BY 1, 2`,
        [businessIds],
      ),
    )
    return new Map(
      rows.map((row) => [row.business_id, { last: Number(row.last_position), all: row.positions.map(Number) }]),
    )
  }
  /** Businesses of so many clients, each of which has its feed. */
  async function businessesOf(clients: readonly string[], each: number): Promise<Map<string, string>> {
    const made = new Map(clients.flatMap((client) => Array.from({ length: each }, () => [crypto.randomUUID(), client])))
    for (const [of, client] of made) await feed.handle(of, [delivered(createdFor(of, client))])
    return made
  }
  const upTo = (last: number) => ({ last, all: Array.from({ length: last }, (_, index) => index + 1) })

  test('gives each feed its own positions, each event once, however often it comes', async () => {
    const businesses = [...(await businessesOf([clientId, crypto.randomUUID()], 10)).keys()]
    const events = businesses.flatMap((of, index) => Array.from({ length: index % 4 }, () => invoice(of)))
    expect(await takeMany(events)).toEqual(new Map())
    expect(await takeMany([...events, ...events.toReversed()])).toEqual(new Map())
    const feeds = await feedsOf(businesses)
    for (const [index, of] of businesses.entries()) expect(feeds.get(of)).toEqual(upTo(1 + (index % 4)))
  })

  test('leaves out a business whose feed has not begun, or whose events wait or are none, and no other', async () => {
    const [fine, early, wrong] = [...(await businessesOf([clientId], 3)).keys()] as [string, string, string]
    const unknown = crypto.randomUUID()
    const [first, second] = [invoice(early, 'i', 1), invoice(early, 'i', 2)]
    const events = [invoice(fine), invoice(unknown), second, invoice(early), invoice(wrong)]
    const deliveries = Map.groupBy(events.map(delivered), (delivery) => delivery.businessId)
    for (const delivery of deliveries.get(wrong) ?? []) delivery.event.data = null
    const left = await feed.handleMany(deliveries, 0)
    expect(left).toEqual(
      new Map<string, unknown>([
        [wrong, expect.any(TypeError)],
        [unknown, expect.objectContaining({ name: 'NotTogether' })],
        [early, expect.objectContaining({ errorEnum: 'ServiceUnavailable' })],
      ]),
    )
    const all = [fine, early, wrong, unknown]
    expect(await feedsOf(all)).toEqual(
      new Map([
        [fine, upTo(2)],
        [early, upTo(2)],
        [wrong, upTo(1)],
      ]),
    )
    await feed.handle(early, [delivered(first)])
    expect(await takeMany([second, invoice(early)])).toEqual(new Map())
    expect((await feedsOf(all)).get(early)).toEqual(upTo(5))
  })

  test('waits no longer for a feed that is locked than it may', async () => {
    const [fine, locked] = [...(await businessesOf([clientId], 2)).keys()] as [string, string]
    const batch = Map.groupBy([invoice(fine), invoice(locked)].map(delivered), (delivery) => delivery.businessId)
    await database.app.transact({ businessId: locked }, async (tx) => {
      await lockFeeds(tx, [locked])
      await expect(feed.handleMany(batch, 20)).rejects.toMatchObject({ code: '55P03' })
    })
    expect(await feed.handleMany(batch, 20)).toEqual(new Map())
    expect(await feedsOf([fine, locked])).toEqual(
      new Map([
        [fine, upTo(2)],
        [locked, upTo(2)],
      ]),
    )
  })

  test('stages deliveries for the webhooks of the client of each feed, and for no other', async () => {
    const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()]
    const owners = await businessesOf([mine, theirs], 3)
    const hook = async (client: string, businessIds: string[] = []) => {
      const id: string = crypto.randomUUID()
      await database.app.transact({ clientId: client }, (tx) =>
        tx.rows(
          `INSERT INTO webhooks (client_id, id, url, event_types, business_ids, status, created_at, updated_at)
           VALUES ($1, $2, 'https://example.com', '{}', $3, 'ENABLED', now(), now())`,
          [client, id, businessIds],
        ),
      )
      return id
    }
    const [first] = owners.keys()
    const hooks = new Map<string, string[]>([
      [mine, [await hook(mine), await hook(mine, [first ?? ''])]],
      [theirs, [await hook(theirs)]],
    ])
    const events = [...owners.keys()].map((of) => invoice(of))
    await takeMany(events)
    expect(wakes).toBe((await database.app.groupsOf([...owners.keys()])).length)
    const staging = await database.relay.transact({}, (tx) =>
      tx.rows<{ client_id: string; webhook_id: string; business_id: string }>(
        'SELECT client_id, webhook_id, business_id FROM webhook_deliveries WHERE client_id = ANY ($1::uuid[])',
        [[mine, theirs]],
      ),
    )
    const inWords = (client: string, webhook: string, of: string) => `${client} ${webhook} ${of}`
    const expected = [...owners].flatMap(([of, client]) => {
      const [all = '', narrow] = hooks.get(client) ?? []
      return [inWords(client, all, of), ...(narrow && of === first ? [inWords(client, narrow, of)] : [])]
    })
    expect(staging.map((row) => inWords(row.client_id, row.webhook_id, row.business_id)).toSorted()).toEqual(
      expected.toSorted(),
    )
  })

  test('by concurrent replicas, in batches that overlap, leaves no gap, appends each event once, and never fails', async () => {
    const businesses = [...(await businessesOf([clientId, crypto.randomUUID()], 12)).keys()]
    const replicas = Array.from({ length: 4 }, contextOf)
    const published = businesses.flatMap((of) => Array.from({ length: 8 }, () => invoice(of)))
    const batches = Array.from({ length: 24 }, (_, index) =>
      shuffle(
        published.filter((_event, place) => (place * 7 + index) % 3 > 0),
        index,
      ),
    )
    await Promise.all(
      replicas.map(async (context, which) => {
        for (const batch of batches.filter((_, index) => index % 4 === which)) await appendMany(batch, context)
      }),
    )
    const feeds = await feedsOf(businesses)
    for (const of of businesses) expect(feeds.get(of)).toEqual(upTo(9))
  })

  test('while old events are purged, none of both fails', async () => {
    const businesses = [...(await businessesOf([clientId], 20)).keys()]
    now = new Date(now.getTime() + 91 * 86_400_000)
    const purging = purgeEvents({ relay: database.relay, clock: () => now, keepDays: 90 })
    for (let round = 0; round < 5; round++) await appendMany(shuffle(businesses, round).map((of) => invoice(of)))
    await purging
    for (const { last, all } of (await feedsOf(businesses)).values()) expect([last, all]).toEqual([6, [2, 3, 4, 5, 6]])
  })

  test('appends nothing where one of them cannot be', async () => {
    const [one, two] = [...(await businessesOf([clientId], 2)).keys()] as [string, string]
    const broken = feedSubscriber({
      db: database.app,
      early: new EarlyEvents(),
      clock: () => now,
      findReceivers: async () => () => Promise.reject(new Error('no')),
    })
    await expect(takeMany([invoice(one), invoice(two)], broken)).rejects.toThrow('no')
    expect(await feedsOf([one, two])).toEqual(
      new Map([
        [one, upTo(1)],
        [two, upTo(1)],
      ]),
    )
  })
})

const aBusiness = async () => ({
  id: businessId,
  clientId,
  timeZone: 'UTC',
  currency: 'USD',
  defaultReportingBasis: null,
  activationAt: null,
  legalName: null,
  bookkeepingEnrolled: false,
  archivedAt: null,
  version: 1,
})

describe('reading', () => {
  const fill = async (count: number): Promise<void> => {
    const events = Array.from({ length: count }, (_, index) =>
      staged(businessId, index % 2 ? 'bill' : 'invoice', crypto.randomUUID(), 'created', { version: 1 }, 'billing'),
    )
    await take(created(), ...events)
  }

  test('continues after a position, page by page, and says whether there is more', async () => {
    await fill(5)
    const first = await list({ limit: 4 })
    expect([first.events.length, first.cursor, first.hasMore]).toEqual([4, 4, true])
    const second = await list({ after: first.cursor, limit: 4 })
    expect([second.events.length, second.cursor, second.hasMore]).toEqual([2, 6, false])
    const nothing = await list({ after: second.cursor })
    expect([nothing.events, nothing.cursor, nothing.hasMore]).toEqual([[], 6, false])
  })

  test('of some types continues after all scanned events', async () => {
    await fill(5)
    const bills = await list({ types: ['bill'] })
    expect([bills.events.map(({ position }) => position), bills.cursor, bills.hasMore]).toEqual([[3, 5], 6, false])
    const one = await list({ types: ['bill.created', 'business'], limit: 2 })
    expect([one.events.map(({ position }) => position), one.cursor, one.hasMore]).toEqual([[1, 3], 3, true])
    const none = await list({ types: ['payout'] })
    expect([none.events, none.cursor, none.hasMore]).toEqual([[], 6, false])
  })

  test('a page ends early before it gets too large', async () => {
    const text = 'x'.repeat(400_000)
    await take(created(), ...Array.from({ length: 12 }, () => invoiceEvent(crypto.randomUUID(), 1, { text })))
    const first = await list()
    expect([first.events.length, first.cursor, first.hasMore]).toEqual([9, 9, true])
    expect((await list({ after: 9 })).events.length).toBe(4)
  })

  test.each([
    [{ after: -1 }, 'after'],
    [{ after: 1.5 }, 'after'],
    [{ after: 99 }, 'after'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 501 }, 'limit'],
    [{ types: ['invoice', 'Invoice'] }, 'type.1'],
    [{ types: ["' OR 1=1"] }, 'type.0'],
  ])('%j is refused', async (query, field) => {
    await fill(1)
    await expect(list(query)).rejects.toMatchObject({
      problems: [{ error_enum: 'InvalidQuery', meta: { field } }],
    })
  })

  test('of a business of another client, or of an unknown one, is refused', async () => {
    await fill(1)
    const other = crypto.randomUUID()
    await expect(list({ tenant: { clientId: other, businessId } })).rejects.toMatchObject({
      errorEnum: 'BusinessNotFound',
    })
    await expect(list({ tenant: { clientId, businessId: other } })).rejects.toMatchObject({
      errorEnum: 'BusinessNotFound',
    })
  })

  test('a transaction of another business sees no event', async () => {
    await fill(1)
    const rows = await database.app.transact({ businessId: crypto.randomUUID() }, (tx) =>
      tx.rows('SELECT position FROM feed_events UNION ALL SELECT last_position FROM feed_positions'),
    )
    expect(rows).toEqual([])
  })

  test('no event can be changed or taken away by the service', async () => {
    await fill(1)
    for (const sql of [`UPDATE feed_events SET data = '{}'`, 'DELETE FROM feed_events'])
      await expect(database.app.transact({ businessId }, (tx) => tx.rows(sql))).rejects.toThrow('permission denied')
  })
})

describe('an old event', () => {
  const purge = () => purgeEvents({ relay: database.relay, clock: () => now, keepDays: 90 })
  const day = 86_400_000

  test('is removed, and a reader that missed it is refused', async () => {
    await take(created(), invoiceEvent(crypto.randomUUID(), 1))
    now = new Date(now.getTime() + day)
    await take(invoiceEvent(crypto.randomUUID(), 1))
    now = new Date(now.getTime() + 90 * day - 1)
    await purge()
    expect((await shown()).map(([position]) => position)).toEqual([3])
    expect((await shown({ after: 2 })).map(([position]) => position)).toEqual([3])
    await expect(list({ after: 1 })).rejects.toMatchObject({
      problems: [{ error_enum: 'EventsPurged', meta: { field: 'after', value: 1, oldest_position: 3 } }],
    })
    now = new Date(now.getTime() + 2)
    await purge()
    expect(await list()).toEqual({ events: [], cursor: 3, hasMore: false })
    await take(invoiceEvent(crypto.randomUUID(), 1))
    expect((await shown()).map(([position]) => position)).toEqual([4])
  })

  test('does not hold up later versions', async () => {
    await take(created())
    now = new Date(now.getTime() + 91 * day)
    await purge()
    await take(invoiceEvent(crypto.randomUUID(), 5))
    expect((await shown()).length).toBe(1)
  })
})
