import type { Tx } from '@pacioli/db'
import { table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import { sealedColumns, type SealedSecret } from '@pacioli/vault'
import type { Connection } from './connection.ts'

/** The stored tokens of a connection, and the lease of a renewal in progress. */
export type StoredTokens = SealedSecret & { revision: string; leaseToken: string | null }

/** Names the tokens that a decision was based on: a change of them makes a new revision. */
export type TokensKey = { businessId: string; connectionId: string; revision: string }

const connections = table('provider_connections', ['businessId', 'provider'], {
  id: uuid.once,
  clientId: uuid.once,
  businessId: uuid,
  provider: text,
  externalCompanyId: text.orNull,
  connectedAt: timestamp,
  unlinkedAt: timestamp.orNull,
  needsReauthorizationSince: timestamp.orNull,
  createdAt: timestamp.once.writeOnly,
  updatedAt: timestamp.writeOnly,
})
const OF_PROVIDER = 't.business_id = $1 AND t.provider = $2'

const tokens = table('provider_tokens', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  id: uuid.writeOnly,
  clientId: uuid.once.writeOnly,
  revision: uuid,
  leaseToken: uuid.orNull.readOnly,
  ...sealedColumns,
})
const NO_LEASE = 'lease_token = NULL, lease_until = NULL'

const idsOf = ({ businessId, connectionId, revision }: TokensKey): string[] => [businessId, connectionId, revision]

export const loadConnection = (tx: Tx, businessId: string, provider: string): Promise<Connection | undefined> =>
  connections.row(tx, OF_PROVIDER, [businessId, provider])

/** Connection and tokens in one statement: between two of them another company could be connected. */
export async function loadConnectionWithTokens(
  tx: Tx,
  businessId: string,
  provider: string,
): Promise<{ connection: Connection; tokens: StoredTokens | undefined } | undefined> {
  const [row] = await connections.query<{ revision: string | null } & Omit<RowOf<typeof tokens>, 'revision'>>(
    tx,
    `SELECT ${connections.columns('c')}, ${tokens.columns('t')}
       FROM provider_connections c LEFT JOIN provider_tokens t ON t.business_id = c.business_id AND t.id = c.id
      WHERE c.business_id = $1 AND c.provider = $2`,
    [businessId, provider],
  )
  if (!row) return undefined
  const { revision, leaseToken, masterKeyId, wrappedKey, ciphertext, ...connection } = row
  const stored = { leaseToken, masterKeyId, wrappedKey, ciphertext }
  return { connection, tokens: revision === null ? undefined : { revision, ...stored } }
}

/** Stores an authorized connection; an existing one of the business to the provider keeps its id. */
export async function saveConnection(tx: Tx, connection: Connection, now: Date): Promise<Connection> {
  const [row] = await connections.upsert(tx, { createdAt: now, updatedAt: now }, [connection], {
    set: 'version = t.version + 1',
    returning: [
      'id',
      'clientId',
      'businessId',
      'provider',
      'externalCompanyId',
      'connectedAt',
      'unlinkedAt',
      'needsReauthorizationSince',
    ],
  })
  if (!row) throw new Error('A connection that was written did not come back.')
  return row
}

/** Replaces the tokens. A renewal in progress finds them gone. */
export async function replaceTokens(
  tx: Tx,
  { businessId, id, clientId }: Connection,
  revision: string,
  sealed: SealedSecret,
): Promise<void> {
  await tokens.upsert(tx, { businessId, id, clientId }, [{ revision, ...sealed }], { set: NO_LEASE })
}

/** @returns what was there */
export async function deleteTokens(tx: Tx, { businessId, id }: Connection): Promise<StoredTokens | undefined> {
  const [row] = await tokens.query(
    tx,
    `DELETE FROM provider_tokens t WHERE t.business_id = $1 AND t.id = $2 RETURNING ${tokens.columns()}`,
    [businessId, id],
  )
  return row
}

/** Locks the connection: always before its tokens, so that no transactions deadlock. */
export const lockConnection = (tx: Tx, businessId: string, provider: string): Promise<Connection | undefined> =>
  connections.row(tx, `${OF_PROVIDER} FOR UPDATE`, [businessId, provider])

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
    [...idsOf(key), lease.leaseToken, lease.leaseUntil, now, seen],
  )
  return taken.length > 0
}

/** Ends the lease. */
export async function releaseTokens(tx: Tx, key: TokensKey, leaseToken: string): Promise<void> {
  await tx.rows(
    `UPDATE provider_tokens SET ${NO_LEASE}
      WHERE business_id = $1 AND id = $2 AND revision = $3 AND lease_token = $4`,
    [...idsOf(key), leaseToken],
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
    `UPDATE provider_tokens SET revision = $4, ${NO_LEASE}, master_key_id = $5, wrapped_key = $6, ciphertext = $7
      WHERE business_id = $1 AND id = $2 AND revision = $3
     RETURNING id`,
    [...idsOf(key), revision, sealed.masterKeyId, sealed.wrappedKey, sealed.ciphertext],
  )
  if (renewed.length === 0) return false
  await noteReauthorization(tx, key, null, now)
  return true
}

/** Records that the provider rejects these tokens, unless they have been replaced since. */
export async function rejectTokens(tx: Tx, key: TokensKey, now: Date): Promise<boolean> {
  await lockConnectionOf(tx, key)
  const current = await tx.rows(
    `UPDATE provider_tokens SET ${NO_LEASE}
      WHERE business_id = $1 AND id = $2 AND revision = $3
     RETURNING id`,
    idsOf(key),
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
