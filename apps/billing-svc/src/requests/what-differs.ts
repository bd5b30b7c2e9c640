/** What of documents has to be written: what stays the same object is left alone. Pure. */

/** What is new among the parts of a document, such as its allocations, and what is another one than before. */
export function partsThatDiffer<Part extends { id: string }>(
  before: readonly Part[],
  after: readonly Part[],
): { added: Part[]; changed: Part[] } {
  const known = new Map(before.map((part) => [part.id, part]))
  return {
    added: after.filter(({ id }) => !known.has(id)),
    changed: after.filter((part) => known.has(part.id) && known.get(part.id) !== part),
  }
}

/** What carries other tags than before, or is new. */
export function tagsThatDiffer<Tagged extends { id: string; tags: unknown }>(
  before: readonly Tagged[],
  after: readonly Tagged[],
): Tagged[] {
  const known = new Map(before.map(({ id, tags }) => [id, tags]))
  return after.filter(({ id, tags }) => known.get(id) !== tags)
}
