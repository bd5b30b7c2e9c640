/** Reads JSON of another program field by field, and names the field that is wrong. Pure. */
import { refused, type DomainError } from '@pacioli/errors'

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wrong = (field: string, expected: string): DomainError =>
  refused('InvalidPayload', `${field}: expected ${expected}.`, { field })

/** Trimmed text that can be stored; null if there is none. @throws InvalidPayload */
export function optionalText(source: Json, field: string, max: number): string | null {
  const value = Object.hasOwn(source, field) ? source[field] : undefined
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw wrong(field, 'text')
  const text = value.trim()
  if (text.includes('\0') || !text.isWellFormed()) throw wrong(field, 'text without broken characters')
  if (text.length > max) throw wrong(field, `at most ${max} characters, not ${text.length}`)
  return text === '' ? null : text
}

/** @throws InvalidPayload where it is missing */
export function text(source: Json, field: string, max: number): string {
  const value = optionalText(source, field, max)
  if (value === null) throw wrong(field, 'text')
  return value
}

/** @throws InvalidPayload where it is neither missing nor an object */
export function optionalObject(source: Json, field: string): Json | null {
  const value = Object.hasOwn(source, field) ? source[field] : undefined
  if (value === undefined || value === null) return null
  if (!isObject(value)) throw wrong(field, 'an object')
  return value
}

/** @throws InvalidPayload where it is missing */
export function object(source: Json, field: string): Json {
  const value = optionalObject(source, field)
  if (value === null) throw wrong(field, 'an object')
  return value
}

/** A list of objects; an absent one is empty. @throws InvalidPayload */
export function objects(source: Json, field: string): Json[] {
  const value = Object.hasOwn(source, field) ? source[field] : []
  if (!Array.isArray(value) || !value.every(isObject)) throw wrong(field, 'a list of objects')
  return value
}

/** @throws InvalidPayload */
export function oneOf<Word extends string>(source: Json, field: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === source[field])
  if (found === undefined) throw wrong(field, `one of ${words.join(', ')}`)
  return found
}

/** @throws InvalidPayload */
export function flag(source: Json, field: string, absent: boolean): boolean {
  const value = Object.hasOwn(source, field) ? source[field] : undefined
  if (value === undefined || value === null) return absent
  if (typeof value !== 'boolean') throw wrong(field, 'true or false')
  return value
}

type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown

/** JSON with its numbers as the text they are written in. @throws SyntaxError */
export const parseExactly = (json: string): unknown =>
  (JSON.parse as ParseWithSource)(json, (_key, value, { source }) => (typeof value === 'number' ? source : value))
