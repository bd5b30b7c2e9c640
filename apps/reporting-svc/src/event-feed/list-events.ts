import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { DEFAULT_LIMIT, MAX_LIMIT } from '@pacioli/paging'
import type { Tenant } from '@pacioli/rpc'
import { requireBusiness, type FetchBusiness } from '../businesses/require-business.ts'
import { EVENT_TYPE, type PlacedEvent } from './feed-event.ts'
import { findBounds, readEvents, type FeedBounds } from './feed.store.ts'

export type EventsQuery = {
  tenant: Tenant
  /** The last position that the reader has; without it the feed is read from its beginning. */
  after?: number | undefined
  limit?: number | undefined
  types: readonly string[]
  fetchBusiness: FetchBusiness
}

/** `cursor`: where to continue, at once if `hasMore`, else later. */
export type EventsPage = { events: PlacedEvent[]; cursor: number; hasMore: boolean }

/** Events scanned for one page when types are filtered. */
const MAX_SEARCHED = 10_000
const MAX_PAGE_BYTES = 3 * 1024 * 1024

/**
 * The events of a business after a position, in order: one range of an index.
 * @throws BusinessNotFound; EventsPurged for a position whose next event is purged; InvalidQuery for one that the feed has not
 * reached, since a reader who continues from it would miss events
 */
export async function listEvents(db: Database, query: EventsQuery): Promise<EventsPage> {
  const { tenant, limit = DEFAULT_LIMIT, types } = query
  const { businessId } = tenant
  requireValidQuery(query)
  await requireBusiness(db, tenant, query.fetchBusiness)
  return db.transact(tenant, async (tx) => {
    const { lastPosition, purgedThrough } = (await findBounds(tx, businessId)) ?? NOTHING
    const after = query.after ?? purgedThrough
    requireReached(after, lastPosition)
    const through = types.length === 0 ? lastPosition : Math.min(lastPosition, after + MAX_SEARCHED)
    const range = { after, through, types, limit, maxBytes: MAX_PAGE_BYTES }
    const { events, hasMore } = await readEvents(tx, businessId, range)
    // Checked after reading: a concurrent purge would leave an unnoticed gap in the page.
    requireNotPurged(after, (await findBounds(tx, businessId)) ?? NOTHING)
    const cursor = hasMore ? (events.at(-1)?.position ?? after) : through
    return { events, cursor, hasMore: cursor < lastPosition }
  })
}

const NOTHING: FeedBounds = { lastPosition: 0, purgedThrough: 0 }

function requireValidQuery({ after, limit, types }: EventsQuery): void {
  if (after !== undefined && (!Number.isSafeInteger(after) || after < 0))
    throw refused('InvalidQuery', 'after is a position of the feed: a whole number from 0.', {
      field: 'after',
      value: after,
    })
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT))
    throw refused('InvalidQuery', `limit is a whole number from 1 to ${MAX_LIMIT}.`, { field: 'limit', value: limit })
  requireValidTypes(types)
}

/** @throws InvalidQuery */
export function requireValidTypes(types: readonly string[]): void {
  const wrong = types.findIndex((type) => !EVENT_TYPE.test(type))
  if (wrong >= 0)
    throw refused('InvalidQuery', 'type is a kind of event such as `invoice` or `invoice.voided`.', {
      field: `type.${wrong}`,
      value: types[wrong],
    })
}

function requireNotPurged(after: number, { purgedThrough }: FeedBounds): void {
  if (after >= purgedThrough) return
  throw refused(
    'EventsPurged',
    `Events up to position ${purgedThrough} are not kept any more. Fetch the present state from the API, then go on ` +
      `with after=${purgedThrough}.`,
    { field: 'after', value: after, oldest_position: purgedThrough + 1 },
  )
}

function requireReached(after: number, lastPosition: number): void {
  if (after <= lastPosition) return
  throw refused('InvalidQuery', `The feed of the business ends at position ${lastPosition}.`, {
    field: 'after',
    value: after,
  })
}
