/** Removes expired rows: for the housekeeping role. */
import type { Tx } from '@pacioli/db'

/** Removes a batch of deliveries created before then, with their attempts; returns how many. */
export async function purgeSomeDeliveries(tx: Tx, before: Date, limit: number): Promise<number> {
  const gone = await tx.rows(
    `DELETE FROM webhook_deliveries
      WHERE (client_id, webhook_id, id) IN (SELECT client_id, webhook_id, id FROM webhook_deliveries
                                             WHERE created_at < $1 ORDER BY created_at LIMIT $2)
     RETURNING 1`,
    [before, limit],
  )
  return gone.length
}

/** Removes the secrets that sign nothing any more; returns how many. */
export async function purgeExpiredSecrets(tx: Tx, now: Date): Promise<number> {
  const gone = await tx.rows('DELETE FROM webhook_secrets WHERE expires_at <= $1 RETURNING id', [now])
  return gone.length
}
