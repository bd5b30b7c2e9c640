import type { Tx } from '@pacioli/db'

/** A position of an owner's history of a business that is applied. */
export type RecordMark = { businessId: string; owner: string; position: number }

/** Marks positions as applied, after everything else: events of one business wait for its row. */
export function markRecorded(tx: Tx, marks: readonly RecordMark[]): void {
  if (marks.length === 0) return
  tx.send(
    `INSERT INTO record_marks AS t (business_id, owner, positions)
       SELECT business_id, owner, range_agg(int8range(position, position + 1))
         FROM unnest($1::uuid[], $2::text[], $3::bigint[]) AS m (business_id, owner, position)
        GROUP BY business_id, owner ORDER BY business_id, owner
     ON CONFLICT (business_id, owner) DO UPDATE SET positions = t.positions + excluded.positions`,
    [marks.map(({ businessId }) => businessId), marks.map(({ owner }) => owner), marks.map(({ position }) => position)],
  )
}

/** Marks everything of an owner up to a position as applied. */
export function markRecordedThrough(tx: Tx, { businessId, owner, position }: RecordMark): void {
  if (position === 0) return
  tx.send(
    `INSERT INTO record_marks AS t (business_id, owner, positions)
       VALUES ($1, $2, int8multirange(int8range(1, $3::bigint, '[]')))
     ON CONFLICT (business_id, owner) DO UPDATE SET positions = t.positions + excluded.positions`,
    [businessId, owner, position],
  )
}

/** How far an owner's history is applied: everything up to `through`, and something, perhaps, up to `seen`. */
export type Applied = { through: number; seen: number }

/** By owner, as the transaction sees it. */
export async function readApplied(tx: Tx, businessId: string): Promise<Map<string, Applied>> {
  const rows = await tx.rows<{ owner: string; through: string; seen: string }>(
    `SELECT owner, upper(positions) - 1 AS seen,
            CASE WHEN lower(positions) = 1
                 THEN (SELECT upper(r) - 1 FROM unnest(positions) AS r ORDER BY r LIMIT 1) ELSE 0 END AS through
       FROM record_marks WHERE business_id = $1`,
    [businessId],
  )
  return new Map(rows.map(({ owner, through, seen }) => [owner, { through: Number(through), seen: Number(seen) }]))
}
