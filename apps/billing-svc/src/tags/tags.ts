/** Tags of documents and of what they post (docs/POSTING-RULES.md, "Tags"). Pure. */

/** A value of a dimension. */
export type TagRef = { dimensionId: string; definitionId: string }

/** A tag that a vendor, a document, a line item or an allocation carries. */
export type DocumentTag = TagRef & { id: string; createdAt: Date }

/** All of them, one of each dimension: the earlier list takes precedence. */
export function mergedTags(...lists: readonly (readonly TagRef[])[]): TagRef[] {
  const byDimension = new Map<string, TagRef>()
  for (const { dimensionId, definitionId } of lists.flat())
    if (!byDimension.has(dimensionId)) byDimension.set(dimensionId, { dimensionId, definitionId })
  return [...byDimension.values()].sort((one, other) => (one.dimensionId < other.dimensionId ? -1 : 1))
}

/** As events show it. */
export const tagState = ({ dimensionId, definitionId }: TagRef) => ({
  dimension_id: dimensionId,
  definition_id: definitionId,
})
