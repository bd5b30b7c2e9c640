/** External ids of new documents in a request: each must be unused. Pure. */
import type { Problems } from '@pacioli/errors'

/** A document to create; `field` is its place in the request, with a trailing dot. */
export type Named = { externalId: string | null; field: string }

export const externalIdsOf = (ones: readonly Named[]): string[] => [
  ...new Set(ones.flatMap(({ externalId }) => externalId ?? [])),
]

/**
 * Adds DuplicateExternalId for each whose external_id exists or appears earlier in the request.
 * @param kind its name in messages
 */
export function refuseExisting(
  ones: readonly Named[],
  existing: ReadonlySet<string>,
  kind: string,
  problems: Problems,
): void {
  const taken = new Set(existing)
  for (const { externalId, field } of ones) {
    if (externalId === null) continue
    if (taken.has(externalId))
      problems.add('DuplicateExternalId', `Another ${kind} of the business has the external_id ${externalId}.`, {
        field: `${field}external_id`,
        value: externalId,
      })
    taken.add(externalId)
  }
}
