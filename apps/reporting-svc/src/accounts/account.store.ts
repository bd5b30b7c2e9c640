import type { Tx } from '@pacioli/db'
import type { AccountChange } from './account.ts'

/** Takes the accounts as their events have them, unless newer versions are here. One change per account. */
export async function upsertAccounts(tx: Tx, businessId: string, changes: readonly AccountChange[]): Promise<void> {
  if (changes.length === 0) return
  const accounts = changes.map((change) => change.account)
  await tx.rows(
    `INSERT INTO accounts AS known
            (business_id, account_id, name, account_number, account_type, account_subtype, stable_name, normality, version,
             event_id)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                               $9::bigint[], $10::text[])
     ON CONFLICT (business_id, account_id) DO UPDATE
       SET name = excluded.name, account_number = excluded.account_number, account_type = excluded.account_type,
           account_subtype = excluded.account_subtype, stable_name = excluded.stable_name,
           normality = excluded.normality, version = excluded.version, event_id = excluded.event_id
     WHERE known.version < excluded.version`,
    [
      businessId,
      accounts.map((account) => account.id),
      accounts.map((account) => account.name),
      accounts.map((account) => account.accountNumber),
      accounts.map((account) => account.accountType),
      accounts.map((account) => account.accountSubtype),
      accounts.map((account) => account.stableName),
      accounts.map((account) => account.normality),
      accounts.map((account) => account.version),
      changes.map((change) => change.eventId),
    ],
  )
}
