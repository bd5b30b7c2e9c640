/** Domain objects as events and messages spell them: `dueAt` is `due_at`. Pure. */
import { metadataValue } from '../requests/metadata.ts'

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : Name

type Names<Fields> = keyof Fields & string

/** In an event: null where there is nothing, and metadata as parsed JSON. */
export type State<Fields> = {
  [Name in Names<Fields> as Snake<Name>]: Name extends 'metadata' ? unknown : Fields[Name]
}

type Sent<Value> = Value extends Date ? string : Value extends null ? undefined : Value

/** In a message: instants are text, and null fields are absent. */
export type Sendable<Fields> = { [Name in Names<Fields> as Snake<Name>]: Sent<Fields[Name]> }

const spelled = new Map<string, string>()

function spell(name: string): string {
  const known = spelled.get(name)
  if (known !== undefined) return known
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  spelled.set(name, snake)
  return snake
}

const mapped = (fields: object, valueOf: (value: unknown, name: string) => unknown): object =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [spell(name), valueOf(value, name)]))

export const toState = <Fields extends object>(fields: Fields): State<Fields> =>
  mapped(fields, (value, name) =>
    name === 'metadata' ? metadataValue(value as string | null) : value,
  ) as State<Fields>

export const toSendable = <Fields extends object>(fields: Fields): Sendable<Fields> =>
  mapped(fields, (value) => (value instanceof Date ? value.toISOString() : (value ?? undefined))) as Sendable<Fields>

/** Some fields of an object. */
export function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  const picked = {} as Pick<Whole, Name>
  for (const name of names) picked[name] = whole[name]
  return picked
}
