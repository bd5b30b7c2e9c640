import type { Tx } from '@pacioli/db'
import type { ExternalAccountChange } from './external-account.ts'

/** Takes the external accounts as their events have them, unless newer versions are here. One change per account. */
export async function upsertExternalAccounts(
  tx: Tx,
  businessId: string,
  changes: readonly ExternalAccountChange[],
): Promise<void> {
  if (changes.length === 0) return
  const accounts = changes.map((change) => change.account)
  await tx.rows(
    `INSERT INTO external_accounts AS known
            (business_id, external_account_id, connection_needs_repair_as_of, reconnect_with_new_credentials,
             archived_at, version, event_id)
     SELECT $1, * FROM unnest($2::uuid[], $3::timestamptz[], $4::boolean[], $5::timestamptz[], $6::bigint[], $7::text[])
     ON CONFLICT (business_id, external_account_id) DO UPDATE
       SET connection_needs_repair_as_of = excluded.connection_needs_repair_as_of,
           reconnect_with_new_credentials = excluded.reconnect_with_new_credentials,
           archived_at = excluded.archived_at, version = excluded.version, event_id = excluded.event_id
     WHERE known.version < excluded.version`,
    [
      businessId,
      accounts.map((account) => account.id),
      accounts.map((account) => account.connectionNeedsRepairAsOf?.toISOString() ?? null),
      accounts.map((account) => account.reconnectWithNewCredentials),
      accounts.map((account) => account.archivedAt?.toISOString() ?? null),
      accounts.map((account) => account.version),
      changes.map((change) => change.eventId),
    ],
  )
}
