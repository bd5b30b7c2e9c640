/** Tags as callers see them. Pure. */
import type { TagDefinition } from '@pacioli/ledger-facts'
import type { DocumentTag as DocumentTagMessage } from '@pacioli/protos/billing'
import type { AppliedTag } from '@pacioli/protos/common'
import type { DocumentTag } from './tags.ts'

/** Definitions, by their ids. */
export type TagNames = ReadonlyMap<string, TagDefinition>

/** The definitions to be loaded for these. */
export const definitionIdsOf = (...lists: readonly (readonly DocumentTag[])[]): string[] => [
  ...new Set(lists.flat().map(({ definitionId }) => definitionId)),
]

const toAppliedTag = (tag: DocumentTag, names: TagNames) => {
  const definition = names.get(tag.definitionId)
  return {
    id: tag.id,
    key: definition?.key ?? tag.dimensionId,
    value: definition?.value ?? tag.definitionId,
    dimension_id: tag.dimensionId,
    definition_id: tag.definitionId,
    dimension_display_name: definition?.dimensionDisplayName ?? undefined,
    value_display_name: definition?.valueDisplayName ?? undefined,
    archived_at: definition?.archivedAt?.toISOString(),
  }
}

const byKey = (one: { key: string }, other: { key: string }): number => (one.key < other.key ? -1 : 1)

/** In the order of their keys. A tag never changes: it is taken off, and another one put on. */
export const toDocumentTags = (tags: readonly DocumentTag[], names: TagNames): DocumentTagMessage[] =>
  tags
    .map((tag) => ({
      ...toAppliedTag(tag, names),
      created_at: tag.createdAt.toISOString(),
      updated_at: tag.createdAt.toISOString(),
    }))
    .sort(byKey)

/** The same as the requests about tags answer them. */
export const toAppliedTags = (tags: readonly DocumentTag[], names: TagNames): AppliedTag[] =>
  tags.map((tag) => toAppliedTag(tag, names)).sort(byKey)
