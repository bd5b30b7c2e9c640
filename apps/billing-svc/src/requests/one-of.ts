/** Enumerated values of requests. Pure. */
import { refused } from '@pacioli/errors'

/** @throws InvalidPayload */
export function oneOf<Word extends string>(words: readonly Word[], given: string, field: string): Word {
  const found = words.find((word) => word === given)
  if (found === undefined)
    throw refused('InvalidPayload', `Expected one of ${words.join(', ')}.`, { field, value: given })
  return found
}
