import { allOf, keyset, violates, type Tx } from '@pacioli/db'
import { safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import { refused } from '@pacioli/errors'
import type { Page } from '@pacioli/paging'
import type { TagValue } from './dimension.ts'

const values = table('tag_definitions', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  id: uuid,
  dimensionId: uuid.once,
  value: text,
  displayName: text.orNull,
  archivedAt: timestamp.orNull,
  archivedEpoch: safeInteger.orNull,
  version: safeInteger,
  createdAt: timestamp.once,
  updatedAt: timestamp,
})
/** Of a value `v` of a dimension `d`. */
const columns = `${values.columns('v')}, d.key`

const query = (tx: Tx, sql: string, bind: unknown[]): Promise<TagValue[]> =>
  values.query<{ key: string }>(tx, sql, bind)

/** Inserts values that their dimensions do not have yet, in the order of dimension and value, and answers those inserted. */
export async function insertValues(tx: Tx, businessId: string, made: readonly TagValue[]): Promise<string[]> {
  const onConflict = '(business_id, dimension_id, value) DO NOTHING'
  const options = { orderBy: 'n.dimension_id, n.value', onConflict, returning: ['id'] } as const
  return (await values.insert(tx, { businessId }, made, options)).map(({ id }) => id)
}

/** @throws DuplicateTagValue */
export async function updateValue(tx: Tx, businessId: string, value: TagValue): Promise<void> {
  try {
    await values.update(tx, { businessId }, [value])
  } catch (error) {
    if (!violates(error, 'tag_definitions_value')) throw error
    throw refused('DuplicateTagValue', `The dimension ${value.key} has the value ${value.value} already.`, {
      field: 'value',
      value: value.value,
    })
  }
}

const oneValue = (condition: string): string =>
  `SELECT ${columns} FROM tag_definitions v
     JOIN tag_dimensions d ON d.business_id = v.business_id AND d.id = v.dimension_id AND d.deleted_at IS NULL
    WHERE v.business_id = $1 AND ${condition}`

/** A value of a dimension that is not deleted. */
export const loadValue = async (tx: Tx, businessId: string, id: string): Promise<TagValue | undefined> =>
  (await query(tx, oneValue('v.id = $2'), [businessId, id]))[0]

export const findValue = async (
  tx: Tx,
  businessId: string,
  dimensionId: string,
  value: string,
): Promise<TagValue | undefined> =>
  (await query(tx, oneValue('v.dimension_id = $2 AND v.value = $3'), [businessId, dimensionId, value]))[0]

/** How many of its values a dimension is shown with. */
export const MAX_SHOWN_VALUES = 1_000

const someValues = (state: string): string =>
  `(SELECT * FROM tag_definitions WHERE business_id = $1 AND dimension_id = requested.id AND archived_at ${state}
     ORDER BY value LIMIT ${MAX_SHOWN_VALUES})`

/** The first values of each of these dimensions, active ones first, each group in the order of the values. */
export async function loadShownValues(
  tx: Tx,
  businessId: string,
  dimensionIds: readonly string[],
): Promise<Map<string, TagValue[]>> {
  if (dimensionIds.length === 0) return new Map()
  const rows = await query(
    tx,
    `SELECT ${columns}
       FROM unnest($2::uuid[]) AS requested (id)
       JOIN tag_dimensions d ON d.business_id = $1 AND d.id = requested.id
      CROSS JOIN LATERAL (
        SELECT * FROM (${someValues('IS NULL')} UNION ALL ${someValues('IS NOT NULL')}) either_kind
         ORDER BY either_kind.archived_at IS NOT NULL, either_kind.value LIMIT ${MAX_SHOWN_VALUES}) v
      ORDER BY v.dimension_id, v.archived_at IS NOT NULL, v.value`,
    [businessId, [...dimensionIds]],
  )
  return Map.groupBy(rows, (value) => value.dimensionId)
}

export type ValueFilter = { dimensionId: string; value?: string | undefined; includeArchived: boolean }

const conditions = (businessId: string, { dimensionId, value, includeArchived }: ValueFilter) =>
  allOf(
    ['v.business_id = $', businessId],
    ['v.dimension_id = $', dimensionId],
    ['v.value = $', value],
    includeArchived ? undefined : 'v.archived_at IS NULL',
  )

/** One page of the values of a dimension in their own order. */
export async function loadValuePage(
  tx: Tx,
  businessId: string,
  filter: ValueFilter,
  page: Page,
): Promise<{ values: TagValue[]; last: [string] | undefined }> {
  const { where, bind } = conditions(businessId, filter)
  const { beyond, orderBy } = keyset(page, [['v.value', 'text']], bind)
  const rows = await query(
    tx,
    `SELECT ${columns} FROM tag_definitions v
       JOIN tag_dimensions d ON d.business_id = v.business_id AND d.id = v.dimension_id
      WHERE ${where} AND ${beyond} ORDER BY ${orderBy} LIMIT ${page.limit + 1}`,
    bind,
  )
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return { values: shown, last: last && [last.value] }
}

export async function countValues(tx: Tx, businessId: string, filter: ValueFilter): Promise<number> {
  const { where, bind } = conditions(businessId, filter)
  return tx.count(`SELECT count(*) FROM tag_definitions v WHERE ${where}`, bind)
}

/** The values of all dimensions in the order of their ids, a page of them, for replay. */
export const loadValuesAfter = (
  tx: Tx,
  businessId: string,
  afterId: string | null,
  limit: number,
): Promise<TagValue[]> =>
  query(
    tx,
    `SELECT ${columns} FROM tag_definitions v
       JOIN tag_dimensions d ON d.business_id = v.business_id AND d.id = v.dimension_id
      WHERE v.business_id = $1 AND ($2::uuid IS NULL OR v.id > $2) ORDER BY v.id LIMIT $3`,
    [businessId, afterId, limit],
  )
