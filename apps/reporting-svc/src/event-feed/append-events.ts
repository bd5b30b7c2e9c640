import type { Database, Tx } from '@pacioli/db'
import type { EarlyEvents } from './early-events.ts'
import type { FeedEvent, PlacedEvent } from './feed-event.ts'
import {
  eventKey,
  findAppended,
  findCreations,
  findLastVersions,
  insertEvents,
  lockFeeds,
  type LockedFeed,
} from './feed.store.ts'
import { inVersionOrder, splitByGaps, type LastVersions } from './version-order.ts'

/** What was appended to the feed of a business, in its order. */
export type Appended = { clientId: string; events: readonly PlacedEvent[] }

export type AppendContext = {
  db: Database
  early: EarlyEvents
  clock: () => Date
  /** Reads who receives events of these feeds; the returned function runs in the transaction that appends them. */
  findReceivers: (
    tx: Tx,
    businessIds: readonly string[],
  ) => Promise<(appended: readonly Appended[], now: Date) => Promise<void>>
  /** Their feeds have grown. */
  onAppended?: (businessIds: Iterable<string>) => void
}

/** Businesses whose feeds have not begun, and how many events of others wait for earlier versions. */
export type Unfinished = { withoutFeed: readonly string[]; waiting: ReadonlyMap<string, number> }

/**
 * Appends events of each business to its feed, each once.
 * @param lockTimeoutMs how long it waits for a feed that is locked; as long as it takes, unless given
 */
export async function appendEvents(
  context: AppendContext,
  batch: ReadonlyMap<string, readonly FeedEvent[]>,
  lockTimeoutMs = 0,
): Promise<Unfinished> {
  const unfinished = { withoutFeed: [] as string[], waiting: new Map<string, number>() }
  for (const businessIds of await context.db.groupsOf([...batch.keys()])) {
    const group = new Map(businessIds.map((businessId) => [businessId, batch.get(businessId) ?? []]))
    const { withoutFeed, waiting } = await appendTogether(context, group, lockTimeoutMs)
    unfinished.withoutFeed.push(...withoutFeed)
    for (const [businessId, count] of waiting) unfinished.waiting.set(businessId, count)
  }
  return unfinished
}

/** The same in one transaction. */
function appendTogether(
  { db, early, clock, findReceivers, onAppended }: AppendContext,
  batch: ReadonlyMap<string, readonly FeedEvent[]>,
  lockTimeoutMs: number,
): Promise<Unfinished> {
  const businessIds = [...batch.keys()]
  const events = [...batch].flatMap(([businessId, own]) => own.map((event) => ({ ...event, businessId })))
  return db.transactMany({ businessIds, lockTimeoutMs }, async (tx) => {
    const now = clock()
    // Sent together: the locks go first, so the queries behind them run once they are granted.
    const [feeds, appended, lastVersions, stageDeliveries] = await Promise.all([
      lockFeeds(tx, businessIds),
      findAppended(tx, events),
      findLastVersions(tx, events),
      findReceivers(tx, businessIds),
    ])
    const touched = feeds.flatMap((feed) => {
      const fresh = withoutAppended(feed.businessId, batch.get(feed.businessId) ?? [], appended)
      return fresh.length > 0 ? { feed, fresh, lastVersions: lastVersions.get(feed.businessId) ?? NONE } : []
    })
    const placings = (await withWholeness(tx, touched)).map((one) => placeEvents(one, early, now))
    const grown = placings.filter(({ placed }) => placed.length > 0)
    insertEvents(
      tx,
      grown.map(({ feedAfter }) => feedAfter),
      grown.flatMap(({ placed }) => placed),
      now,
    )
    await stageDeliveries(
      grown.map(({ feedAfter, placed }) => ({ clientId: feedAfter.clientId, events: placed })),
      now,
    )
    tx.afterCommit(() => {
      early.forget(grown.flatMap(({ placed }) => placed.map(({ id }) => id)))
      onAppended?.(grown.map(({ feedAfter }) => feedAfter.businessId))
    })
    const begun = new Set(feeds.map(({ businessId }) => businessId))
    return {
      withoutFeed: businessIds.filter((businessId) => !begun.has(businessId)),
      waiting: new Map(
        placings.flatMap(({ feedAfter, waiting }) => (waiting > 0 ? [[feedAfter.businessId, waiting] as const] : [])),
      ),
    }
  })
}

const NONE: LastVersions = new Map()

/** A locked feed, and the events that it lacks, each once. */
type Touched = { feed: LockedFeed; fresh: readonly FeedEvent[]; lastVersions: LastVersions }

/** The events that the feed lacks, each once. */
function withoutAppended(businessId: string, events: readonly FeedEvent[], appended: ReadonlySet<string>): FeedEvent[] {
  const seen = new Set(appended)
  return events.filter(({ id }) => {
    const key = eventKey({ businessId, id })
    return !seen.has(key) && seen.add(key)
  })
}

/** Purged events may have been the earlier versions. */
const isPurged = ({ purgedThrough }: LockedFeed): boolean => purgedThrough > 0

/**
 * The first event of a business: a feed that has it is complete. Another replica may be applying it while this one has the next
 * events; for a business that is older than its feed it never comes.
 */
const isBeginning = ({ type, version }: FeedEvent): boolean => type === 'business.created' && version === 1

/**
 * Whether each feed is whole: all events after the first are still in the stream and arrive, even if another replica is
 * ahead.
 */
async function withWholeness(
  tx: Tx,
  touched: readonly Touched[],
): Promise<(Touched & { hasBeginning: boolean; isWhole: boolean })[]> {
  const known = touched.map((one) => {
    const hasBeginning = one.fresh.some(isBeginning)
    return { ...one, hasBeginning, isWhole: one.feed.isWhole || hasBeginning }
  })
  const open = known.flatMap(({ feed, isWhole }) => (isWhole || isPurged(feed) ? [] : feed.businessId))
  const creations = open.length > 0 ? await findCreations(tx, open) : new Set<string>()
  return known.map((one) => ({ ...one, isWhole: one.isWhole || creations.has(one.feed.businessId) }))
}

type Placing = { feedAfter: LockedFeed; placed: readonly PlacedEvent[]; waiting: number }

/** Gives events their positions, except those that wait for an earlier version, or for the first event of their feed. */
function placeEvents(
  { feed, fresh, lastVersions, hasBeginning, isWhole }: Touched & { hasBeginning: boolean; isWhole: boolean },
  early: EarlyEvents,
  now: Date,
): Placing {
  const hasAll = isWhole && !isPurged(feed)
  const split =
    feed.lastPosition > 0 || hasBeginning ? splitByGaps(fresh, lastVersions, hasAll) : { ready: [], early: fresh }
  const overdue = split.early.filter(({ id }) => early.hasWaited(id, now))
  const placed = inVersionOrder([...split.ready, ...overdue]).map((event, index) => ({
    ...event,
    businessId: feed.businessId,
    position: feed.lastPosition + index + 1,
  }))
  return {
    feedAfter: { ...feed, lastPosition: feed.lastPosition + placed.length, isWhole },
    placed,
    waiting: split.early.length - overdue.length,
  }
}
