/** Lists in a query, separated by commas, and the parameter for a single value of such a list. */
import { refused } from '@pacioli/errors'
import { isUuid, normalizedId } from '../validation/formats.ts'
import type { FieldSpec } from './descriptors.ts'
import { MAX_LIST_VALUES } from './schema-writer.ts'

type Read = (list: string | undefined, single: string | undefined) => string[]

const inQuery = (name: string, expected: string, value: string): Error => {
  const shown = value.slice(0, 100)
  const description = `Query parameter \`${name}\`: expected ${expected}, separated by commas, got ${JSON.stringify(shown)}.`
  return refused('InvalidQuery', description, { field: name, value: shown })
}

/** @throws InvalidQuery for too many values, and for an empty list, which would match everything */
function valuesOf(name: string, list: string | undefined): string[] {
  if (list === undefined) return []
  const values = [...new Set(list.split(',').filter((value) => value !== ''))]
  if (values.length > 0 && values.length <= MAX_LIST_VALUES) return values
  const expected = `Query parameter \`${name}\`: expected 1 to ${MAX_LIST_VALUES} values, separated by commas`
  throw refused('InvalidQuery', `${expected}, got ${values.length}.`, { field: name })
}

/** @throws InvalidQuery also for an unknown word or an invalid id */
export const listIn = ({ name, format }: FieldSpec, words: readonly string[] | undefined): Read => {
  const isOne = (value: string): boolean => (words ? words.includes(value) : format !== 'ID' || isUuid(value))
  const expected = words ? `some of ${words.join(', ')}` : 'UUIDs'
  return (list, single) => {
    const values = [...(single === undefined ? [] : [single]), ...valuesOf(name, list)]
    const wrong = values.find((value) => !isOne(value))
    if (wrong !== undefined) throw inQuery(name, expected, wrong)
    return format === 'ID' ? values.map(normalizedId) : values
  }
}
