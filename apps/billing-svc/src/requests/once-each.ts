/** Payments and refunds that come in one list of a document. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { Problems } from '@pacioli/errors'

/**
 * Each of a list once: an external_id is an idempotency key inside one request, too, so what repeats an earlier one word for
 * word is left out. One that says something else is a mistake, since only one of both could be kept: it adds
 * DuplicateExternalId to `problems`.
 * @param field of the list
 * @param kind what they are, for people
 * @param one makes of an input what is wanted; `at` is where the request has it, with a dot at its end
 */
export function onceEach<Input extends { external_id?: string | undefined }, Wanted>(
  inputs: readonly Input[],
  { field, kind, problems }: { field: string; kind: string; problems: Problems },
  one: (input: Input, at: string) => Wanted,
): Wanted[] {
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
