import type { Tx } from '@pacioli/db'
import { safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { KnownAccount, TagDefinition } from './reference.ts'

export const accounts = table('accounts', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  id: uuid.named('account_id'),
  parentId: uuid.orNull,
  name: text,
  accountNumber: text.orNull,
  stableName: text.orNull,
  normality: text.as<'DEBIT' | 'CREDIT'>(),
  type: text.named('account_type'),
  subtype: text.named('account_subtype'),
  archivedAt: timestamp.orNull,
  version: safeInteger,
})
export const tagDimensions = table('tag_dimensions', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  id: uuid.named('dimension_id'),
  key: text,
  displayName: text.orNull,
  strictness: text,
  deletedAt: timestamp.orNull,
  version: safeInteger,
})
export const tagValues = table('tag_values', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  id: uuid.named('definition_id'),
  dimensionId: uuid,
  value: text,
  displayName: text.orNull,
  archivedAt: timestamp.orNull,
  version: safeInteger,
})

/** Accounts by id. */
export async function loadAccounts(tx: Tx, ids: readonly string[]): Promise<Map<string, KnownAccount>> {
  if (ids.length === 0) return new Map()
  const rows = await accounts.rows(tx, 't.business_id = $1 AND t.account_id = ANY ($2::uuid[])', [tx.businessId, ids])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Tag values with their dimensions, by definition id. */
export async function loadTagDefinitions(
  tx: Tx,
  definitionIds: readonly string[],
): Promise<Map<string, TagDefinition>> {
  if (definitionIds.length === 0) return new Map()
  const rows = await tx.rows<TagDefinition>(
    `SELECT v.definition_id AS "definitionId", v.dimension_id AS "dimensionId", d.key, v.value, d.strictness,
            d.display_name AS "dimensionDisplayName", v.display_name AS "valueDisplayName", v.archived_at AS "archivedAt"
       FROM tag_values v
       JOIN tag_dimensions d ON d.business_id = v.business_id AND d.dimension_id = v.dimension_id
      WHERE v.business_id = $1 AND v.definition_id = ANY ($2::uuid[])`,
    [tx.businessId, definitionIds],
  )
  return new Map(rows.map((row) => [row.definitionId, row]))
}

/** The values of a dimension by their present names. */
export async function findDefinitions(tx: Tx, key: string, values: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ definition_id: string }>(
    `SELECT v.definition_id FROM tag_dimensions d
       JOIN tag_values v ON v.business_id = d.business_id AND v.dimension_id = d.dimension_id
      WHERE d.business_id = $1 AND d.key = $2 AND d.deleted_at IS NULL AND v.value = ANY ($3::text[])`,
    [tx.businessId, key, values],
  )
  return rows.map((row) => row.definition_id)
}
