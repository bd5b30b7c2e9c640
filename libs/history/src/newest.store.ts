import type { Tx } from '@pacioli/db'

/** The last version that was recorded; its state as JSON, null where the history has none of it. */
export type Newest = { version: number; state: string | null }

/** Ids after one, and up to another; null is no bound. */
export type IdRange = { after: string | null; through: string | null }

/** What was recorded last of each thing of a type. */
export async function readNewest(
  tx: Tx,
  businessId: string,
  type: string,
  { after, through }: IdRange,
): Promise<Map<string, Newest>> {
  const rows = await tx.rows<{ id: string; version: string; state: string | null }>(
    `SELECT DISTINCT ON (r.aggregate_id) r.aggregate_id AS id, r.version, coalesce(r.state, large.state) AS state
       FROM records r
       LEFT JOIN large_states large ON r.state IS NULL AND large.business_id = $1 AND large.event_id = r.event_id
      WHERE r.business_id = $1 AND r.aggregate_type = $2
        AND ($3::uuid IS NULL OR r.aggregate_id > $3) AND ($4::uuid IS NULL OR r.aggregate_id <= $4)
      ORDER BY r.aggregate_id DESC, r.version DESC`,
    [businessId, type, after, through],
  )
  return new Map(rows.map(({ id, version, state }) => [id, { version: Number(version), state }]))
}

/** The first id of a type after one, of what was recorded. */
export async function findRecordedAfter(
  tx: Tx,
  businessId: string,
  type: string,
  after: string | null,
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(
    `SELECT aggregate_id AS id FROM records
      WHERE business_id = $1 AND aggregate_type = $2 AND ($3::uuid IS NULL OR aggregate_id > $3)
      ORDER BY aggregate_id LIMIT 1`,
    [businessId, type, after],
  )
  return row?.id
}
