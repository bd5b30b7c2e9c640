/** Payments and refunds in one list of a document. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { Problems } from '@pacioli/errors'

/**
 * Distinct elements of a list: an external_id is an idempotency key within one request, too, so an exact repeat is left out.
 * A different element with the same external_id adds DuplicateExternalId to `problems`.
 * @param field of the list
 * @param kind their name in messages
 * @param one reads an input; `at` is its place in the request, with a trailing dot
 */
export function distinctInputs<Input extends { external_id?: string | undefined }, Requested>(
  inputs: readonly Input[],
  { field, kind, problems }: { field: string; kind: string; problems: Problems },
  one: (input: Input, at: string) => Requested,
): Requested[] {
  const seen = new Map<string, Input>()
  return inputs.flatMap((input, index) => {
    const { external_id } = input
    if (external_id === undefined) return [one(input, `${field}.${index}.`)]
    const earlier = seen.get(external_id)
    if (!earlier) {
      seen.set(external_id, input)
      return [one(input, `${field}.${index}.`)]
    }
    if (!isDeepStrictEqual(earlier, input))
      problems.add('DuplicateExternalId', `Another ${kind} of the list has this external_id and says something else.`, {
        field: `${field}.${index}.external_id`,
        value: external_id,
      })
    return []
  })
}
