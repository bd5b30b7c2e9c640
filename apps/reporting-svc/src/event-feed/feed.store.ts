import type { Tx } from '@pacioli/db'
import { aggregateKey } from './version-order.ts'
import type { FeedEvent, PlacedEvent } from './feed-event.ts'

/** How far the feed of a business goes, and what is not kept any more. */
export type FeedBounds = { lastPosition: number; purgedThrough: number }
export type LockedFeed = FeedBounds & { isWhole: boolean }

type PositionsRow = { last_position: string; purged_through: string; is_whole: boolean }

const toLocked = (row: PositionsRow): LockedFeed => ({
  lastPosition: Number(row.last_position),
  purgedThrough: Number(row.purged_through),
  isWhole: row.is_whole,
})

/** Takes the feed of the business alone until the transaction ends: who gives positions waits for whoever gives some. */
export async function lockFeed(tx: Tx, businessId: string, clientId: string): Promise<LockedFeed> {
  const row = await tx.row<PositionsRow>(
    `INSERT INTO feed_positions AS f (business_id, client_id) VALUES ($1, $2)
     ON CONFLICT (business_id) DO UPDATE SET client_id = f.client_id
     RETURNING last_position, purged_through, is_whole`,
    [businessId, clientId],
  )
  if (!row) throw new Error(`The feed of ${businessId} cannot be held.`)
  return toLocked(row)
}

/** Whose the business is, as its feed remembers it. */
export async function findFeedOwner(tx: Tx, businessId: string): Promise<string | undefined> {
  const row = await tx.row<{ client_id: string }>('SELECT client_id FROM feed_positions WHERE business_id = $1', [
    businessId,
  ])
  return row?.client_id
}

/** Of these events, the ids of those that the feed has. */
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

/** The last version that the feed has of each of these aggregates, by `aggregateKey`. */
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

/** Appends events to a feed that is held. */
export async function insertEvents(
  tx: Tx,
  businessId: string,
  events: readonly PlacedEvent[],
  { lastPosition, isWhole }: { lastPosition: number; isWhole: boolean },
  now: Date,
): Promise<void> {
  await tx.rows(
    `INSERT INTO feed_events (business_id, position, event_id, type, aggregate_type, aggregate_id, aggregate_version,
                              happened_at, data, request_id, appended_at)
     SELECT $1, i.*, $11 FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
                                     $8::timestamptz[], $9::text[], $10::text[]) AS i`,
    [
      businessId,
      events.map((event) => event.position),
      events.map((event) => event.id),
      events.map((event) => event.type),
      events.map((event) => event.aggregateType),
      events.map((event) => event.aggregateId),
      events.map((event) => event.version),
      events.map((event) => event.happenedAt.toISOString()),
      events.map((event) => event.data),
      events.map((event) => event.requestId),
      now,
    ],
  )
  await tx.rows('UPDATE feed_positions SET last_position = $2, is_whole = $3 WHERE business_id = $1', [
    businessId,
    lastPosition,
    isWhole,
  ])
}

/** How far the feed goes; undefined where nothing was ever appended. */
export async function findBounds(tx: Tx, businessId: string): Promise<FeedBounds | undefined> {
  const row = await tx.row<PositionsRow>(
    'SELECT last_position, purged_through, is_whole FROM feed_positions WHERE business_id = $1',
    [businessId],
  )
  return row && toLocked(row)
}

type EventRow = {
  position: string
  event_id: string
  type: string
  aggregate_type: string
  aggregate_id: string
  aggregate_version: string
  happened_at: Date
  request_id: string | null
  data: string
}

const COLUMNS =
  'position, event_id, type, aggregate_type, aggregate_id, aggregate_version, happened_at, request_id, data'

const toEvent = (businessId: string, row: EventRow): PlacedEvent => ({
  businessId,
  position: Number(row.position),
  id: row.event_id,
  type: row.type,
  aggregateType: row.aggregate_type,
  aggregateId: row.aggregate_id,
  version: Number(row.aggregate_version),
  happenedAt: row.happened_at,
  requestId: row.request_id,
  data: row.data,
})

/** Which part of a feed to read: above `after`, not above `through`. */
export type FeedRange = { after: number; through: number; types: readonly string[]; limit: number; maxBytes: number }

/**
 * Events of a range in their order, of these types alone if any are named: as many as fit, one at least, and whether
 * there are more of them in the range. How long data is is known without reading it.
 */
export async function readEvents(
  tx: Tx,
  businessId: string,
  { after, through, types, limit, maxBytes }: FeedRange,
): Promise<{ events: PlacedEvent[]; hasMore: boolean }> {
  const rows = await tx.rows<EventRow & { found: string }>(
    `SELECT ${COLUMNS}, found
       FROM (SELECT ${COLUMNS}, count(*) OVER () AS found,
                    sum(octet_length(data)) OVER (ORDER BY position) - octet_length(data) AS bytes_before
               FROM (SELECT ${COLUMNS} FROM feed_events
                      WHERE business_id = $1 AND position > $2 AND position <= $3
                        AND (cardinality($4::text[]) = 0 OR type = ANY ($4) OR aggregate_type = ANY ($4))
                      ORDER BY position LIMIT $5::int + 1) range) measured
      WHERE bytes_before < $6 ORDER BY position LIMIT $5::int`,
    [businessId, after, through, [...types], limit, maxBytes],
  )
  return { events: rows.map((row) => toEvent(businessId, row)), hasMore: Number(rows[0]?.found ?? 0) > rows.length }
}

/** One event of the feed, if it is still kept. */
export async function findEvent(tx: Tx, businessId: string, position: number): Promise<PlacedEvent | undefined> {
  const row = await tx.row<EventRow>(`SELECT ${COLUMNS} FROM feed_events WHERE business_id = $1 AND position = $2`, [
    businessId,
    position,
  ])
  return row && toEvent(businessId, row)
}
