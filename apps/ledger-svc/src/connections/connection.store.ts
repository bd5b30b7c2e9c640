import type { Tx } from '@pacioli/db'
import type { SealedSecret } from '@pacioli/vault'
import type { Connection } from './connection.ts'

/** The stored tokens of a connection, and the lease of a renewal in progress. */
export type StoredTokens = SealedSecret & { revision: string; leaseToken: string | null }

/** Names the tokens that a decision was based on: a change of them makes a new revision. */
export type TokensKey = { businessId: string; connectionId: string; revision: string }

type ConnectionRow = {
  id: string
  client_id: string
  business_id: string
  provider: string
  external_company_id: string | null
  connected_at: Date
  unlinked_at: Date | null
  needs_reauthorization_since: Date | null
}

const COLUMNS = `id, client_id, business_id, provider, external_company_id, connected_at, unlinked_at,
  needs_reauthorization_since`

const toConnection = (row: ConnectionRow): Connection => ({
  id: row.id,
  clientId: row.client_id,
  businessId: row.business_id,
  provider: row.provider,
  externalCompanyId: row.external_company_id,
  connectedAt: row.connected_at,
  unlinkedAt: row.unlinked_at,
  needsReauthorizationSince: row.needs_reauthorization_since,
})

export async function loadConnection(tx: Tx, businessId: string, provider: string): Promise<Connection | undefined> {
  const row = await tx.row<ConnectionRow>(
    `SELECT ${COLUMNS} FROM provider_connections WHERE business_id = $1 AND provider = $2`,
    [businessId, provider],
  )
  return row && toConnection(row)
}

type TokensRow = {
  revision: string | null
  lease_token: string | null
  master_key_id: string
  wrapped_key: Buffer
  ciphertext: Buffer
}

const toStoredTokens = (row: TokensRow): StoredTokens | undefined =>
  row.revision === null
    ? undefined
    : {
        revision: row.revision,
        leaseToken: row.lease_token,
        masterKeyId: row.master_key_id,
        wrappedKey: row.wrapped_key,
        ciphertext: row.ciphertext,
      }

/** Connection and tokens in one statement: between two of them another company could be connected. */
export async function loadConnectionWithTokens(
  tx: Tx,
  businessId: string,
  provider: string,
): Promise<{ connection: Connection; tokens: StoredTokens | undefined } | undefined> {
  const row = await tx.row<ConnectionRow & TokensRow>(
    `SELECT c.id, c.client_id, c.business_id, c.provider, c.external_company_id, c.connected_at, c.unlinked_at,
            c.needs_reauthorization_since, t.revision, t.lease_token, t.master_key_id, t.wrapped_key, t.ciphertext
       FROM provider_connections c LEFT JOIN provider_tokens t ON t.business_id = c.business_id AND t.id = c.id
      WHERE c.business_id = $1 AND c.provider = $2`,
    [businessId, provider],
  )
  return row && { connection: toConnection(row), tokens: toStoredTokens(row) }
}

/** Stores an authorized connection; an existing one of the business to the provider keeps its id. */
export async function saveConnection(tx: Tx, connection: Connection, now: Date): Promise<Connection> {
  const [row] = await tx.rows<ConnectionRow>(
    `INSERT INTO provider_connections (business_id, id, client_id, provider, external_company_id, connected_at,
       unlinked_at, needs_reauthorization_since, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     ON CONFLICT (business_id, provider) DO UPDATE SET external_company_id = excluded.external_company_id,
       connected_at = excluded.connected_at, unlinked_at = excluded.unlinked_at,
       needs_reauthorization_since = excluded.needs_reauthorization_since, updated_at = excluded.updated_at,
       version = provider_connections.version + 1
     RETURNING ${COLUMNS}`,
    [
      connection.businessId,
      connection.id,
      connection.clientId,
      connection.provider,
      connection.externalCompanyId,
      connection.connectedAt,
      connection.unlinkedAt,
      connection.needsReauthorizationSince,
      now,
    ],
  )
  if (!row) throw new Error('A connection that was written did not come back.')
  return toConnection(row)
}

/** Replaces the tokens. A renewal in progress finds them gone. */
export async function replaceTokens(
  tx: Tx,
  { businessId, id, clientId }: Connection,
  revision: string,
  sealed: SealedSecret,
): Promise<void> {
  await tx.rows(
    `INSERT INTO provider_tokens (business_id, id, client_id, revision, master_key_id, wrapped_key, ciphertext)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (business_id, id) DO UPDATE SET revision = excluded.revision, lease_token = NULL, lease_until = NULL,
       master_key_id = excluded.master_key_id, wrapped_key = excluded.wrapped_key, ciphertext = excluded.ciphertext`,
    [businessId, id, clientId, revision, sealed.masterKeyId, sealed.wrappedKey, sealed.ciphertext],
  )
}

/** @returns what was there */
export async function deleteTokens(tx: Tx, { businessId, id }: Connection): Promise<StoredTokens | undefined> {
  const row = await tx.row<TokensRow>(
    `DELETE FROM provider_tokens WHERE business_id = $1 AND id = $2
     RETURNING revision, lease_token, master_key_id, wrapped_key, ciphertext`,
    [businessId, id],
  )
  return row && toStoredTokens(row)
}

/** Locks the connection: always before its tokens, so that no transactions deadlock. */
export async function lockConnection(tx: Tx, businessId: string, provider: string): Promise<Connection | undefined> {
  const row = await tx.row<ConnectionRow>(
    `SELECT ${COLUMNS} FROM provider_connections WHERE business_id = $1 AND provider = $2 FOR UPDATE`,
    [businessId, provider],
  )
  return row && toConnection(row)
}

/**
 * Whether the holder of this lease alone may renew these tokens, until it ends.
 * @param seen the lease that was on them when that was decided: if it has changed since, decide again
 */
export async function leaseTokens(
  tx: Tx,
  key: TokensKey,
  seen: string | null,
  lease: { leaseToken: string; leaseUntil: Date },
  now: Date,
): Promise<boolean> {
  const taken = await tx.rows(
    `UPDATE provider_tokens SET lease_token = $4, lease_until = $5
      WHERE business_id = $1 AND id = $2 AND revision = $3
        AND lease_token IS NOT DISTINCT FROM $7 AND (lease_token IS NULL OR lease_until <= $6)
     RETURNING id`,
    [key.businessId, key.connectionId, key.revision, lease.leaseToken, lease.leaseUntil, now, seen],
  )
  return taken.length > 0
}

/** Ends the lease. */
export async function releaseTokens(tx: Tx, key: TokensKey, leaseToken: string): Promise<void> {
  await tx.rows(
    `UPDATE provider_tokens SET lease_token = NULL, lease_until = NULL
      WHERE business_id = $1 AND id = $2 AND revision = $3 AND lease_token = $4`,
    [key.businessId, key.connectionId, key.revision, leaseToken],
  )
}

/** Stores renewed tokens, if those they were requested with are still stored. */
export async function renewTokens(
  tx: Tx,
  key: TokensKey,
  revision: string,
  sealed: SealedSecret,
  now: Date,
): Promise<boolean> {
  await lockConnectionOf(tx, key)
  const renewed = await tx.rows(
    `UPDATE provider_tokens SET revision = $4, lease_token = NULL, lease_until = NULL, master_key_id = $5,
            wrapped_key = $6, ciphertext = $7
      WHERE business_id = $1 AND id = $2 AND revision = $3
     RETURNING id`,
    [
      key.businessId,
      key.connectionId,
      key.revision,
      revision,
      sealed.masterKeyId,
      sealed.wrappedKey,
      sealed.ciphertext,
    ],
  )
  if (renewed.length === 0) return false
  await noteReauthorization(tx, key, null, now)
  return true
}

/** Records that the provider rejects these tokens, unless they have been replaced since. */
export async function rejectTokens(tx: Tx, key: TokensKey, now: Date): Promise<boolean> {
  await lockConnectionOf(tx, key)
  const current = await tx.rows(
    `UPDATE provider_tokens SET lease_token = NULL, lease_until = NULL
      WHERE business_id = $1 AND id = $2 AND revision = $3
     RETURNING id`,
    [key.businessId, key.connectionId, key.revision],
  )
  if (current.length === 0) return false
  await noteReauthorization(tx, key, now, now)
  return true
}

const lockConnectionOf = (tx: Tx, { businessId, connectionId }: TokensKey): Promise<object[]> =>
  tx.rows('SELECT FROM provider_connections WHERE business_id = $1 AND id = $2 FOR UPDATE', [businessId, connectionId])

async function noteReauthorization(tx: Tx, key: TokensKey, since: Date | null, now: Date): Promise<void> {
  await tx.rows(
    `UPDATE provider_connections SET needs_reauthorization_since = $3, updated_at = $4, version = version + 1
      WHERE business_id = $1 AND id = $2
        AND (needs_reauthorization_since IS NULL) <> ($3::timestamptz IS NULL)`,
    [key.businessId, key.connectionId, since, now],
  )
}
