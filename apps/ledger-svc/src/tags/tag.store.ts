import type { Tx } from '@pacioli/db'
import { safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import {
  inKeyOrder,
  tagName,
  type AppliedTag,
  type KnownTags,
  type Strictness,
  type TagDefinition,
  type TagInput,
} from './tag.ts'

const dimensions = table('tag_dimensions', [], {
  dimensionId: uuid.named('id'),
  key: text,
  dimensionDisplayName: text.orNull.named('display_name'),
  strictness: text.as<Strictness>(),
  balancingEpoch: safeInteger.orNull,
})
const values = table('tag_definitions', [], {
  definitionId: uuid.named('id'),
  value: text,
  valueDisplayName: text.orNull.named('display_name'),
  archivedAt: timestamp.orNull,
  archivedEpoch: safeInteger.orNull,
})
const definitions = dimensions.beside(values)
/** Of a value `v` of a dimension `d`. */
const columns = `${dimensions.columns('d')}, ${values.columns('v')}`

/** The dimensions and definitions that these inputs name, as far as they exist. */
export async function loadKnownTags(tx: Tx, businessId: string, inputs: readonly TagInput[]): Promise<KnownTags> {
  // Where there is no such definition, all of its columns are null.
  const rows = await definitions.query(
    tx,
    `SELECT ${columns}
       FROM (SELECT DISTINCT * FROM unnest($2::text[], $3::text[]) AS named (key, value)) named
       JOIN tag_dimensions d ON d.business_id = $1 AND d.key = named.key AND d.deleted_at IS NULL
       LEFT JOIN tag_definitions v ON v.business_id = $1 AND v.dimension_id = d.id AND v.value = named.value`,
    [businessId, inputs.map((input) => input.key), inputs.map((input) => input.value)],
  )
  return {
    dimensions: new Map(
      rows.map(({ key, dimensionId: id, dimensionDisplayName: displayName, strictness, balancingEpoch }) => [
        key,
        { id, displayName, strictness, balancingEpoch },
      ]),
    ),
    definitions: new Map(
      rows.flatMap((row): [string, TagDefinition][] =>
        row.definitionId === null ? [] : [[tagName(row.key, row.value), row]],
      ),
    ),
  }
}

const loadApplied = async (
  tx: Tx,
  table: 'entry_tags' | 'line_item_tags',
  owner: 'entry_id' | 'line_id',
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, AppliedTag[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await definitions.query<{ owner: string; id: string }>(
    tx,
    `SELECT t.${owner} AS owner, t.id, ${columns}
       FROM ${table} t
       JOIN tag_definitions v ON v.business_id = t.business_id AND v.id = t.definition_id
       JOIN tag_dimensions d ON d.business_id = t.business_id AND d.id = t.dimension_id
      WHERE t.business_id = $1 AND t.${owner} = ANY ($2::uuid[])`,
    [businessId, [...ids]],
  )
  const byOwner = new Map<string, AppliedTag[]>()
  for (const { owner, ...tag } of rows) {
    const tags = byOwner.get(owner)
    if (tags) tags.push(tag)
    else byOwner.set(owner, [tag])
  }
  return new Map([...byOwner].map(([owner, tags]) => [owner, inKeyOrder(tags)]))
}

/** Tags by entry id. */
export const loadEntryTags = (tx: Tx, businessId: string, entryIds: readonly string[]) =>
  loadApplied(tx, 'entry_tags', 'entry_id', businessId, entryIds)

/** Tags by line id. */
export const loadLineTags = (tx: Tx, businessId: string, lineIds: readonly string[]) =>
  loadApplied(tx, 'line_item_tags', 'line_id', businessId, lineIds)

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
  const rows = await definitions.query(
    tx,
    `SELECT ${columns}
       FROM tag_definitions v JOIN tag_dimensions d ON d.business_id = v.business_id AND d.id = v.dimension_id
      WHERE v.business_id = $1 AND v.id = ANY ($2::uuid[])`,
    [businessId, [...ids]],
  )
  return new Map(rows.map((row) => [row.definitionId, row]))
}
