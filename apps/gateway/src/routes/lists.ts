/** Lists in a query, separated by commas. */
import { refused } from '@pacioli/errors'
import { MAX_LIST_VALUES } from '../schemas/bank-transactions.ts'
import { isUuid, oneCase } from '../validation/formats.ts'

/** @throws InvalidQuery for more values than a query takes, and for a list of none, which would ask for everything */
export function valuesOf(name: string, list: string | undefined): string[] {
  if (list === undefined) return []
  const values = [...new Set(list.split(',').filter((value) => value !== ''))]
  if (values.length > 0 && values.length <= MAX_LIST_VALUES) return values
  const expected = `Query parameter \`${name}\`: expected 1 to ${MAX_LIST_VALUES} values, separated by commas`
  throw refused('InvalidQuery', `${expected}, got ${values.length}.`, { field: name })
}

/**
 * What a parameter and the list of that name ask for together, of values that there are.
 * @throws InvalidQuery for any other
 */
export function someOf(
  name: string,
  known: readonly string[],
  one: string | undefined,
  list: string | undefined,
): string[] {
  const values = [...(one === undefined ? [] : [one]), ...valuesOf(name, list)]
  const wrong = values.find((value) => !known.includes(value))
  if (wrong === undefined) return values
  const value = wrong.slice(0, 100)
  const expected = `Query parameter \`${name}\`: expected some of ${known.join(', ')}, separated by commas`
  throw refused('InvalidQuery', `${expected}, got ${JSON.stringify(value)}.`, { field: name, value })
}

/** @throws InvalidQuery, also for a value that is no UUID */
export function idsOf(name: string, list: string | undefined): string[] {
  const ids = valuesOf(name, list)
  const wrong = ids.find((id) => !isUuid(id))
  if (wrong === undefined) return ids.map(oneCase)
  const value = wrong.slice(0, 100)
  throw refused(
    'InvalidQuery',
    `Query parameter \`${name}\`: expected UUIDs, separated by commas, got ${JSON.stringify(value)}.`,
    {
      field: name,
      value,
    },
  )
}
