/** Parts of a document that an update replaces. Pure. */
import type { Problems } from '@pacioli/errors'

/**
 * What is made of the requested parts, each with the one that it replaces: matched by id, else by external_id; ids take
 * precedence, and each is replaced once. An id that the document does not have is added to `problems`.
 * @param document and `part` for people
 */
export function replacing<
  Requested extends { id: string | null; externalId: string | null; field: string },
  Existing extends { id: string; externalId: string | null },
  Made,
>(
  requested: readonly Requested[],
  existing: readonly Existing[],
  { document, part }: { document: string; part: string },
  problems: Problems,
  make: (requested: Requested, before: Existing | undefined, index: number) => Made,
): Made[] {
  const byId = new Map(existing.map((one) => [one.id, one]))
  const named = requested.map(({ id }) => (id === null ? undefined : byId.get(id.toLowerCase())))
  const taken = new Set(named)
  const byExternalId = new Map(existing.filter((one) => !taken.has(one)).map((one) => [one.externalId, one]))
  const replaced = requested.map(({ id, externalId, field }, index) => {
    if (id === null) return externalId === null ? undefined : byExternalId.get(externalId)
    if (!named[index])
      problems.add('InvalidPayload', `The ${document} has no ${part} ${id}.`, { field: `${field}id`, value: id })
    return named[index]
  })
  return requested.map((one, index) => make(one, replaced[index], index))
}
