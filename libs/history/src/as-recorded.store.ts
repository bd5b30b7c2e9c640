import type { Tx } from '@pacioli/db'
import type { VersionThen } from './history.store.ts'

/** A version that has no position yet: its event waits to be published. */
export type Waiting = { type: string; id: string; version: number; createdAt: Date }

/** What of the business waits for its position, as the transaction sees it. */
export async function readWaiting(tx: Tx, businessId: string): Promise<Waiting[]> {
  const rows = await tx.rows<{ type: string; id: string; version: string; created_at: Date }>(
    `SELECT w.aggregate_type AS type, w.aggregate_id AS id, w.version, w.created_at
       FROM waiting_versions_v1($1) w
      WHERE NOT EXISTS (SELECT FROM records r
                         WHERE r.business_id = $1 AND r.aggregate_type = w.aggregate_type
                           AND r.aggregate_id = w.aggregate_id AND r.version = w.version
                        OFFSET 0)`,
    [businessId],
  )
  return rows.map(({ type, id, version, created_at }) => ({
    type,
    id,
    version: Number(version),
    createdAt: created_at,
  }))
}

/** When the transaction began: it sees everything that was committed by then. */
export const readBeginning = async (tx: Tx): Promise<Date> =>
  (await tx.one<{ now: Date }>('SELECT transaction_timestamp() AS now')).now

/**
 * What of these types has changed since a position, as it was there: what was recorded later, and what still waits for its
 * position. The version is null where there was nothing yet; the state is where the history has none of it.
 */
export async function readChangedSince(
  tx: Tx,
  businessId: string,
  { position, types, waiting }: { position: number; types: readonly string[]; waiting: readonly Waiting[] },
): Promise<VersionThen[]> {
  const rows = await tx.rows<{ type: string; id: string; version: string | null; state: string | null }>(
    `SELECT changed.type, changed.id,
            coalesce(was.version, CASE WHEN changed.version > 1 THEN changed.version - 1 END) AS version,
            coalesce(was.state, large.state) AS state
       FROM (SELECT DISTINCT ON (c.type, c.id) c.*
               FROM (SELECT r.aggregate_type AS type, r.aggregate_id AS id, r.version FROM records r
                      WHERE r.business_id = $1 AND r.position > $2 AND r.aggregate_type = ANY ($3::text[])
                      UNION ALL
                     SELECT * FROM unnest($4::text[], $5::uuid[], $6::bigint[])) c
              ORDER BY c.type, c.id, c.version) changed
       LEFT JOIN LATERAL (SELECT v.version, v.state, v.event_id FROM records v
                           WHERE v.business_id = $1 AND v.aggregate_type = changed.type AND v.aggregate_id = changed.id
                             AND v.position <= $2
                           ORDER BY v.version DESC LIMIT 1) was ON true
       LEFT JOIN large_states large ON was.state IS NULL AND large.business_id = $1 AND large.event_id = was.event_id`,
    [businessId, position, types, ...columnsOf(waiting.filter(({ type }) => types.includes(type)))],
  )
  return rows.map(({ type, id, version, state }) => ({
    aggregateType: type,
    aggregateId: id,
    version: version === null ? null : Number(version),
    state,
  }))
}

const columnsOf = (waiting: readonly Waiting[]): unknown[] => [
  waiting.map(({ type }) => type),
  waiting.map(({ id }) => id),
  waiting.map(({ version }) => version),
]
