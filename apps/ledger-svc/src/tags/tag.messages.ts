/** Dimensions and values as messages, and the events that announce them. */
import { domainEvent, type StagedEvent } from '@pacioli/events'
import type { AskedTag, TagDimension as DimensionMessage, TagValue as ValueMessage } from '@pacioli/protos/ledger'
import { newDimension, newValue, type Dimension, type TagValue } from './dimension.ts'
import type { NewDefinitions, TagDefinition } from './tag.ts'

export const toValueMessage = (value: TagValue): ValueMessage => ({
  id: value.id,
  key: value.key,
  value: value.value,
  display_name: value.displayName ?? undefined,
  archived_at: value.archivedAt?.toISOString(),
  dimension_id: value.dimensionId,
  created_at: value.createdAt.toISOString(),
  updated_at: value.updatedAt.toISOString(),
})

export const toDimensionMessage = (dimension: Dimension, values: readonly TagValue[]): DimensionMessage => ({
  id: dimension.id,
  key: dimension.key,
  display_name: dimension.displayName ?? undefined,
  strictness: dimension.strictness,
  user_visible: dimension.userVisible,
  defined_values: values.map(toValueMessage),
  created_at: dimension.createdAt.toISOString(),
  updated_at: dimension.updatedAt.toISOString(),
  deleted_at: dimension.deletedAt?.toISOString(),
})

export const toResolvedTag = (definition: TagDefinition): AskedTag => ({
  definition_id: definition.definitionId,
  dimension_id: definition.dimensionId,
  key: definition.key,
  value: definition.value,
  dimension_display_name: definition.dimensionDisplayName ?? undefined,
  value_display_name: definition.valueDisplayName ?? undefined,
  strictness: definition.strictness,
})

type Happened = 'created' | 'updated' | 'deleted'

export const dimensionEvent = (
  businessId: string,
  dimension: Dimension,
  type: Happened,
  id: string,
  time: Date,
): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'ledger',
    businessId,
    aggregateType: 'tag_dimension',
    aggregateId: dimension.id,
    version: dimension.version,
    type,
    data: {
      id: dimension.id,
      key: dimension.key,
      display_name: dimension.displayName,
      strictness: dimension.strictness,
      user_visible: dimension.userVisible,
      created_at: dimension.createdAt,
      updated_at: dimension.updatedAt,
      deleted_at: dimension.deletedAt,
    },
  })

/** The key of its dimension is not part of a value's state: it changes with the dimension, whose id is here. */
export const valueEvent = (
  businessId: string,
  value: TagValue,
  type: Exclude<Happened, 'deleted'>,
  id: string,
  time: Date,
): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'ledger',
    businessId,
    aggregateType: 'tag_value',
    aggregateId: value.id,
    version: value.version,
    type,
    data: {
      id: value.id,
      dimension_id: value.dimensionId,
      value: value.value,
      display_name: value.displayName,
      archived_at: value.archivedAt,
      created_at: value.createdAt,
      updated_at: value.updatedAt,
    },
  })

/** The dimensions and values that new definitions become. */
export function createdDefinitions(made: NewDefinitions, now: Date): { dimensions: Dimension[]; values: TagValue[] } {
  // They are neither archived nor BALANCING, so the epoch does not matter.
  const moment = { now, epoch: 0 }
  return {
    dimensions: made.dimensions.map(({ id, key, displayName }) =>
      newDimension(id, { key, displayName, strictness: 'NON_BALANCING', userVisible: false }, moment),
    ),
    values: made.values.map(({ id, dimensionId, key, value, displayName }) =>
      newValue(id, { id: dimensionId, key }, { value, displayName, isArchived: false }, moment),
    ),
  }
}

/** Events of what was created, dimensions before their values. */
export const createdEvents = (
  businessId: string,
  { dimensions, values }: { dimensions: readonly Dimension[]; values: readonly TagValue[] },
  newId: () => string,
  now: Date,
): StagedEvent[] => [
  ...dimensions.map((dimension) => dimensionEvent(businessId, dimension, 'created', newId(), now)),
  ...values.map((value) => valueEvent(businessId, value, 'created', newId(), now)),
]
