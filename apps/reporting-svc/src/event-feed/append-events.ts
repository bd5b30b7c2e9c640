import type { Database, Tx } from '@pacioli/db'
import type { EarlyEvents } from './early-events.ts'
import type { FeedEvent, PlacedEvent } from './feed-event.ts'
import { findAppended, findLastVersions, hasCreation, lockFeed, insertEvents, type LockedFeed } from './feed.store.ts'
import { inVersionOrder, splitByGaps } from './version-order.ts'

export type AppendContext = {
  db: Database
  early: EarlyEvents
  clock: () => Date
  /** Reads who receives events of the client; the returned function runs in the transaction that appends them. */
  findReceivers: (tx: Tx, clientId: string) => Promise<(events: readonly PlacedEvent[], now: Date) => Promise<void>>
}

/**
 * Appends events of a business to its feed, each once.
 * @returns how many were appended, and how many wait for earlier versions
 */
export function appendEvents(
  context: AppendContext,
  tenant: { clientId: string; businessId: string },
  events: readonly FeedEvent[],
): Promise<{ appended: number; waiting: number }> {
  const { db, early, clock, findReceivers } = context
  return db.transact(tenant, async (tx) => {
    const now = clock()
    // Sent together: the lock goes first, so the queries behind it run once it is granted.
    const [feed, fresh, lastVersions, stageDeliveries] = await Promise.all([
      lockFeed(tx, tenant.businessId, tenant.clientId),
      withoutAppended(tx, tenant.businessId, events),
      findLastVersions(tx, tenant.businessId, events),
      findReceivers(tx, tenant.clientId),
    ])
    if (fresh.length === 0) return { appended: 0, waiting: 0 }
    const hasBeginning = fresh.some(isBeginning)
    // Purged events may have been the earlier versions.
    const isPurged = feed.purgedThrough > 0
    // All events after the first are still in the stream and arrive, even if another replica is ahead.
    const isWhole = feed.isWhole || hasBeginning || (!isPurged && (await hasCreation(tx, tenant.businessId)))
    const hasAll = isWhole && !isPurged
    const split =
      feed.lastPosition > 0 || hasBeginning ? splitByGaps(fresh, lastVersions, hasAll) : { ready: [], early: fresh }
    const overdue = split.early.filter(({ id }) => early.hasWaited(id, now))
    const waiting = split.early.filter((event) => !overdue.includes(event))
    const placed = placesFor(tenant.businessId, feed, inVersionOrder([...split.ready, ...overdue]))
    if (placed.length > 0) {
      const lastPosition = feed.lastPosition + placed.length
      insertEvents(tx, tenant.businessId, placed, { lastPosition, isWhole }, now)
      await stageDeliveries(placed, now)
    }
    tx.afterCommit(() => early.forget(placed.map(({ id }) => id)))
    return { appended: placed.length, waiting: waiting.length }
  })
}

/**
 * The first event of a business: a feed that has it is complete. Another replica may be applying it while this one has the next
 * events; for a business that is older than its feed it never comes.
 */
const isBeginning = ({ type, version }: FeedEvent): boolean => type === 'business.created' && version === 1

const placesFor = (businessId: string, { lastPosition }: LockedFeed, events: readonly FeedEvent[]): PlacedEvent[] =>
  events.map((event, index) => ({ ...event, businessId, position: lastPosition + index + 1 }))

/** The events that the feed lacks, each once. */
async function withoutAppended(tx: Tx, businessId: string, events: readonly FeedEvent[]): Promise<FeedEvent[]> {
  const ids = events.map(({ id }) => id)
  const seen = await findAppended(tx, businessId, ids)
  return events.filter(({ id }) => !seen.has(id) && seen.add(id))
}
