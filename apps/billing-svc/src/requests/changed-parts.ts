/** Which parts of documents have to be written: unchanged objects are skipped. Pure. */

/** New and changed parts of a document, such as its allocations. */
export function changedParts<Part extends { id: string }>(
  before: readonly Part[],
  after: readonly Part[],
): { added: Part[]; changed: Part[] } {
  const known = new Map(before.map((part) => [part.id, part]))
  return {
    added: after.filter(({ id }) => !known.has(id)),
    changed: after.filter((part) => known.has(part.id) && known.get(part.id) !== part),
  }
}

/** Parts that are new or have changed tags. */
export function changedTags<Tagged extends { id: string; tags: unknown }>(
  before: readonly Tagged[],
  after: readonly Tagged[],
): Tagged[] {
  const known = new Map(before.map(({ id, tags }) => [id, tags]))
  return after.filter(({ id, tags }) => known.get(id) !== tags)
}
