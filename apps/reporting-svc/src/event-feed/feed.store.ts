import type { Tx } from '@pacioli/db'
import { boolean, safeInteger, table, text, timestamp, uuid, writeLater, type RowOf } from '@pacioli/db/table'
import { aggregateKey, type LastVersions } from './version-order.ts'
import type { FeedEvent, PlacedEvent } from './feed-event.ts'

const feeds = table('feed_positions', ['businessId'], {
  businessId: uuid,
  clientId: uuid,
  /** The last position of the feed. */
  lastPosition: safeInteger,
  /** The position through which events were purged. */
  purgedThrough: safeInteger,
  isWhole: boolean,
})
export type LockedFeed = RowOf<typeof feeds>
export type FeedBounds = Pick<LockedFeed, 'lastPosition' | 'purgedThrough'>

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
  actor: text.orNull,
  data: text,
  appendedAt: timestamp.writeOnly,
})

/** Begins the feed of a business, unless it has begun. */
export async function beginFeed(tx: Tx, businessId: string, clientId: string): Promise<void> {
  await tx.rows('INSERT INTO feed_positions (business_id, client_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    businessId,
    clientId,
  ])
}

/**
 * The feeds of these businesses, as far as they have begun, locked until the transaction ends: only one transaction at a
 * time assigns positions. In one order, so that two never wait for each other.
 */
export const lockFeeds = (tx: Tx, businessIds: readonly string[]): Promise<LockedFeed[]> =>
  feeds.rows(tx, 't.business_id = ANY ($1::uuid[]) ORDER BY t.business_id FOR NO KEY UPDATE', [[...businessIds]])

/** An event and whose it is. */
export type OwnedEvent = FeedEvent & { businessId: string }

/** Unique among all feeds. */
export const eventKey = ({ businessId, id }: Pick<OwnedEvent, 'businessId' | 'id'>): string => `${businessId} ${id}`

/** Those of these events that their feeds have, by `eventKey`. */
export async function findAppended(tx: Tx, events: readonly OwnedEvent[]): Promise<Set<string>> {
  const rows = await tx.rows<{ business_id: string; event_id: string }>(
    `SELECT e.business_id, e.event_id
       FROM unnest($1::uuid[], $2::text[]) AS n(business_id, event_id)
       JOIN feed_events e ON e.business_id = n.business_id AND e.event_id = n.event_id`,
    [events.map(({ businessId }) => businessId), events.map(({ id }) => id)],
  )
  return new Set(rows.map((row) => eventKey({ businessId: row.business_id, id: row.event_id })))
}

/** Those of these businesses whose feeds have their creation. */
export async function findCreations(tx: Tx, businessIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ business_id: string }>(
    `SELECT e.business_id FROM unnest($1::uuid[]) AS n(business_id)
       JOIN feed_events e ON e.business_id = n.business_id AND e.aggregate_type = 'business'
                         AND e.aggregate_id = n.business_id::text AND e.aggregate_version = 1`,
    [[...businessIds]],
  )
  return new Set(rows.map((row) => row.business_id))
}

/** The last version of each of these aggregates in the feed of its business, by business and `aggregateKey`. */
export async function findLastVersions(tx: Tx, events: readonly OwnedEvent[]): Promise<Map<string, LastVersions>> {
  const rows = await tx.rows<{ business_id: string; aggregate_type: string; aggregate_id: string; version: string }>(
    `SELECT asked.business_id, asked.aggregate_type, asked.aggregate_id, kept.aggregate_version AS version
       FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::text[], $3::text[])
               AS a(business_id, aggregate_type, aggregate_id)) asked
      CROSS JOIN LATERAL (SELECT aggregate_version FROM feed_events e
                           WHERE e.business_id = asked.business_id AND e.aggregate_type = asked.aggregate_type
                             AND e.aggregate_id = asked.aggregate_id
                           ORDER BY aggregate_version DESC LIMIT 1) kept`,
    [
      events.map(({ businessId }) => businessId),
      events.map(({ aggregateType }) => aggregateType),
      events.map(({ aggregateId }) => aggregateId),
    ],
  )
  const last = new Map<string, Map<string, number>>()
  for (const row of rows) {
    const versions = last.get(row.business_id) ?? new Map<string, number>()
    versions.set(
      aggregateKey({ aggregateType: row.aggregate_type, aggregateId: row.aggregate_id }),
      Number(row.version),
    )
    last.set(row.business_id, versions)
  }
  return last
}

/** Appends events to locked feeds, which go as far as these say from then on; a trigger records them in the audit log. */
export function insertEvents(
  tx: Tx,
  feedsAfter: readonly Pick<LockedFeed, 'businessId' | 'lastPosition' | 'isWhole'>[],
  events: readonly PlacedEvent[],
  now: Date,
): void {
  writeLater(tx, [
    feedEvents.inserting({ appendedAt: now }, events),
    feeds.updating({}, feedsAfter, { columns: ['lastPosition', 'isWhole'] }),
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

/** A page of the businesses that have a feed, in the order of their ids; as the housekeeping role. */
export const loadFeeds = (
  tx: Tx,
  { after, limit, only }: { after: string | undefined; limit: number; only: string | undefined },
): Promise<{ clientId: string; businessId: string }[]> =>
  tx.rows(
    `SELECT client_id AS "clientId", business_id AS "businessId" FROM feed_positions
      WHERE ($1::uuid IS NULL OR business_id > $1) AND ($2::uuid IS NULL OR business_id = $2) ORDER BY business_id LIMIT $3`,
    [after ?? null, only ?? null, limit],
  )
