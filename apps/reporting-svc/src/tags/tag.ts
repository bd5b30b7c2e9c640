/** Tag dimensions and their values, as reports are filtered and split by them. Pure. */
import { integer, momentOrNull, text, textOrNull, type Fields } from '@pacioli/fields'
import { newestOf, type Origin } from '../read-models/newest.ts'

export type Dimension = Origin & {
  id: string
  key: string
  displayName: string | null
  /** Another dimension may have taken the key of a deleted one. */
  deletedAt: Date | null
  version: number
}

export type TagValue = Origin & {
  id: string
  dimensionId: string
  value: string
  displayName: string | null
  version: number
}

/** From the state that the ledger sends of a dimension. */
export const dimensionFrom = (fields: Fields, origin: Origin): Dimension => ({
  ...origin,
  id: text(fields, 'id'),
  key: text(fields, 'key'),
  displayName: textOrNull(fields, 'display_name'),
  deletedAt: momentOrNull(fields, 'deleted_at'),
  version: integer(fields, 'version'),
})

/** From the state that the ledger sends of a tag value. */
export const valueFrom = (fields: Fields, origin: Origin): TagValue => ({
  ...origin,
  id: text(fields, 'id'),
  dimensionId: text(fields, 'dimension_id'),
  value: text(fields, 'value'),
  displayName: textOrNull(fields, 'display_name'),
  version: integer(fields, 'version'),
})

export const newestDimensions = (all: readonly Dimension[]): Dimension[] => newestOf(all, (one) => one)
export const newestValues = (all: readonly TagValue[]): TagValue[] => newestOf(all, (one) => one)
