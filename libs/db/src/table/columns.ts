/** The kinds of columns: how values are written, and how they are read. */
import { toAmount } from '@pacioli/money'

/** What text, numbers and booleans need not define. None of these functions gets a null. */
type Kind = {
  type: string
  /** The type of its values in the array that carries them, where PostgreSQL has no arrays of its own type. */
  carriedAs?: string
  write?: (value: never) => string
  /** How it is selected, where that is not just the column. */
  select?: (column: string) => string
  /** From the driver's value. */
  read?: (value: never) => unknown
}

type Use = { name?: string; isRead: boolean; isWritten: boolean; changes: boolean }

/**
 * A column that takes an In and gives an Out. Unless it says otherwise it cannot be null, is read with every row, is
 * written with every change, and has the name of its property in snake_case.
 */
export class Column<In, Out> {
  readonly kind: Kind
  readonly use: Use
  declare readonly in: In
  declare readonly out: Out

  constructor(kind: Kind, use: Use = { isRead: true, isWritten: true, changes: true }) {
    this.kind = kind
    this.use = use
  }

  /** May be null. */
  get orNull(): Column<In | null, Out | null> {
    return new Column(this.kind, this.use)
  }

  /** May be null, and is null where the written object lacks the property. */
  get optional(): Column<In | null | undefined, Out | null> {
    return new Column(this.kind, this.use)
  }

  /** For filters, lists and constraints: not read with rows. */
  get writeOnly(): Column<In, never> {
    return new Column(this.kind, { ...this.use, isRead: false })
  }

  /** Its value comes from the database, or from a separate statement. */
  get readOnly(): Column<never, Out> {
    return new Column(this.kind, { ...this.use, isWritten: false })
  }

  /** Written when the row is inserted, and never again. */
  get once(): Column<In, Out> {
    return new Column(this.kind, { ...this.use, changes: false })
  }

  named(name: string): Column<In, Out> {
    return new Column(this.kind, { ...this.use, name })
  }

  /** Restricts the values of the kind: `text.as<Status>()`. */
  as<Value extends Out>(): Column<Value, Value> {
    return new Column(this.kind, this.use)
  }
}

export type AnyColumn = Column<unknown, unknown>

const column = <Value>(kind: Kind): Column<Value, Value> => new Column(kind)

export const uuid = column<string>({ type: 'uuid' })
export const text = column<string>({ type: 'text' })
export const boolean = column<boolean>({ type: 'boolean' })
export const integer = column<number>({ type: 'int' })

/** A bigint that is a number here: an amount in minor units, a version. Reading throws RangeError beyond 2^53 - 1. */
export const safeInteger = column<number>({ type: 'bigint', read: (value: string | number) => toAmount(value) })

/** An integer of any size, such as a sum of amounts. */
export const bigint = column<bigint>({
  type: 'numeric',
  write: (value: bigint) => value.toString(),
  select: (name) => `${name}::text`,
  read: (value: string) => BigInt(value),
})

/** A decimal number as its digits. */
export const decimal = column<string>({ type: 'numeric', select: (name) => `${name}::text` })

export const timestamp = column<Date>({
  type: 'timestamptz',
  write: (value: Date) => value.toISOString(),
})

/** `2026-01-31` */
export const date = column<string>({ type: 'date', select: (name) => `to_char(${name}, 'YYYY-MM-DD')` })

export const bytes = column<Buffer>({
  type: 'bytea',
  write: (value: Buffer) => `\\x${value.toString('hex')}`,
})

/** Bytes as hexadecimal digits. */
export const hex = column<string>({
  type: 'bytea',
  write: (value: string) => `\\x${value}`,
  select: (name) => `encode(${name}, 'hex')`,
})

export const json = column<unknown>({ type: 'jsonb', write: (value) => JSON.stringify(value) })

/** JSON that stays text, because the code does not look into it. */
export const jsonText = column<string>({ type: 'jsonb', select: (name) => `${name}::text` })

/** A column of arrays without nulls. They travel as text: an array of arrays could not be unnested. */
export function listOf<In, Out>({ kind }: Column<In, Out>): Column<readonly In[], Out[]> {
  const { read } = kind
  const each = (one: (value: never) => unknown) => (values: readonly never[]) => values.map(one)
  return new Column({
    type: `${kind.type}[]`,
    carriedAs: 'text',
    write: (values: readonly unknown[]) => arrayOf(kind, values),
    ...(read && { read: each(read) }),
  })
}

/** One value as it is bound. */
export function bound({ write }: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return null
  const written = write ? write(value as never) : value
  if (typeof written === 'string') refuseNul(written)
  return written
}

/** Values as the text of an array: the driver would inspect each of them several times. */
export function arrayOf({ write }: Kind, values: readonly unknown[]): string {
  let array = ''
  for (const value of values) {
    if (array !== '') array += ','
    array += value === null || value === undefined ? 'NULL' : element(write ? write(value as never) : value)
  }
  return `{${array}}`
}

const SPECIAL = /["\\\0]/

function element(value: unknown): string {
  if (typeof value !== 'string') return String(value)
  if (!SPECIAL.test(value)) return `"${value}"`
  refuseNul(value)
  return `"${value.replace(/["\\]/g, String.raw`\$&`)}"`
}

/** `tx.rows` would turn it into two characters, which is right only for search values. */
function refuseNul(value: string): void {
  if (value.includes('\0')) throw new RangeError('PostgreSQL keeps no text with a NUL in it')
}
