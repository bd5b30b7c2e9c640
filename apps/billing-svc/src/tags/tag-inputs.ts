/** Tags as requests name them and as documents keep them. Pure. */
import { Problems, refused } from '@pacioli/errors'
import type { TagDefinition } from '@pacioli/ledger-facts'
import {
  RetryDecision,
  type AskedTag,
  type LedgerPrefetch,
  type Books,
  type PostingTag,
  type TagInput,
} from '@pacioli/postings'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import type { DocumentTag, TagRef } from './tags.ts'

/** More tags than this on one object would make answers and events unreasonably long. */
const MAX_TAGS = 50

/** Ids and clock for new tags. */
export type Making = { newId: () => string; now: Date }

/** A tag value that a request puts on an object; `field` names it in the request. */
export type RequestedTag = { tag: AskedTag; field: string }

const toInput = ({ key, value, dimension_display_name, value_display_name }: TagKeyValue__Output): TagInput => ({
  key,
  value,
  dimension_display_name,
  value_display_name,
})

/** Queries the tags that a request names, which defines those that are not defined yet. @param field of the list */
export const prefetchTags = (asking: LedgerPrefetch, inputs: readonly TagKeyValue__Output[], field: string): void =>
  inputs.forEach((input, index) => asking.tag(toInput(input), `${field}.${index}`))

/** @throws RetryDecision */
export const requestedTags = (inputs: readonly TagKeyValue__Output[], books: Books, field: string): RequestedTag[] =>
  inputs.map((input, index) => ({ tag: books.tag(toInput(input)), field: `${field}.${index}` }))

/**
 * The tags of a contact, a document or an allocation as a request gives them, of any dimension; those in `existing` keep their
 * ids, and where all are equal it is that list. Every problem is named.
 * @param field of the list @param refuse adds what else is wrong with one of them
 * @throws DuplicateTagDimension, RetryDecision
 */
export function tagsFrom(
  inputs: readonly TagKeyValue__Output[],
  books: Books,
  making: Making & { existing?: readonly DocumentTag[] },
  field: string,
  refuse: (requested: RequestedTag, problems: Problems) => void = () => undefined,
): readonly DocumentTag[] {
  const problems = new Problems()
  const requested = requestedTags(inputs, books, field)
  for (const one of requested) refuse(one, problems)
  const tags = withTags([], requested, making, problems)
  problems.throwIfAny()
  return making.existing && sameTags(tags, making.existing) ? making.existing : tags
}

/**
 * The same of a line item: an entry balances under each value of a BALANCING dimension, so those go on whole documents.
 * @throws DuplicateTagDimension, BalancingTagViolation, RetryDecision
 */
export const lineItemTagsFrom: typeof tagsFrom = (inputs, books, making, field) =>
  tagsFrom(inputs, books, making, field, ({ tag: { key, value, strictness }, field: place }, problems) => {
    if (strictness === 'BALANCING')
      problems.add(
        'BalancingTagViolation',
        `The dimension ${key} is BALANCING: its tags go on a whole document, not on one of its line items.`,
        { field: place, value },
      )
  })

/**
 * Tags with further ones: those that are carried stay, and a dimension has one value. What is in `existing` keeps its id.
 * @param making `nameOf` names the value of a carried definition, for people
 */
export function withTags(
  carried: readonly DocumentTag[],
  added: readonly RequestedTag[],
  making: Making & { existing?: readonly DocumentTag[]; nameOf?: (definitionId: string) => string },
  problems: Problems,
): DocumentTag[] {
  const { newId, now, existing = [], nameOf = (id) => id } = making
  const tags = [...carried]
  const names = new Map(added.map(({ tag }) => [tag.definitionId, tag.value]))
  for (const { tag, field } of added) {
    const { dimensionId, definitionId, key, value } = tag
    const rival = tags.find((one) => one.dimensionId === dimensionId)
    if (rival?.definitionId === definitionId) continue
    if (rival)
      problems.add(
        'DuplicateTagDimension',
        `${key} is ${names.get(rival.definitionId) ?? nameOf(rival.definitionId)} here already; one value of a dimension is possible.`,
        { field, value },
      )
    else if (tags.length >= MAX_TAGS)
      problems.add('PayloadTooLarge', `At most ${MAX_TAGS} tags are carried.`, { field, value })
    else
      tags.push(
        existing.find((one) => one.definitionId === definitionId) ?? {
          id: newId(),
          dimensionId,
          definitionId,
          createdAt: now,
        },
      )
  }
  return tags
}

/** Whether both lists are equal in any order. */
export const sameTags = (some: readonly TagRef[], others: readonly TagRef[]): boolean => {
  const definitions = new Set(some.map(({ definitionId }) => definitionId))
  return some.length === others.length && others.every(({ definitionId }) => definitions.has(definitionId))
}

const isArchived = (known: TagDefinition | undefined): boolean => known?.archivedAt instanceof Date

/** The tag by its id, since its name may have changed. */
const inputOf = (definitionId: string, known: ReadonlyMap<string, TagDefinition>): TagInput => {
  const { key = definitionId, value = definitionId } = known.get(definitionId) ?? {}
  return { key, value, definition_id: definitionId }
}

/**
 * Queries the tags that documents carry already, by id. Those known to be archived are left out, for which the ledger would
 * refuse the whole query: they may stay where nothing is reposted.
 * @param field the part of the request that makes it necessary, such as the id of the document
 */
export function prefetchStoredTags(
  asking: LedgerPrefetch,
  tags: Iterable<TagRef>,
  known: ReadonlyMap<string, TagDefinition>,
  field?: string,
): void {
  for (const { definitionId } of tags) {
    if (isArchived(known.get(definitionId))) continue
    asking.tag(inputOf(definitionId, known), field)
  }
}

/**
 * How tags go into postings: as the ledger answered them, whether they were queried by name or by id.
 * @param known of the tags that were not queried, so that archived ones can be refused by name
 * @returns a function that throws TagValueArchived, and RetryDecision for what was not queried, with all that may be needed
 */
export function postingTags(
  books: Books,
  known: ReadonlyMap<string, TagDefinition> = new Map(),
): (tag: TagRef) => PostingTag {
  const answered = new Map([...books.facts.tags.values()].map((tag) => [tag.definitionId, tag]))
  return ({ definitionId }) => {
    const found = answered.get(definitionId)
    if (found) return found
    const named = known.get(definitionId)
    if (named === undefined || !isArchived(named)) {
      const missed = [...new Set([definitionId, ...known.keys()])].filter((id) => !isArchived(known.get(id)))
      throw new RetryDecision({ tags: missed.map((id) => ({ input: inputOf(id, known) })) })
    }
    throw refused(
      'TagValueArchived',
      `The tag ${named.key} = ${named.value} is archived: nothing is posted with it. Take it off or replace it first.`,
      { value: named.value, key: named.key },
    )
  }
}
