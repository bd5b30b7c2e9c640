/** How tag requests change the tags of an entity. Pure. */
import type { Problems } from '@pacioli/errors'
import type { TagKeyValue__Output, TagName__Output } from '@pacioli/protos/common'
import type { TagNames } from './present-tags.ts'
import { withTags, type Making, type RequestedTag } from './tag-inputs.ts'
import type { DocumentTag } from './tags.ts'

export type TagChange =
  { kind: 'apply'; inputs: readonly TagKeyValue__Output[] } | { kind: 'remove'; names: readonly TagName__Output[] }

/** What stays of what is carried; the same list where all of it does. @param names of the carried tags now */
export function remainingTags(
  carried: readonly DocumentTag[],
  change: TagChange,
  names: TagNames,
): readonly DocumentTag[] {
  if (change.kind === 'apply') return carried
  const isRemoved = ({ definitionId }: DocumentTag): boolean => {
    const named = names.get(definitionId)
    return change.names.some(({ key, value }) => key === named?.key && value === named.value)
  }
  return carried.some(isRemoved) ? carried.filter((tag) => !isRemoved(tag)) : carried
}

/**
 * What is carried afterwards; the same list where nothing changes. A dimension has one value: what is there already is not
 * replaced by another value of its dimension.
 * @param added what is to be applied, each with the field that a refusal names
 */
export function tagsAfter(
  carried: readonly DocumentTag[],
  change: TagChange,
  added: readonly RequestedTag[],
  { names, ...making }: Making & { names: TagNames },
  problems: Problems,
): readonly DocumentTag[] {
  if (change.kind === 'remove') return remainingTags(carried, change, names)
  const nameOf = (id: string): string => names.get(id)?.value ?? id
  const tags = withTags(carried, added, { ...making, nameOf }, problems)
  return tags.length === carried.length ? carried : tags
}
