import { violates, type Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { Page } from '@pacioli/paging'
import { epochOf } from '../epoch.ts'
import type { TagValue } from './dimension.ts'

type ValueRow = {
  id: string
  dimension_id: string
  key: string
  value: string
  display_name: string | null
  archived_at: Date | null
  archived_epoch: string | null
  version: string
  created_at: Date
  updated_at: Date
}

const valueColumns = `v.id, v.dimension_id, d.key, v.value, v.display_name, v.archived_at, v.archived_epoch, v.version,
  v.created_at, v.updated_at`

const toValue = (row: ValueRow): TagValue => ({
  id: row.id,
  dimensionId: row.dimension_id,
  key: row.key,
  value: row.value,
  displayName: row.display_name,
  archivedAt: row.archived_at,
  archivedEpoch: epochOf(row.archived_epoch),
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Inserts values that their dimensions do not have yet, in the order of dimension and value, and answers those inserted. */
export async function insertValues(tx: Tx, businessId: string, values: readonly TagValue[]): Promise<string[]> {
  if (values.length === 0) return []
  const column = <Value>(of: (value: TagValue) => Value): Value[] => values.map(of)
  const made = await tx.rows<{ id: string }>(
    `INSERT INTO tag_definitions (business_id, id, dimension_id, value, display_name, archived_at, archived_epoch, created_at, updated_at)
     SELECT $1, t.id, t.dimension_id, t.value, t.display_name, t.archived_at, t.archived_epoch, t.created_at, t.created_at
       FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::bigint[], $8::timestamptz[])
            AS t (id, dimension_id, value, display_name, archived_at, archived_epoch, created_at)
      ORDER BY t.dimension_id, t.value
     ON CONFLICT (business_id, dimension_id, value) DO NOTHING RETURNING id`,
    [
      businessId,
      column(({ id }) => id),
      column(({ dimensionId }) => dimensionId),
      column(({ value }) => value),
      column(({ displayName }) => displayName),
      column(({ archivedAt }) => archivedAt?.toISOString() ?? null),
      column(({ archivedEpoch }) => archivedEpoch),
      column(({ createdAt }) => createdAt.toISOString()),
    ],
  )
  return made.map(({ id }) => id)
}

/** @throws DuplicateTagValue */
export async function updateValue(tx: Tx, businessId: string, value: TagValue): Promise<void> {
  try {
    await tx.rows(
      `UPDATE tag_definitions SET value = $3, display_name = $4, archived_at = $5, archived_epoch = $6, version = $7, updated_at = $8
        WHERE business_id = $1 AND id = $2`,
      [
        businessId,
        value.id,
        value.value,
        value.displayName,
        value.archivedAt,
        value.archivedEpoch,
        value.version,
        value.updatedAt,
      ],
    )
  } catch (error) {
    if (!violates(error, 'tag_definitions_value')) throw error
    throw refused('DuplicateTagValue', `The dimension ${value.key} has the value ${value.value} already.`, {
      field: 'value',
      value: value.value,
    })
  }
}

const oneValue = (condition: string): string =>
  `SELECT ${valueColumns} FROM tag_definitions v
     JOIN tag_dimensions d ON d.business_id = v.business_id AND d.id = v.dimension_id AND d.deleted_at IS NULL
    WHERE v.business_id = $1 AND ${condition}`

/** A value of a dimension that is not deleted. */
export async function loadValue(tx: Tx, businessId: string, id: string): Promise<TagValue | undefined> {
  const row = await tx.row<ValueRow>(oneValue('v.id = $2'), [businessId, id])
  return row && toValue(row)
}

export async function findValue(
  tx: Tx,
  businessId: string,
  dimensionId: string,
  value: string,
): Promise<TagValue | undefined> {
  const row = await tx.row<ValueRow>(oneValue('v.dimension_id = $2 AND v.value = $3'), [businessId, dimensionId, value])
  return row && toValue(row)
}

/** How many of its values a dimension is shown with. */
export const MAX_SHOWN_VALUES = 1_000

const someValues = (state: string): string =>
  `(SELECT * FROM tag_definitions WHERE business_id = $1 AND dimension_id = wanted.id AND archived_at ${state}
     ORDER BY value LIMIT ${MAX_SHOWN_VALUES})`

/** The first values of each of these dimensions, active ones first, each group in the order of the values. */
export async function loadShownValues(
  tx: Tx,
  businessId: string,
  dimensionIds: readonly string[],
): Promise<Map<string, TagValue[]>> {
  if (dimensionIds.length === 0) return new Map()
  const rows = await tx.rows<ValueRow>(
    `SELECT ${valueColumns}
       FROM unnest($2::uuid[]) AS wanted (id)
       JOIN tag_dimensions d ON d.business_id = $1 AND d.id = wanted.id
      CROSS JOIN LATERAL (
        SELECT * FROM (${someValues('IS NULL')} UNION ALL ${someValues('IS NOT NULL')}) either_kind
         ORDER BY either_kind.archived_at IS NOT NULL, either_kind.value LIMIT ${MAX_SHOWN_VALUES}) v
      ORDER BY v.dimension_id, v.archived_at IS NOT NULL, v.value`,
    [businessId, [...dimensionIds]],
  )
  return Map.groupBy(rows.map(toValue), (value) => value.dimensionId)
}

export type ValueFilter = { dimensionId: string; value?: string | undefined; includeArchived: boolean }

function valueConditions(businessId: string, filter: ValueFilter): { where: string; bind: unknown[] } {
  const bind: unknown[] = [businessId, filter.dimensionId]
  const where = ['v.business_id = $1', 'v.dimension_id = $2']
  if (filter.value !== undefined) where.push(`v.value = $${bind.push(filter.value)}`)
  if (!filter.includeArchived) where.push('v.archived_at IS NULL')
  return { where: where.join(' AND '), bind }
}

/** One page of the values of a dimension in their own order. */
export async function loadValuePage(
  tx: Tx,
  businessId: string,
  filter: ValueFilter,
  page: Page,
): Promise<{ values: TagValue[]; last: [string] | undefined }> {
  const { where, bind } = valueConditions(businessId, filter)
  const [later, order] = page.sortOrder === 'ASC' ? ['>', 'ASC'] : ['<', 'DESC']
  const after = page.after ? ` AND v.value ${later} $${bind.push(page.after[0])}` : ''
  const rows = await tx.rows<ValueRow>(
    `SELECT ${valueColumns} FROM tag_definitions v
       JOIN tag_dimensions d ON d.business_id = v.business_id AND d.id = v.dimension_id
      WHERE ${where}${after} ORDER BY v.value ${order} LIMIT ${page.limit + 1}`,
    bind,
  )
  const values = rows.slice(0, page.limit).map(toValue)
  const last = rows.length > page.limit ? values.at(-1) : undefined
  return { values, last: last && [last.value] }
}

export async function countValues(tx: Tx, businessId: string, filter: ValueFilter): Promise<number> {
  const { where, bind } = valueConditions(businessId, filter)
  const row = await tx.row<{ count: string }>(`SELECT count(*) AS count FROM tag_definitions v WHERE ${where}`, bind)
  return Number(row?.count ?? 0)
}

/** The values of all dimensions in the order of their ids, a page of them, for replay. */
export async function loadValuesAfter(tx: Tx, businessId: string, afterId: string, limit: number): Promise<TagValue[]> {
  const rows = await tx.rows<ValueRow>(
    `SELECT ${valueColumns} FROM tag_definitions v
       JOIN tag_dimensions d ON d.business_id = v.business_id AND d.id = v.dimension_id
      WHERE v.business_id = $1 AND ($2::text = '' OR v.id > nullif($2, '')::uuid) ORDER BY v.id LIMIT $3`,
    [businessId, afterId, limit],
  )
  return rows.map(toValue)
}
