import type { Tx } from '@pacioli/db'
import type { Dimension, TagValue } from './tag.ts'

/** Takes the dimensions as their events have them, unless newer versions are here. One per dimension. */
export async function upsertDimensions(tx: Tx, businessId: string, dimensions: readonly Dimension[]): Promise<void> {
  if (dimensions.length === 0) return
  await tx.rows(
    `INSERT INTO tag_dimensions AS known
            (business_id, dimension_id, key, display_name, deleted_at, version, event_id)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::bigint[], $7::text[])
     ON CONFLICT (business_id, dimension_id) DO UPDATE
       SET key = excluded.key, display_name = excluded.display_name, deleted_at = excluded.deleted_at,
           version = excluded.version, event_id = excluded.event_id
     WHERE known.version < excluded.version`,
    [
      businessId,
      dimensions.map(({ id }) => id),
      dimensions.map(({ key }) => key),
      dimensions.map(({ displayName }) => displayName),
      dimensions.map(({ deletedAt }) => deletedAt?.toISOString() ?? null),
      dimensions.map(({ version }) => version),
      dimensions.map(({ eventId }) => eventId),
    ],
  )
}

/** Takes the values as their events have them, unless newer versions are here. One per value. */
export async function upsertValues(tx: Tx, businessId: string, values: readonly TagValue[]): Promise<void> {
  if (values.length === 0) return
  await tx.rows(
    `INSERT INTO tag_values AS known (business_id, value_id, dimension_id, value, display_name, version, event_id)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::text[])
     ON CONFLICT (business_id, value_id) DO UPDATE
       SET value = excluded.value, display_name = excluded.display_name, version = excluded.version,
           event_id = excluded.event_id
     WHERE known.version < excluded.version`,
    [
      businessId,
      values.map(({ id }) => id),
      values.map(({ dimensionId }) => dimensionId),
      values.map(({ value }) => value),
      values.map(({ displayName }) => displayName),
      values.map(({ version }) => version),
      values.map(({ eventId }) => eventId),
    ],
  )
}

export type DimensionRow = { id: string; key: string; name: string }
export type ValueRow = { id: string; value: string; name: string }

/** The live dimension that goes by this key, and what it is called in headings. */
export const findDimension = (tx: Tx, businessId: string, key: string): Promise<DimensionRow | undefined> =>
  tx.row<DimensionRow>(
    `SELECT dimension_id AS id, key, coalesce(display_name, key) AS name FROM tag_dimensions
      WHERE business_id = $1 AND key = $2 AND deleted_at IS NULL`,
    [businessId, key],
  )

/** The values of a dimension, by what they are called: all of them, or those named. Archived ones have lines, too. */
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
