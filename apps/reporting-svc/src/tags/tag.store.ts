import type { Tx } from '@pacioli/db'
import { safeInteger, table, text, timestamp, uuid, writeLater } from '@pacioli/db/table'
import type { Dimension, TagValue } from './tag.ts'
import { ifNewer } from '../read-models/newest.ts'

export const dimensions = table('tag_dimensions', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid.named('dimension_id'),
  key: text,
  displayName: text.orNull,
  deletedAt: timestamp.orNull,
  version: safeInteger,
  eventId: text,
  recorded: safeInteger.orNull,
})
export const values = table('tag_values', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid.named('value_id'),
  dimensionId: uuid,
  value: text,
  displayName: text.orNull,
  version: safeInteger,
  eventId: text,
  recorded: safeInteger.orNull,
})

/** Stores the dimensions as their events have them, unless newer versions are here. One per dimension. */
export function upsertDimensions(tx: Tx, changed: readonly Dimension[]): void {
  writeLater(tx, [dimensions.upserting({}, changed, ifNewer)])
}

/** Stores the values as their events have them, unless newer versions are here. One per value. */
export function upsertValues(tx: Tx, changed: readonly TagValue[]): void {
  writeLater(tx, [values.upserting({}, changed, ifNewer)])
}

export type DimensionRow = { id: string; key: string; name: string }
export type ValueRow = { id: string; value: string; name: string }

/** The live dimension with this key, and its name in headings. */
export const findDimension = (tx: Tx, businessId: string, key: string): Promise<DimensionRow | undefined> =>
  tx.row<DimensionRow>(
    `SELECT dimension_id AS id, key, coalesce(display_name, key) AS name FROM tag_dimensions
      WHERE business_id = $1 AND key = $2 AND deleted_at IS NULL`,
    [businessId, key],
  )

/** The values of a dimension, by name: all of them, or those named. Archived ones have lines, too. */
export const loadValues = (
  tx: Tx,
  businessId: string,
  dimensionId: string,
  named?: readonly string[],
): Promise<ValueRow[]> =>
  tx.rows<ValueRow>(
    `SELECT value_id AS id, value, coalesce(display_name, value) AS name FROM tag_values
      WHERE business_id = $1 AND dimension_id = $2 AND ($3::text[] IS NULL OR value = ANY ($3::text[]))
      ORDER BY coalesce(display_name, value) COLLATE "C", value_id`,
    [businessId, dimensionId, named === undefined ? null : [...named]],
  )
