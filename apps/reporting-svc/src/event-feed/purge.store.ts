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
     -- In the order in which feeds are locked to be appended to.
     held AS MATERIALIZED (
       SELECT f.business_id FROM feed_positions f
        WHERE f.business_id IN (SELECT business_id FROM old) ORDER BY f.business_id FOR NO KEY UPDATE),
     noted AS (
       UPDATE feed_positions f SET purged_through = greatest(f.purged_through, old.through)
         FROM held JOIN old USING (business_id) WHERE f.business_id = held.business_id),
     gone AS (
       DELETE FROM feed_events e USING old WHERE e.business_id = old.business_id AND e.position <= old.through
       RETURNING 1)
     SELECT count(*) AS count FROM gone`,
    [before, limit],
  )
}
