import type { Tx } from '@pacioli/db'
import type { SealedSecret } from '@pacioli/vault'

/** A sealed secret, with the id that it is bound to. */
export type KeptSecret = { id: string; sealed: SealedSecret }

/** Keeps the secret that is signed with from now on; there is no other one without an end. */
export async function insertSecret(
  tx: Tx,
  { clientId, webhookId, now }: { clientId: string; webhookId: string; now: Date },
  { id, sealed }: KeptSecret,
): Promise<void> {
  await tx.rows(
    `INSERT INTO webhook_secrets (client_id, id, webhook_id, master_key_id, wrapped_key, ciphertext, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [clientId, id, webhookId, sealed.masterKeyId, sealed.wrappedKey, sealed.ciphertext, now],
  )
}

/** The current secret is signed with until then; the one before it no more. */
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

type SecretRow = { id: string; master_key_id: string; wrapped_key: Buffer; ciphertext: Buffer }

/** What is signed with at this time, the current secret first. */
export async function findSecrets(tx: Tx, clientId: string, webhookId: string, now: Date): Promise<KeptSecret[]> {
  const rows = await tx.rows<SecretRow>(
    `SELECT id, master_key_id, wrapped_key, ciphertext FROM webhook_secrets
      WHERE client_id = $1 AND webhook_id = $2 AND (expires_at IS NULL OR expires_at > $3)
      ORDER BY expires_at DESC NULLS FIRST`,
    [clientId, webhookId, now],
  )
  return rows.map((row) => ({
    id: row.id,
    sealed: { masterKeyId: row.master_key_id, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext },
  }))
}
