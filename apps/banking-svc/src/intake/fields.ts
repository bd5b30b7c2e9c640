/** Reads what came from outside of this process: each function returns a checked value or says what is wrong. */

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

export function moment(from: Fields, name: string): Date {
  const value = new Date(text(from, name))
  if (Number.isNaN(value.getTime())) throw wrong(name, 'an instant', from[name])
  return value
}

export const momentOrNull = (from: Fields, name: string): Date | null =>
  from[name] === null || from[name] === undefined ? null : moment(from, name)

export function oneOf<Value extends string>(from: Fields, name: string, values: readonly Value[]): Value {
  const given = from[name]
  const found = values.find((value) => value === given)
  if (found === undefined) throw wrong(name, `one of ${values.join(', ')}`, given)
  return found
}
