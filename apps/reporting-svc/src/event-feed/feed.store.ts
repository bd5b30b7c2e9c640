import type { Tx } from '@pacioli/db'
import { boolean, safeInteger, table, text, timestamp, uuid, writeLater, type RowOf } from '@pacioli/db/table'
import { aggregateKey } from './version-order.ts'
import type { FeedEvent, PlacedEvent } from './feed-event.ts'

const feeds = table('feed_positions', ['businessId'], {
  businessId: uuid.writeOnly,
  /** The last position of the feed. */
  lastPosition: safeInteger,
  /** The position through which events were purged. */
  purgedThrough: safeInteger,
  isWhole: boolean,
})
export type LockedFeed = RowOf<typeof feeds>
export type FeedBounds = Omit<LockedFeed, 'isWhole'>

const feedEvents = table('feed_events', ['businessId', 'position'], {
  businessId: uuid,
  position: safeInteger,
  id: text.named('event_id'),
  type: text,
  aggregateType: text,
  aggregateId: text,
  version: safeInteger.named('aggregate_version'),
  happenedAt: timestamp,
  requestId: text.orNull,
  data: text,
  appendedAt: timestamp.writeOnly,
})

/** Locks the feed of the business until the transaction ends: only one transaction at a time assigns positions. */
export async function lockFeed(tx: Tx, businessId: string, clientId: string): Promise<LockedFeed> {
  const [row] = await feeds.query(
    tx,
    `INSERT INTO feed_positions AS t (business_id, client_id) VALUES ($1, $2)
     ON CONFLICT (business_id) DO UPDATE SET client_id = t.client_id
     RETURNING ${feeds.columns()}`,
    [businessId, clientId],
  )
  if (!row) throw new Error(`The feed of ${businessId} cannot be held.`)
  return row
}

/** The client of the business, as its feed has it. */
export async function findFeedOwner(tx: Tx, businessId: string): Promise<string | undefined> {
  const row = await tx.row<{ client_id: string }>('SELECT client_id FROM feed_positions WHERE business_id = $1', [
    businessId,
  ])
  return row?.client_id
}

/** The ids of those of these events that the feed has. */
export async function findAppended(tx: Tx, businessId: string, eventIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ event_id: string }>(
    'SELECT event_id FROM feed_events WHERE business_id = $1 AND event_id = ANY ($2::text[])',
    [businessId, [...eventIds]],
  )
  return new Set(rows.map((row) => row.event_id))
}

/** Whether the feed has the creation of its business. */
export async function hasCreation(tx: Tx, businessId: string): Promise<boolean> {
  const row = await tx.row(
    `SELECT FROM feed_events
      WHERE business_id = $1 AND aggregate_type = 'business' AND aggregate_id = $1::text AND aggregate_version = 1`,
    [businessId],
  )
  return row !== undefined
}

/** The last version of each of these aggregates in the feed, by `aggregateKey`. */
export async function findLastVersions(
  tx: Tx,
  businessId: string,
  events: readonly FeedEvent[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ aggregate_type: string; aggregate_id: string; version: string }>(
    `SELECT asked.aggregate_type, asked.aggregate_id, kept.aggregate_version AS version
       FROM (SELECT DISTINCT * FROM unnest($2::text[], $3::text[]) AS a(aggregate_type, aggregate_id)) asked
      CROSS JOIN LATERAL (SELECT aggregate_version FROM feed_events e
                           WHERE e.business_id = $1 AND e.aggregate_type = asked.aggregate_type
                             AND e.aggregate_id = asked.aggregate_id
                           ORDER BY aggregate_version DESC LIMIT 1) kept`,
    [businessId, events.map((event) => event.aggregateType), events.map((event) => event.aggregateId)],
  )
  return new Map(
    rows.map((row) => [
      aggregateKey({ aggregateType: row.aggregate_type, aggregateId: row.aggregate_id }),
      Number(row.version),
    ]),
  )
}

/** Appends events to a locked feed. */
export function insertEvents(
  tx: Tx,
  businessId: string,
  events: readonly PlacedEvent[],
  { lastPosition, isWhole }: { lastPosition: number; isWhole: boolean },
  now: Date,
): void {
  writeLater(tx, [feedEvents.inserting({ businessId, appendedAt: now }, events)])
  tx.send('UPDATE feed_positions SET last_position = $2, is_whole = $3 WHERE business_id = $1', [
    businessId,
    lastPosition,
    isWhole,
  ])
}

/** The last position of the feed; undefined where nothing was ever appended. */
export const findBounds = (tx: Tx, businessId: string): Promise<FeedBounds | undefined> =>
  feeds.row(tx, 't.business_id = $1', [businessId])

/** The part of a feed to read: above `after`, not above `through`. */
export type FeedRange = { after: number; through: number; types: readonly string[]; limit: number; maxBytes: number }

/**
 * Events of a range in their order, of these types only if any are named: as many as fit, at least one, and whether
 * there are more in the range. The length of data is known without reading it.
 */
export async function readEvents(
  tx: Tx,
  businessId: string,
  { after, through, types, limit, maxBytes }: FeedRange,
): Promise<{ events: PlacedEvent[]; hasMore: boolean }> {
  const rows = await feedEvents.query<{ found: string }>(
    tx,
    `SELECT ${feedEvents.columns()}, t.found
       FROM (SELECT *, count(*) OVER () AS found,
                    sum(octet_length(data)) OVER (ORDER BY position) - octet_length(data) AS bytes_before
               FROM (SELECT * FROM feed_events
                      WHERE business_id = $1 AND position > $2 AND position <= $3
                        AND (cardinality($4::text[]) = 0 OR type = ANY ($4) OR aggregate_type = ANY ($4))
                      ORDER BY position LIMIT $5::int + 1) range) t
      WHERE t.bytes_before < $6 ORDER BY t.position LIMIT $5::int`,
    [businessId, after, through, [...types], limit, maxBytes],
  )
  const hasMore = Number(rows[0]?.found ?? 0) > rows.length
  return { events: rows.map(({ found: _, ...event }) => event), hasMore }
}

/** One event of the feed, if it is still kept. */
export const findEvent = (tx: Tx, businessId: string, position: number): Promise<PlacedEvent | undefined> =>
  feedEvents.row(tx, 't.business_id = $1 AND t.position = $2', [businessId, position])
