/** Copies of the ledger's facts: each row changes only to a newer version of itself. Rows come newest-of-each, by id. */
import type { Tx } from '@pacioli/db'
import type { KnownAccount, TagDimension, TagValue } from './reference.ts'

export async function upsertAccounts(tx: Tx, businessId: string, accounts: readonly KnownAccount[]): Promise<void> {
  if (accounts.length === 0) return
  await tx.rows(
    `INSERT INTO accounts AS known
            (business_id, account_id, parent_id, name, account_number, stable_name, normality, account_type,
             account_subtype, archived_at, version)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                              $9::text[], $10::timestamptz[], $11::bigint[])
     ON CONFLICT (business_id, account_id) DO UPDATE
       SET parent_id = excluded.parent_id, name = excluded.name, account_number = excluded.account_number,
           stable_name = excluded.stable_name, normality = excluded.normality, account_type = excluded.account_type,
           account_subtype = excluded.account_subtype, archived_at = excluded.archived_at, version = excluded.version
     WHERE known.version < excluded.version`,
    [
      businessId,
      accounts.map(({ id }) => id),
      accounts.map(({ parentId }) => parentId),
      accounts.map(({ name }) => name),
      accounts.map(({ accountNumber }) => accountNumber),
      accounts.map(({ stableName }) => stableName),
      accounts.map(({ normality }) => normality),
      accounts.map(({ type }) => type),
      accounts.map(({ subtype }) => subtype),
      accounts.map(({ archivedAt }) => archivedAt?.toISOString() ?? null),
      accounts.map(({ version }) => version),
    ],
  )
}

export async function upsertDimensions(tx: Tx, businessId: string, dimensions: readonly TagDimension[]): Promise<void> {
  if (dimensions.length === 0) return
  await tx.rows(
    `INSERT INTO tag_dimensions AS known (business_id, dimension_id, key, display_name, strictness, deleted_at, version)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::bigint[])
     ON CONFLICT (business_id, dimension_id) DO UPDATE
       SET key = excluded.key, display_name = excluded.display_name, strictness = excluded.strictness,
           deleted_at = excluded.deleted_at, version = excluded.version
     WHERE known.version < excluded.version`,
    [
      businessId,
      dimensions.map(({ id }) => id),
      dimensions.map(({ key }) => key),
      dimensions.map(({ displayName }) => displayName),
      dimensions.map(({ strictness }) => strictness),
      dimensions.map(({ deletedAt }) => deletedAt?.toISOString() ?? null),
      dimensions.map(({ version }) => version),
    ],
  )
}

export async function upsertTagValues(tx: Tx, businessId: string, values: readonly TagValue[]): Promise<void> {
  if (values.length === 0) return
  await tx.rows(
    `INSERT INTO tag_values AS known
            (business_id, definition_id, dimension_id, value, display_name, archived_at, version)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::bigint[])
     ON CONFLICT (business_id, definition_id) DO UPDATE
       SET dimension_id = excluded.dimension_id, value = excluded.value, display_name = excluded.display_name,
           archived_at = excluded.archived_at, version = excluded.version
     WHERE known.version < excluded.version`,
    [
      businessId,
      values.map(({ id }) => id),
      values.map(({ dimensionId }) => dimensionId),
      values.map(({ value }) => value),
      values.map(({ displayName }) => displayName),
      values.map(({ archivedAt }) => archivedAt?.toISOString() ?? null),
      values.map(({ version }) => version),
    ],
  )
}
