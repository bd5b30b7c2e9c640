/** Which bank transactions wait to be categorized, and how they move the counts. Pure. */
import type { Day } from '@pacioli/calendar'
import { day, integer, oneOf, text, textOrNull, type Fields } from '@pacioli/fields'
import { newestOf, type Origin } from '../read-models/newest.ts'

/** Pending ones count, too: they will have to be categorized. */
const WAITING = ['PENDING', 'READY_FOR_INPUT'] as const
const DECIDED = ['CATEGORIZED', 'SPLIT', 'MATCHED'] as const

/** One version of a transaction: it counts on its day if it waits. */
export type TransactionState = Origin & {
  transactionId: string
  /** In the business's zone. */
  day: Day
  waits: boolean
  /** Whom it was paid to, or came from. */
  counterparty: string | null
  version: number
}

/** How the count of a day, or of a month, moves. */
export type CountDelta = { businessId: string; on: Day; by: number }

/** From the state that banking sends of a transaction. */
export const transactionStateFrom = (fields: Fields, origin: Origin): TransactionState => ({
  ...origin,
  transactionId: text(fields, 'id'),
  day: day(fields, 'day'),
  waits: WAITING.some((status) => status === oneOf(fields, 'categorizationStatus', [...WAITING, ...DECIDED])),
  counterparty: textOrNull(fields, 'counterparty_name') ?? textOrNull(fields, 'merchant_name'),
  version: integer(fields, 'version'),
})

/** The newest version of each transaction, in the order in which rows are locked. */
export const newestTransactions = (states: readonly TransactionState[]): TransactionState[] =>
  newestOf(states, ({ businessId, transactionId, version }) => ({ businessId, id: transactionId, version }))

/** New less stored states per business and day, or month, in the order in which rows are locked, without those that cancel out. */
export function waitingDeltas(
  added: readonly TransactionState[],
  removed: readonly TransactionState[],
  unitOf: (on: Day) => Day = (on) => on,
): CountDelta[] {
  const deltas = new Map<string, CountDelta>()
  const move = ({ businessId, day, waits }: TransactionState, by: 1 | -1): void => {
    if (!waits) return
    const on = unitOf(day)
    const key = `${businessId} ${on}`
    deltas.set(key, { businessId, on, by: (deltas.get(key)?.by ?? 0) + by })
  }
  for (const state of added) move(state, 1)
  for (const state of removed) move(state, -1)
  return [...deltas]
    .filter(([, { by }]) => by !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, delta]) => delta)
}
