import type { Tx } from '@pacioli/db'
import { table, timestamp, uuid } from '@pacioli/db/table'
import { sealedColumns, type SealedSecret } from '@pacioli/vault'

const secrets = table('webhook_secrets', ['clientId', 'id'], {
  clientId: uuid.writeOnly,
  id: uuid,
  webhookId: uuid.writeOnly,
  ...sealedColumns,
  createdAt: timestamp.writeOnly,
})

/** A sealed secret, with the id that it is bound to. */
export type KeptSecret = { id: string; sealed: SealedSecret }

/** Stores the secret that signs from now on; it is the only one without an end. */
export async function insertSecret(
  tx: Tx,
  { clientId, webhookId, now }: { clientId: string; webhookId: string; now: Date },
  { id, sealed }: KeptSecret,
): Promise<void> {
  await secrets.insert(tx, { clientId, webhookId, createdAt: now }, [{ id, ...sealed }])
}

/** The current secret signs until then; the previous one no longer does. */
export async function expireSecret(tx: Tx, clientId: string, webhookId: string, expiresAt: Date): Promise<void> {
  await tx.rows('DELETE FROM webhook_secrets WHERE client_id = $1 AND webhook_id = $2 AND expires_at IS NOT NULL', [
    clientId,
    webhookId,
  ])
  await tx.rows('UPDATE webhook_secrets SET expires_at = $3 WHERE client_id = $1 AND webhook_id = $2', [
    clientId,
    webhookId,
    expiresAt,
  ])
}

/** The secrets that sign at this time, the current one first. */
export async function findSecrets(tx: Tx, clientId: string, webhookId: string, now: Date): Promise<KeptSecret[]> {
  const rows = await secrets.rows(
    tx,
    `t.client_id = $1 AND t.webhook_id = $2 AND (t.expires_at IS NULL OR t.expires_at > $3)
      ORDER BY t.expires_at DESC NULLS FIRST`,
    [clientId, webhookId, now],
  )
  return rows.map(({ id, ...sealed }) => ({ id, sealed }))
}
