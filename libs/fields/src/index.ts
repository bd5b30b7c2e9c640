/** Reads external data: each function returns a checked value or throws what is wrong. */
import { instant, type Day } from '@pacioli/calendar'

export type Fields = Record<string, unknown>

const wrong = (name: string, expected: string, value: unknown): TypeError =>
  new TypeError(`${name}: expected ${expected}, got ${JSON.stringify(value) ?? 'nothing'}`)

export function fieldsOf(name: string, value: unknown): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw wrong(name, 'an object', value)
  return value as Fields
}

export function listOf(from: Fields, name: string): unknown[] {
  const value = from[name]
  if (!Array.isArray(value)) throw wrong(name, 'a list', value)
  return value
}

export function text(from: Fields, name: string): string {
  const value = from[name]
  if (typeof value !== 'string' || value === '') throw wrong(name, 'text', value)
  return value
}

export const textOrNull = (from: Fields, name: string): string | null =>
  from[name] === null || from[name] === undefined || from[name] === '' ? null : text(from, name)

export function integer(from: Fields, name: string): number {
  const value = from[name]
  if (!Number.isSafeInteger(value)) throw wrong(name, 'an integer that can be kept exactly', value)
  return value as number
}

export function oneOf<Value extends string>(from: Fields, name: string, values: readonly Value[]): Value {
  const given = from[name]
  const found = values.find((value) => value === given)
  if (found === undefined) throw wrong(name, `one of ${values.join(', ')}`, given)
  return found
}

export function flag(from: Fields, name: string): boolean {
  const value = from[name]
  if (typeof value !== 'boolean') throw wrong(name, 'true or false', value)
  return value
}

export function moment(from: Fields, name: string): Date {
  const given = text(from, name)
  try {
    return instant(given)
  } catch {
    throw wrong(name, 'an instant like 2026-01-31T12:00:00.000Z', given)
  }
}

export const momentOrNull = (from: Fields, name: string): Date | null =>
  from[name] === null || from[name] === undefined ? null : moment(from, name)

/**
 * A date that PostgreSQL stores. Wider than `isDay`, which callers' days must pass: a business's zone can move an
 * instant beyond those years, to 0999-12-31 or 9999-01-01.
 */
export function day(from: Fields, name: string): Day {
  const given = text(from, name)
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(given) && !given.startsWith('0000')
  const midnight = new Date(`${given}T00:00:00Z`)
  if (isDate && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(given)) return given
  throw wrong(name, 'a date like 2026-01-31', given)
}

export {
  canonicalRequestOf,
  firstDifference,
  reuseOf,
  conflictingDuplicates,
  type CanonicalRequest,
  type CanonicalRequestAt,
  type Defaults,
  type Difference,
  type Json,
} from './canonical-request.ts'
