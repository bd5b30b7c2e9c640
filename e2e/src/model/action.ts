/** The promises of the API, one request at a time. Without postings: the product checks those itself. */
import type { ErrorEnum } from '@pacioli/errors'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import type { Call } from '../api.ts'
import type { Books } from '../books.ts'
import type { OperationId, PagedId } from '../answers.ts'

/** How a request ends: `done`, or refused. */
export type Ending = 'done' | ErrorEnum

/** What a request created, from its answer. */
export type Made = { id: string; [field: string]: unknown }

/**
 * A request, and how it must end. It names documents by their ids: they may have changed between its choice and its
 * answer.
 */
export type Action<Model> = {
  operation: OperationId
  call: Call
  ending: (model: Model) => Ending
  /** Whether the version before refuses it, or does something else. */
  isNew?: boolean
  /** Applies its effect to the model. */
  apply: (model: Model, made: Made[]) => void
}

/** A document of a list. */
export type Row = { id: string; [field: string]: unknown }
type List<Model> = {
  operation: PagedId
  query?: Record<string, boolean>
  /** The filter for the documents of this contact alone. */
  of: (model: Model) => Record<string, string>
  show: (row: Row) => unknown
  expected: (model: Model) => [id: string, shown: unknown][]
  /** Whether the version before tells less: it is not compared where that one may answer. */
  isNew?: boolean
}

/** By hand and from the bank; amounts above zero are owed. */
type Entered = { id: string; amount: number; isOfContact: boolean; isReversed: boolean }
export type Reported = { id: string; amount: number; isOfContact: boolean }
export type Journal = { accountId: string; entries: Entered[]; transactions: Reported[] }

/** A vendor or a customer, and the lines on its control account that no document owns. */
export type Contact = { contactId: string; name: string; journal: Journal }

/** The documents of a business with one vendor or customer: possible requests, and the answers they must get. */
export type ContactModel<Model extends Contact, Command> = {
  /** Kinds of documents that carry tags of a BALANCING dimension, `<kind>_region`. */
  tagged: readonly string[]
  begin: (books: Books, name: string) => Promise<Model>
  /** Documents by their places in the model, wrapped around. */
  commands: fc.Arbitrary<Command>
  /** First commands: most others need documents. */
  beginnings: fc.Arbitrary<Command[]>
  /** One document of each kind, and the commands that several clients send concurrently. */
  contended: readonly Command[]
  contending: fc.Arbitrary<Command>
  /** The request of a command; undefined where it has no document to act on. */
  actionFor: (model: Model, command: Command) => Action<Model> | undefined
  /** The commands that settle everything: then both books are the same. */
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

/** Where one of three zones changes its day, and noon. */
const HOURS = ['00:00', '07:59:59.999', '08:00', '10:59:59.999', '11:00', '12:00', '23:59:59.999']

/** In January 2026, at an hour that goes by the day. */
export const timeOf = (day: number): string =>
  `2026-01-${String(day).padStart(2, '0')}T${HOURS[day % HOURS.length] ?? ''}Z`

/** When credit is spent and refunds are made: all of it has come in by then. */
export const AFTERWARDS = '2026-03-01T12:00:00Z'

/** Half of the creates can be repeated by their external_id, the other half only by a key. */
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
