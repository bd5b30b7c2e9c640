import { refused } from '@pacioli/errors'
import { MAX_NUMBERS } from '../schemas/parts.ts'

/** What `reference_number` and the list `reference_numbers` ask for together. @throws InvalidQuery for too many */
export function numbersOf(one: string | undefined, list: string | undefined): string[] {
  const numbers = [...(one === undefined ? [] : [one]), ...(list?.split(',').filter((number) => number !== '') ?? [])]
  if (numbers.length <= MAX_NUMBERS) return numbers
  throw refused('InvalidQuery', `Query parameter \`reference_numbers\` takes at most ${MAX_NUMBERS} numbers.`, {
    field: 'reference_numbers',
  })
}
