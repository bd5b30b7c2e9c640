/** Which bank transactions wait to be categorized, and what that adds to the counts. Pure. */
import type { Day } from '@pacioli/calendar'
import { day, integer, oneOf, text, type Fields } from '@pacioli/fields'
import { newestOf } from '../read-models/newest.ts'

/** Those that wait, pending ones too: they will have to be categorized. */
const WAITING = ['PENDING', 'READY_FOR_INPUT'] as const
const DECIDED = ['CATEGORIZED', 'SPLIT', 'MATCHED'] as const

/** What one version of a transaction adds: one on its day if it waits, else nothing. */
export type TransactionState = {
  transactionId: string
  /** In the business's zone. */
  day: Day
  waits: boolean
  version: number
  eventId: string
}

/** By how many the count of a day, or of a month, has to move. */
export type CountDelta = { on: Day; by: number }

/** Out of the state that banking sends of a transaction. */
export const transactionStateFrom = (fields: Fields, eventId: string): TransactionState => ({
  transactionId: text(fields, 'id'),
  day: day(fields, 'day'),
  waits: WAITING.some((status) => status === oneOf(fields, 'categorizationStatus', [...WAITING, ...DECIDED])),
  version: integer(fields, 'version'),
  eventId,
})

/** The newest version of each transaction, in the order of their ids, in which rows are locked. */
export const newestTransactions = (states: readonly TransactionState[]): TransactionState[] =>
  newestOf(states, ({ transactionId, version }) => ({ id: transactionId, version }))

/** New less stored state per day, or per month, in the order of time; what cancels out is left out. */
export function waitingDeltas(
  added: readonly TransactionState[],
  removed: readonly TransactionState[],
  unitOf: (on: Day) => Day = (on) => on,
): CountDelta[] {
  const deltas = new Map<Day, number>()
  const move = ({ day, waits }: TransactionState, by: 1 | -1): void => {
    if (waits) deltas.set(unitOf(day), (deltas.get(unitOf(day)) ?? 0) + by)
  }
  for (const state of added) move(state, 1)
  for (const state of removed) move(state, -1)
  return [...deltas]
    .filter(([, by]) => by !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([on, by]) => ({ on, by }))
}
