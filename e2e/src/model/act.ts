/** What callers of the API are promised, one request at a time. Postings are no part of it: the product checks those itself. */
import type { ErrorEnum } from '@pacioli/errors'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import type { Call } from '../api.ts'
import type { Books } from '../books.ts'
import type { OperationId, PagedId } from '../answers.ts'

/** How a request ends: `done`, or refused. */
export type Ending = 'done' | ErrorEnum

/** What a request has made, as its answer tells it. */
export type Made = { id: string; [field: string]: unknown }

/**
 * A request, and how it must end. It names documents by their ids: what has become of them when it is answered may be more than
 * what they were when it was thought of.
 */
export type Act<Model> = {
  operation: OperationId
  call: Call
  ending: (model: Model) => Ending
  /** Notes what is so by it. */
  apply: (model: Model, made: Made[]) => void
}

/** A document of a list, and what is told of it. */
export type Row = { id: string; [field: string]: unknown }
type List<Model> = {
  operation: PagedId
  query?: Record<string, boolean>
  /** The filter that leaves what is of this party, and no other one's. */
  of: (model: Model) => Record<string, string>
  show: (row: Row) => unknown
  expected: (model: Model) => [id: string, shown: unknown][]
}

/** A vendor or a customer. */
export type Party = { partyId: string; name: string }

/** What there is between a business and one other party, a vendor or a customer: what can be asked, and what must be told. */
export type Dealings<Model extends Party, Command> = {
  /** Kinds of documents that carry tags of a BALANCING dimension, `<kind>_region`. */
  tagged: readonly string[]
  begin: (books: Books, name: string) => Promise<Model>
  /** Documents by their places in the model, wrapped around. */
  commands: fc.Arbitrary<Command>
  /** Something to begin with: what is done to nothing shows nothing. */
  beginnings: fc.Arbitrary<Command[]>
  /** One document of a kind, and what is done to them by several at once. */
  contended: readonly Command[]
  contending: fc.Arbitrary<Command>
  /** What a command asks for; undefined where there is nothing to do it to. */
  act: (model: Model, command: Command) => Act<Model> | undefined
  /** What is left to be done until everything is settled: then both books are the same. */
  settling: (model: Model) => Command[]
  lists: readonly List<Model>[]
}

export const at = <One>(list: readonly One[], place: number): One | undefined => list[place % Math.max(1, list.length)]

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0)

export const find = <One extends { id: string }>(list: readonly One[], id: string): One => {
  const found = list.find((one) => one.id === id)
  if (!found) throw new Error(`The model has no ${id}.`)
  return found
}

/** In January 2026. */
export const timeOf = (day: number): string => `2026-01-${day}T12:00:00Z`

/** Half of what is made is safe to repeat by its external_id, the other half by a key alone. */
export const maybeNamed = (isNamed: boolean): { external_id?: string } => (isNamed ? { external_id: randomUUID() } : {})

/** A change of a document that is there. */
export const become = <One extends { id: string }>(list: One[], id: string, change: (one: One) => void): void =>
  list.filter((one) => one.id === id).forEach(change)

/** One kind of command with its arbitrary, and how often it comes. */
export const of = <Type extends string, Fields extends object>(
  weight: number,
  type: Type,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({
  weight,
  arbitrary: fc.record({ type: fc.constant(type), ...fields }) as fc.Arbitrary<Fields & { type: Type }>,
})
