import type { Tx } from '@pacioli/db'

/** Where the history of a business ends, or ended at an instant: position 0 where nothing was recorded. */
export type Place = { position: number; recordedAt: Date | null }

type PlaceRow = { position: string; recorded_at: Date }

const placeOf = (row: PlaceRow | undefined): Place => ({
  position: Number(row?.position ?? 0),
  recordedAt: row?.recorded_at ?? null,
})

/** The last position that was recorded by then. It reads what was recorded since. */
export async function findPlaceAt(tx: Tx, businessId: string, at: Date): Promise<Place> {
  const row = await tx.row<PlaceRow>(
    `SELECT position, recorded_at FROM records WHERE business_id = $1 AND recorded_at <= $2 ORDER BY position DESC LIMIT 1`,
    [businessId, at.toISOString()],
  )
  return placeOf(row)
}

/** The last position of all. */
export async function findLastPlace(tx: Tx, businessId: string): Promise<Place> {
  const row = await tx.row<PlaceRow>(
    `SELECT position, recorded_at FROM records WHERE business_id = $1 ORDER BY position DESC LIMIT 1`,
    [businessId],
  )
  return placeOf(row)
}

/** Since when there is a history in this database; null where it is complete. */
export async function findSince(tx: Tx): Promise<Date | null> {
  const row = await tx.row<{ since: Date }>('SELECT since FROM records_since WHERE isfinite(since)')
  return row?.since ?? null
}

/** A position, with when it was recorded. */
export async function findPlace(tx: Tx, businessId: string, position: number): Promise<Place> {
  const row = await tx.row<PlaceRow>(
    'SELECT position, recorded_at FROM records WHERE business_id = $1 AND position = $2',
    [businessId, position],
  )
  return { position, recordedAt: row?.recorded_at ?? null }
}

/**
 * Something that has changed since a position: its last version then, null where there was nothing yet. Its state is null, too,
 * where the history has none of it.
 */
export type VersionThen = {
  aggregateType: string
  aggregateId: string
  version: number | null
  state: string | null
}

/** The positions of which a page tells what changed there: first changes after `position` that are in `(from, through]`. */
type Range = { position: number; from: number; through: number; types: readonly string[] }

/**
 * What has first changed in a range, as it was before. First versions of entries are left out, where there was nothing: whoever
 * has them knows it by their places. The range ends earlier where more of it counts than fits a page: what is left out fills none.
 * @param size the records of a page
 */
export async function readVersionsThen(
  tx: Tx,
  businessId: string,
  { position, from, through, types }: Range,
  size: number,
): Promise<{ versions: VersionThen[]; through: number }> {
  const rows = await tx.rows<PagedVersion>(
    `WITH page AS MATERIALIZED (
       SELECT r.aggregate_type, r.aggregate_id, r.version, r.position FROM records r
        WHERE r.business_id = $1 AND r.position > $3 AND r.position <= $4 AND r.aggregate_type = ANY ($5::text[])
          AND (r.aggregate_type <> 'entry' OR r.version > 1)
        ORDER BY r.position LIMIT $6)
     SELECT pages.through, versions.*
       FROM (SELECT CASE WHEN count(*) = $6 THEN max(position) ELSE $4 END AS through FROM page) pages
       LEFT JOIN (
         SELECT changed.position, changed.aggregate_type AS "aggregateType", changed.aggregate_id AS "aggregateId",
                coalesce(was.version, CASE WHEN EXISTS (
                  SELECT FROM records first WHERE first.business_id = $1 AND first.aggregate_type = changed.aggregate_type
                     AND first.aggregate_id = changed.aggregate_id AND first.version = 1) THEN 0 ELSE changed.version - 1 END)::int AS version,
                coalesce(was.state, large.state) AS state
           FROM (SELECT DISTINCT ON (p.aggregate_type, p.aggregate_id) p.* FROM page p
                  ORDER BY p.aggregate_type, p.aggregate_id, p.position) changed
           LEFT JOIN LATERAL (SELECT v.version, v.state, v.event_id FROM records v
                               WHERE v.business_id = $1 AND v.aggregate_type = changed.aggregate_type
                                 AND v.aggregate_id = changed.aggregate_id AND v.position <= $2
                               ORDER BY v.version DESC LIMIT 1) was ON true
           LEFT JOIN large_states large ON was.state IS NULL AND large.business_id = $1 AND large.event_id = was.event_id
          WHERE NOT EXISTS (SELECT FROM records e
                             WHERE e.business_id = $1 AND e.aggregate_type = changed.aggregate_type
                               AND e.aggregate_id = changed.aggregate_id AND e.position > $2 AND e.position <= $3
                               AND (e.aggregate_type <> 'entry' OR e.version > 1)
                             OFFSET 0)) versions ON true
      ORDER BY versions.position`,
    [businessId, position, from, through, [...types], size],
  )
  return {
    versions: rows.flatMap(({ aggregateType, aggregateId, version, state }) =>
      aggregateType === null || aggregateId === null
        ? []
        : [{ aggregateType, aggregateId, version: version === 0 ? null : version, state }],
    ),
    through: Number(rows[0]?.through ?? through),
  }
}

/** Of a page without any, the end alone. */
type PagedVersion = {
  through: string
  aggregateType: string | null
  aggregateId: string | null
  version: number | null
  state: string | null
}

/** The first event of something in a range. */
export type FirstEvent = { position: number; recordedAt: Date; aggregateId: string; eventType: string }

type EventsRange = {
  since: number
  from: number
  through: number
  aggregateType: string
  eventTypes: readonly string[]
}

/** What is in `(from, through]` of the first events of each thing after `since`. */
export async function readFirstEvents(
  tx: Tx,
  businessId: string,
  { since, from, through, aggregateType, eventTypes }: EventsRange,
): Promise<FirstEvent[]> {
  const rows = await tx.rows<PlaceRow & { aggregate_id: string; event_type: string }>(
    `SELECT r.position, r.recorded_at, r.aggregate_id, r.event_type
       FROM records r
      WHERE r.business_id = $1 AND r.position > $3 AND r.position <= $4
        AND r.aggregate_type = $5 AND r.event_type = ANY ($6::text[])
        AND NOT EXISTS (SELECT FROM records e
                         WHERE e.business_id = $1 AND e.aggregate_type = $5 AND e.aggregate_id = r.aggregate_id
                           AND e.position > $2 AND e.position < r.position AND e.event_type = ANY ($6::text[])
                        OFFSET 0)
      ORDER BY r.position`,
    [businessId, since, from, through, aggregateType, [...eventTypes]],
  )
  return rows.map(({ position, recorded_at, aggregate_id, event_type }) => ({
    position: Number(position),
    recordedAt: recorded_at,
    aggregateId: aggregate_id,
    eventType: event_type,
  }))
}

/**
 * The places of these versions, in their order; undefined for those that are not recorded.
 * @param toldWith what tells of the first version of others, by type: it has their place
 */
export async function findPlaces(
  tx: Tx,
  businessId: string,
  versions: readonly { type?: string; id?: string; version?: number }[],
  toldWith: Readonly<Record<string, string>>,
): Promise<({ position: number; recordedAt: Date } | undefined)[]> {
  const rows = await tx.rows<{ position: string | null; recorded_at: Date | null }>(
    `SELECT r.position, r.recorded_at
       FROM unnest($2::text[], $3::uuid[], $4::bigint[]) WITH ORDINALITY AS v (type, id, version, n)
       LEFT JOIN LATERAL (
         SELECT o.position, o.recorded_at FROM records o
          WHERE o.business_id = $1 AND o.aggregate_type = v.type AND o.aggregate_id = v.id AND o.version = v.version
          UNION ALL
         SELECT o.position, o.recorded_at FROM records o
          WHERE v.version = 1 AND o.business_id = $1 AND o.aggregate_type = $5::jsonb ->> v.type
            AND position(v.id::text IN o.state) > 0
          LIMIT 1) r ON true
      ORDER BY v.n`,
    [
      businessId,
      versions.map(({ type }) => type),
      versions.map(({ id }) => id),
      versions.map(({ version }) => version),
      JSON.stringify(toldWith),
    ],
  )
  return rows.map(({ position, recorded_at }) =>
    position === null || recorded_at === null ? undefined : { position: Number(position), recordedAt: recorded_at },
  )
}
