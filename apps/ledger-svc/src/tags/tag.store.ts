import type { Tx } from '@pacioli/db'
import { epochOf } from '../epoch.ts'
import {
  inKeyOrder,
  tagName,
  type AppliedTag,
  type KnownTags,
  type Strictness,
  type TagDefinition,
  type TagInput,
} from './tag.ts'

type DimensionColumns = {
  dimension_id: string
  key: string
  dimension_display_name: string | null
  strictness: Strictness
  balancing_epoch: string | null
}

type ValueColumns = {
  definition_id: string
  value: string
  value_display_name: string | null
  archived_at: Date | null
  archived_epoch: string | null
}

const dimensionColumns =
  'd.id AS dimension_id, d.key, d.display_name AS dimension_display_name, d.strictness, d.balancing_epoch'
const valueColumns =
  'v.id AS definition_id, v.value, v.display_name AS value_display_name, v.archived_at, v.archived_epoch'

const toDefinition = (row: DimensionColumns & ValueColumns): TagDefinition => ({
  dimensionId: row.dimension_id,
  key: row.key,
  dimensionDisplayName: row.dimension_display_name,
  strictness: row.strictness,
  balancingEpoch: epochOf(row.balancing_epoch),
  definitionId: row.definition_id,
  value: row.value,
  valueDisplayName: row.value_display_name,
  archivedAt: row.archived_at,
  archivedEpoch: epochOf(row.archived_epoch),
})

/** The dimensions and definitions that these inputs name, as far as they exist. */
export async function loadKnownTags(tx: Tx, businessId: string, inputs: readonly TagInput[]): Promise<KnownTags> {
  const rows = await tx.rows<DimensionColumns & (ValueColumns | { definition_id: null })>(
    `SELECT ${dimensionColumns}, ${valueColumns}
       FROM (SELECT DISTINCT * FROM unnest($2::text[], $3::text[]) AS named (key, value)) named
       JOIN tag_dimensions d ON d.business_id = $1 AND d.key = named.key AND d.deleted_at IS NULL
       LEFT JOIN tag_definitions v ON v.business_id = $1 AND v.dimension_id = d.id AND v.value = named.value`,
    [businessId, inputs.map((input) => input.key), inputs.map((input) => input.value)],
  )
  return {
    dimensions: new Map(
      rows.map((row) => [
        row.key,
        {
          id: row.dimension_id,
          displayName: row.dimension_display_name,
          strictness: row.strictness,
          balancingEpoch: epochOf(row.balancing_epoch),
        },
      ]),
    ),
    definitions: new Map(
      rows.flatMap((row): [string, TagDefinition][] =>
        row.definition_id === null ? [] : [[tagName(row.key, row.value), toDefinition(row)]],
      ),
    ),
  }
}

type AppliedRow = DimensionColumns & ValueColumns & { owner_id: string; id: string }

const appliedQuery = (table: 'entry_tags' | 'line_item_tags', owner: 'entry_id' | 'line_id'): string => `
  SELECT t.${owner} AS owner_id, t.id, ${dimensionColumns}, ${valueColumns}
    FROM ${table} t
    JOIN tag_definitions v ON v.business_id = t.business_id AND v.id = t.definition_id
    JOIN tag_dimensions d ON d.business_id = t.business_id AND d.id = t.dimension_id
   WHERE t.business_id = $1 AND t.${owner} = ANY ($2::uuid[])`

const loadApplied = async (
  tx: Tx,
  query: string,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, AppliedTag[]>> => {
  const byOwner = new Map<string, AppliedTag[]>()
  if (ids.length === 0) return byOwner
  for (const row of await tx.rows<AppliedRow>(query, [businessId, [...ids]])) {
    const tags = byOwner.get(row.owner_id) ?? []
    tags.push({ ...toDefinition(row), id: row.id })
    byOwner.set(row.owner_id, tags)
  }
  return new Map([...byOwner].map(([owner, tags]) => [owner, inKeyOrder(tags)]))
}

const ofEntries = appliedQuery('entry_tags', 'entry_id')
const ofLines = appliedQuery('line_item_tags', 'line_id')

/** Tags by entry id. */
export const loadEntryTags = (tx: Tx, businessId: string, entryIds: readonly string[]) =>
  loadApplied(tx, ofEntries, businessId, entryIds)

/** Tags by line id. */
export const loadLineTags = (tx: Tx, businessId: string, lineIds: readonly string[]) =>
  loadApplied(tx, ofLines, businessId, lineIds)

/** The definitions of these values of a dimension, as far as they exist; archived ones too, since they may be on lines. */
export async function loadDefinitionIds(
  tx: Tx,
  businessId: string,
  key: string,
  values: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT v.id FROM tag_definitions v JOIN tag_dimensions d ON d.business_id = v.business_id AND d.id = v.dimension_id
      WHERE v.business_id = $1 AND d.key = $2 AND d.deleted_at IS NULL AND v.value = ANY ($3::text[])`,
    [businessId, key, [...values]],
  )
  return rows.map((row) => row.id)
}

/** The definitions with these ids, by id. */
export async function loadDefinitions(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, TagDefinition>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<DimensionColumns & ValueColumns>(
    `SELECT ${dimensionColumns}, ${valueColumns}
       FROM tag_definitions v JOIN tag_dimensions d ON d.business_id = v.business_id AND d.id = v.dimension_id
      WHERE v.business_id = $1 AND v.id = ANY ($2::uuid[])`,
    [businessId, [...ids]],
  )
  return new Map(rows.map((row) => [row.definition_id, toDefinition(row)]))
}
