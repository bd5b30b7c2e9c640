/** Clears away what is older than needed: for the role that keeps house. */
import type { Tx } from '@pacioli/db'

/**
 * Removes a batch of events that were appended before then, the oldest first, and notes in the same transaction how far
 * each feed is not kept any more; how many that were.
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
