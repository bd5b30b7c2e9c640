import type { Tx } from '@pacioli/db'
import type { SealedSecret } from '@pacioli/vault'
import type { Authorization } from './authorization.ts'

/** Stores an attempt; deletes the expired ones of its business, and the oldest beyond `maxOpen` with its provider. */
export async function insertAuthorization(
  tx: Tx,
  authorization: Authorization,
  verifier: SealedSecret,
  maxOpen: number,
): Promise<void> {
  await tx.rows(
    `INSERT INTO oauth_authorizations (business_id, id, client_id, provider, state_sha256, created_at, expires_at,
       master_key_id, wrapped_key, ciphertext)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      authorization.businessId,
      authorization.id,
      authorization.clientId,
      authorization.provider,
      authorization.stateSha256,
      authorization.createdAt,
      authorization.expiresAt,
      verifier.masterKeyId,
      verifier.wrappedKey,
      verifier.ciphertext,
    ],
  )
  await tx.rows(
    `DELETE FROM oauth_authorizations
      WHERE business_id = $1
        AND (expires_at <= $3
          OR id IN (SELECT id FROM oauth_authorizations WHERE business_id = $1 AND provider = $2
                     ORDER BY created_at DESC, id DESC OFFSET $4))`,
    [authorization.businessId, authorization.provider, authorization.createdAt, maxOpen],
  )
}

/** Deletes and returns an attempt, so that a state completes only once. */
export async function takeAuthorization(
  tx: Tx,
  businessId: string,
  stateSha256: Buffer,
): Promise<{ authorization: Authorization; verifier: SealedSecret } | undefined> {
  const row = await tx.row<{
    id: string
    client_id: string
    provider: string
    created_at: Date
    expires_at: Date
    master_key_id: string
    wrapped_key: Buffer
    ciphertext: Buffer
  }>(
    `DELETE FROM oauth_authorizations WHERE business_id = $1 AND state_sha256 = $2
     RETURNING id, client_id, provider, created_at, expires_at, master_key_id, wrapped_key, ciphertext`,
    [businessId, stateSha256],
  )
  return (
    row && {
      authorization: {
        id: row.id,
        clientId: row.client_id,
        businessId,
        provider: row.provider,
        stateSha256,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      },
      verifier: { masterKeyId: row.master_key_id, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext },
    }
  )
}

/** Callbacks with their states are refused from now on. */
export async function dropAuthorizations(tx: Tx, businessId: string, provider: string): Promise<void> {
  await tx.rows('DELETE FROM oauth_authorizations WHERE business_id = $1 AND provider = $2', [businessId, provider])
}
