/** External ids of what a request makes new: one of them is one document's. Pure. */
import type { Problems } from '@pacioli/errors'

/** What is to be made; `field` is where the request has it, with a dot at its end. */
export type Named = { externalId: string | null; field: string }

export const externalIdsOf = (ones: readonly Named[]): string[] => [
  ...new Set(ones.flatMap(({ externalId }) => externalId ?? [])),
]

/**
 * Adds DuplicateExternalId for each whose external_id another one has, be it there already or before it in the request.
 * @param kind what it is, for people
 */
export function refuseTaken(
  ones: readonly Named[],
  there: ReadonlySet<string>,
  kind: string,
  problems: Problems,
): void {
  const taken = new Set(there)
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
