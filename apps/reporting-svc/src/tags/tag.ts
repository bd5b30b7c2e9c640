/** Tag dimensions and their values, as reports are filtered and split by them. Pure. */
import { integer, momentOrNull, text, textOrNull, type Fields } from '@pacioli/fields'

export type Dimension = {
  id: string
  key: string
  displayName: string | null
  /** The key of a deleted dimension may be another one's. */
  deletedAt: Date | null
  version: number
  eventId: string
}

export type TagValue = {
  id: string
  dimensionId: string
  value: string
  displayName: string | null
  version: number
  eventId: string
}

/** Out of the state that the ledger sends of a dimension. */
export const dimensionFrom = (fields: Fields, eventId: string): Dimension => ({
  id: text(fields, 'id'),
  key: text(fields, 'key'),
  displayName: textOrNull(fields, 'display_name'),
  deletedAt: momentOrNull(fields, 'deleted_at'),
  version: integer(fields, 'version'),
  eventId,
})

/** Out of the state that the ledger sends of a tag value. */
export const valueFrom = (fields: Fields, eventId: string): TagValue => ({
  id: text(fields, 'id'),
  dimensionId: text(fields, 'dimension_id'),
  value: text(fields, 'value'),
  displayName: textOrNull(fields, 'display_name'),
  version: integer(fields, 'version'),
  eventId,
})

export const newestDimensions = (all: readonly Dimension[]): Dimension[] => newestOf(all)
export const newestValues = (all: readonly TagValue[]): TagValue[] => newestOf(all)

/** The newest version of each, in the order of their ids, in which rows are locked. */
function newestOf<Thing extends { id: string; version: number }>(all: readonly Thing[]): Thing[] {
  const newest = new Map<string, Thing>()
  for (const one of all) {
    const other = newest.get(one.id)
    if (!other || other.version < one.version) newest.set(one.id, one)
  }
  return [...newest.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
