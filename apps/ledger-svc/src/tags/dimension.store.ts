import { allOf, keyset, violates, type Tx } from '@pacioli/db'
import { boolean, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import { refused } from '@pacioli/errors'
import type { Page } from '@pacioli/paging'
import type { Dimension } from './dimension.ts'
import type { Strictness } from './tag.ts'
import { MAX_SHOWN_VALUES } from './tag-value.store.ts'

const dimensions = table('tag_dimensions', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  id: uuid,
  key: text,
  displayName: text.orNull,
  strictness: text.as<Strictness>(),
  balancingEpoch: safeInteger.orNull,
  userVisible: boolean,
  version: safeInteger,
  createdAt: timestamp.once,
  updatedAt: timestamp,
  deletedAt: timestamp.orNull,
})

/** A dimension, deleted or not. */
export const loadDimension = (tx: Tx, businessId: string, id: string): Promise<Dimension | undefined> =>
  dimensions.row(tx, 't.business_id = $1 AND t.id = $2', [businessId, id])

/**
 * Inserts dimensions with new keys, in the order of their keys, and answers those inserted. A concurrent request may
 * insert the same: reading shows whose dimension it became.
 */
export async function insertDimensions(tx: Tx, businessId: string, made: readonly Dimension[]): Promise<string[]> {
  const onConflict = '(business_id, key) WHERE deleted_at IS NULL DO NOTHING'
  const options = { orderBy: 'n.key', onConflict, returning: ['id'] } as const
  return (await dimensions.insert(tx, { businessId }, made, options)).map(({ id }) => id)
}

/** @throws DuplicateTagKey */
export async function updateDimension(tx: Tx, businessId: string, dimension: Dimension): Promise<void> {
  try {
    await dimensions.update(tx, { businessId }, [dimension])
  } catch (error) {
    if (violates(error, 'tag_dimensions_key')) throw duplicateKey(dimension.key)
    throw error
  }
}

export const duplicateKey = (key: string) =>
  refused('DuplicateTagKey', `Another tag dimension of the business has the key ${key}.`, { field: 'key', value: key })

export type DimensionFilter = { key?: string | undefined; userVisible?: boolean | undefined; includeDeleted: boolean }

const conditions = (businessId: string, { key, userVisible, includeDeleted }: DimensionFilter) =>
  allOf(
    ['d.business_id = $', businessId],
    ['d.key = $', key],
    ['d.user_visible = $', userVisible],
    includeDeleted ? undefined : 'd.deleted_at IS NULL',
  )

/** Values are what makes a page of dimensions long: it ends before it shows more of them. */
const MAX_VALUES_PER_PAGE = 5_000

/** One page by `created_at` or by `key`. `last` is the sort key of its last dimension if more follow. */
export async function loadDimensionPage(
  tx: Tx,
  businessId: string,
  filter: DimensionFilter,
  page: Page,
): Promise<{ dimensions: Dimension[]; hasMore: boolean }> {
  const { where, bind } = conditions(businessId, filter)
  const [column, type, property] =
    page.sortBy === 'key' ? ['key', 'text', 'key'] : ['created_at', 'timestamptz', 'createdAt']
  const key = [[`d.${column}`, type] as const, ['d.id', 'uuid'] as const]
  const { beyond, orderBy } = keyset(page, key, bind)
  const rows = await dimensions.query<{ shown: string }>(
    tx,
    `SELECT p.*, c.shown
       FROM (SELECT ${dimensions.columns('d')} FROM tag_dimensions d WHERE ${where} AND ${beyond}
              ORDER BY ${orderBy} LIMIT ${page.limit + 1}) p
      CROSS JOIN LATERAL (SELECT count(*) AS shown
                            FROM (SELECT FROM tag_definitions v WHERE v.business_id = $1 AND v.dimension_id = p.id
                                   LIMIT ${MAX_SHOWN_VALUES}) first_values) c
      ORDER BY p."${property}" ${page.sortOrder}, p.id ${page.sortOrder}`,
    bind,
  )
  let shown = 0
  const fitting = rows
    .slice(0, page.limit)
    .filter((row, index) => (shown += Number(row.shown)) <= MAX_VALUES_PER_PAGE || index === 0)
  return { dimensions: fitting.map(({ shown: _, ...dimension }) => dimension), hasMore: rows.length > fitting.length }
}

export async function countDimensions(tx: Tx, businessId: string, filter: DimensionFilter): Promise<number> {
  const { where, bind } = conditions(businessId, filter)
  return tx.count(`SELECT count(*) FROM tag_dimensions d WHERE ${where}`, bind)
}

/**
 * Whether any line carries a value of the dimension (the tags of entries are on their lines too), or a document of another
 * service may.
 */
export async function isInUse(tx: Tx, businessId: string, dimensionId: string): Promise<boolean> {
  const row = await tx.row<{ used: boolean }>(
    `SELECT EXISTS (SELECT FROM tag_dimensions d WHERE d.business_id = $1 AND d.id = $2 AND d.asked_for)
         OR EXISTS (SELECT FROM tag_definitions v
                     WHERE v.business_id = $1 AND v.dimension_id = $2
                       AND EXISTS (SELECT FROM line_item_tags t WHERE t.business_id = $1 AND t.definition_id = v.id)) AS used`,
    [businessId, dimensionId],
  )
  return row?.used ?? false
}

/** Those of the dimensions that no other service has requested yet. */
export async function findNeverRequested(
  tx: Tx,
  businessId: string,
  dimensionIds: readonly string[],
): Promise<string[]> {
  if (dimensionIds.length === 0) return []
  const rows = await tx.rows<{ id: string }>(
    `SELECT d.id FROM tag_dimensions d
      WHERE d.business_id = $1 AND d.id = ANY ($2::uuid[]) AND NOT d.asked_for`,
    [businessId, [...dimensionIds]],
  )
  return rows.map(({ id }) => id)
}

/** Keeps dimensions from being deleted, in the order of their ids. The caller must have locked the books. */
export async function markRequested(tx: Tx, businessId: string, dimensionIds: readonly string[]): Promise<void> {
  if (dimensionIds.length === 0) return
  await tx.rows(
    `UPDATE tag_dimensions d SET asked_for = true
       FROM (SELECT id FROM tag_dimensions
              WHERE business_id = $1 AND id = ANY ($2::uuid[]) AND NOT asked_for AND deleted_at IS NULL
              ORDER BY id FOR UPDATE) AS unmarked
      WHERE d.business_id = $1 AND d.id = unmarked.id`,
    [businessId, [...dimensionIds]],
  )
}

/** Entries whose lines do not balance under some value of the dimension, up to `limit` of them. */
export async function findUnbalancedEntries(
  tx: Tx,
  businessId: string,
  dimensionId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.rows<{ entry_id: string }>(
    `SELECT DISTINCT u.entry_id
       FROM (SELECT t.entry_id
               FROM tag_definitions v
               JOIN line_item_tags t ON t.business_id = v.business_id AND t.definition_id = v.id
               JOIN line_items l ON l.business_id = t.business_id AND l.id = t.line_id
              WHERE v.business_id = $1 AND v.dimension_id = $2
              GROUP BY t.entry_id, t.definition_id
             HAVING sum(CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE -l.amount END) <> 0) u
      ORDER BY u.entry_id LIMIT $3`,
    [businessId, dimensionId, limit],
  )
  return rows.map((row) => row.entry_id)
}

/** All dimensions, deleted ones too, for replay. */
export const loadDimensionsAfter = (
  tx: Tx,
  businessId: string,
  after: string | null,
  limit: number,
): Promise<Dimension[]> => dimensions.after(tx, businessId, after, limit)
