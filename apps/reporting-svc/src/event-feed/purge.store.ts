/** Removes expired events: for the housekeeping role. */
import type { Tx } from '@pacioli/db'

/**
 * Removes a batch of events appended before then, the oldest first, and records in the same transaction how far each
 * feed is purged; returns how many were removed.
 */
export async function purgeSomeEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  return tx.count(
    `WITH old AS MATERIALIZED (
       SELECT business_id, max(position) AS through
         FROM (SELECT business_id, position FROM feed_events WHERE appended_at < $1 ORDER BY appended_at LIMIT $2) batch
        GROUP BY business_id),
     noted AS (
       UPDATE feed_positions f SET purged_through = greatest(f.purged_through, old.through)
         FROM old WHERE f.business_id = old.business_id),
     gone AS (
       DELETE FROM feed_events e USING old WHERE e.business_id = old.business_id AND e.position <= old.through
       RETURNING 1)
     SELECT count(*) AS count FROM gone`,
    [before, limit],
  )
}
