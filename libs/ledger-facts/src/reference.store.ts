import type { Tx } from '@pacioli/db'
import type { KnownAccount, TagDefinition } from './reference.ts'

type AccountRow = {
  account_id: string
  parent_id: string | null
  name: string
  account_number: string | null
  stable_name: string | null
  normality: 'DEBIT' | 'CREDIT'
  account_type: string
  account_subtype: string
  archived_at: Date | null
  version: string
}

const toAccount = (row: AccountRow): KnownAccount => ({
  id: row.account_id,
  parentId: row.parent_id,
  name: row.name,
  accountNumber: row.account_number,
  stableName: row.stable_name,
  normality: row.normality,
  type: row.account_type,
  subtype: row.account_subtype,
  archivedAt: row.archived_at,
  version: Number(row.version),
})

/** Accounts by id. */
export async function loadAccounts(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, KnownAccount>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<AccountRow>(
    `SELECT account_id, parent_id, name, account_number, stable_name, normality, account_type, account_subtype,
            archived_at, version
       FROM accounts WHERE business_id = $1 AND account_id = ANY ($2::uuid[])`,
    [businessId, ids],
  )
  return new Map(rows.map((row) => [row.account_id, toAccount(row)]))
}

type TagRow = {
  definition_id: string
  dimension_id: string
  key: string
  value: string
  strictness: string
  dimension_display_name: string | null
  value_display_name: string | null
  archived_at: Date | null
}

/** Tag values with their dimensions, by definition id. */
export async function loadTagDefinitions(
  tx: Tx,
  businessId: string,
  definitionIds: readonly string[],
): Promise<Map<string, TagDefinition>> {
  if (definitionIds.length === 0) return new Map()
  const rows = await tx.rows<TagRow>(
    `SELECT v.definition_id, v.dimension_id, d.key, v.value, d.strictness, d.display_name AS dimension_display_name,
            v.display_name AS value_display_name, v.archived_at
       FROM tag_values v
       JOIN tag_dimensions d ON d.business_id = v.business_id AND d.dimension_id = v.dimension_id
      WHERE v.business_id = $1 AND v.definition_id = ANY ($2::uuid[])`,
    [businessId, definitionIds],
  )
  return new Map(
    rows.map((row) => [
      row.definition_id,
      {
        definitionId: row.definition_id,
        dimensionId: row.dimension_id,
        key: row.key,
        value: row.value,
        strictness: row.strictness,
        dimensionDisplayName: row.dimension_display_name,
        valueDisplayName: row.value_display_name,
        archivedAt: row.archived_at,
      },
    ]),
  )
}

/** The values of a dimension as they are called now. */
export async function findDefinitions(
  tx: Tx,
  businessId: string,
  key: string,
  values: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{ definition_id: string }>(
    `SELECT v.definition_id FROM tag_dimensions d
       JOIN tag_values v ON v.business_id = d.business_id AND v.dimension_id = d.dimension_id
      WHERE d.business_id = $1 AND d.key = $2 AND d.deleted_at IS NULL AND v.value = ANY ($3::text[])`,
    [businessId, key, values],
  )
  return rows.map((row) => row.definition_id)
}
