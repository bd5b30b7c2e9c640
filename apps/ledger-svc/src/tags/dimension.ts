/**
 * Tag dimensions and their values as resources: created, renamed, archived, deleted. What they mean for entries is in
 * tag.ts and balancing.ts.
 */
import type { Strictness } from './tag.ts'

export type Dimension = {
  id: string
  key: string
  displayName: string | null
  strictness: Strictness
  /** The epoch of the books since which it is BALANCING; null while it is not. */
  balancingEpoch: number | null
  /** Whether interfaces for people offer it. */
  userVisible: boolean
  version: number
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
}

export type TagValue = {
  id: string
  dimensionId: string
  /** The key of its dimension. */
  key: string
  value: string
  displayName: string | null
  archivedAt: Date | null
  /** The epoch of the books in which it was archived; null while it is not. */
  archivedEpoch: number | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** When something happens, and in which epoch of the books. */
export type Moment = { now: Date; epoch: number }

export function newDimension(
  id: string,
  input: { key: string; displayName: string | null; strictness: Strictness; userVisible: boolean },
  { now, epoch }: Moment,
): Dimension {
  return {
    id,
    ...input,
    balancingEpoch: input.strictness === 'BALANCING' ? epoch : null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }
}

export function newValue(
  id: string,
  dimension: { id: string; key: string },
  input: { value: string; displayName: string | null; isArchived: boolean },
  { now, epoch }: Moment,
): TagValue {
  return {
    id,
    dimensionId: dimension.id,
    key: dimension.key,
    value: input.value,
    displayName: input.displayName,
    archivedAt: input.isArchived ? now : null,
    archivedEpoch: input.isArchived ? epoch : null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

/** The requested change of a dimension; undefined leaves a field as it is. */
export type DimensionChange = {
  key?: string | undefined
  displayName?: string | null | undefined
  strictness?: Strictness | undefined
  userVisible?: boolean | undefined
}

/** The dimension after a change, or itself where nothing changes. */
export function changeDimension(dimension: Dimension, change: DimensionChange, { now, epoch }: Moment): Dimension {
  const next = {
    key: change.key ?? dimension.key,
    displayName: change.displayName === undefined ? dimension.displayName : change.displayName,
    strictness: change.strictness ?? dimension.strictness,
    userVisible: change.userVisible ?? dimension.userVisible,
  }
  if (isUnchanged(dimension, next)) return dimension
  const balancingEpoch = next.strictness === 'BALANCING' ? (dimension.balancingEpoch ?? epoch) : null
  return { ...dimension, ...next, balancingEpoch, version: dimension.version + 1, updatedAt: now }
}

export const deleteDimension = (dimension: Dimension, now: Date): Dimension => ({
  ...dimension,
  deletedAt: now,
  version: dimension.version + 1,
  updatedAt: now,
})

export type ValueChange = {
  value?: string | undefined
  displayName?: string | null | undefined
  isArchived?: boolean | undefined
}

/** The value after a change, or itself where nothing changes. An archived value keeps the time of its archiving. */
export function changeValue(value: TagValue, change: ValueChange, { now, epoch }: Moment): TagValue {
  const isArchived = change.isArchived ?? value.archivedAt !== null
  const next = {
    value: change.value ?? value.value,
    displayName: change.displayName === undefined ? value.displayName : change.displayName,
    archivedAt: isArchived ? (value.archivedAt ?? now) : null,
    archivedEpoch: isArchived ? (value.archivedAt ? value.archivedEpoch : epoch) : null,
  }
  if (isUnchanged(value, next)) return value
  return { ...value, ...next, version: value.version + 1, updatedAt: now }
}

const isUnchanged = <Stored extends object>(stored: Stored, next: Partial<Stored>): boolean =>
  Object.entries(next).every(([field, value]) => stored[field as keyof Stored] === value)
