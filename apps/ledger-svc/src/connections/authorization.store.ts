import type { Tx } from '@pacioli/db'
import { bytes, table, text, timestamp, uuid } from '@pacioli/db/table'
import { sealedColumns, type SealedSecret } from '@pacioli/vault'
import type { Authorization } from './authorization.ts'

const authorizations = table('oauth_authorizations', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid,
  clientId: uuid,
  provider: text,
  stateSha256: bytes.named('state_sha256'),
  createdAt: timestamp,
  expiresAt: timestamp,
  ...sealedColumns,
})

/** Stores an attempt; deletes the expired ones of its business, and the oldest beyond `maxOpen` with its provider. */
export async function insertAuthorization(
  tx: Tx,
  authorization: Authorization,
  verifier: SealedSecret,
  maxOpen: number,
): Promise<void> {
  await authorizations.insert(tx, {}, [{ ...authorization, ...verifier }])
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
  const [row] = await authorizations.query(
    tx,
    `DELETE FROM oauth_authorizations t WHERE t.business_id = $1 AND t.state_sha256 = $2
     RETURNING ${authorizations.columns()}`,
    [businessId, stateSha256],
  )
  if (!row) return undefined
  const { masterKeyId, wrappedKey, ciphertext, ...authorization } = row
  return { authorization, verifier: { masterKeyId, wrappedKey, ciphertext } }
}

/** Callbacks with their states are refused from now on. */
export async function dropAuthorizations(tx: Tx, businessId: string, provider: string): Promise<void> {
  await tx.rows('DELETE FROM oauth_authorizations WHERE business_id = $1 AND provider = $2', [businessId, provider])
}
