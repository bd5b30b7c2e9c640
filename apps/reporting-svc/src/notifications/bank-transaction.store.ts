import type { Tx } from '@pacioli/db'
import { boolean, date, safeInteger, table, text, uuid, writeLater } from '@pacioli/db/table'
import { keyOf } from '../read-models/newest.ts'
import type { CountDelta, TransactionState } from './bank-transaction.ts'

export const transactions = table('bank_transactions', ['businessId', 'transactionId'], {
  businessId: uuid,
  transactionId: uuid,
  day: date,
  waits: boolean,
  counterparty: text.orNull,
  version: safeInteger,
  eventId: text,
  recorded: safeInteger.orNull,
})

type TransactionKey = Pick<TransactionState, 'businessId' | 'transactionId'>

/** Tells transactions of all businesses apart. */
export const keyOfTransaction = ({ businessId, transactionId: id }: TransactionKey): string => keyOf({ businessId, id })

/** Inserts new transactions; returns their keys. Sorted, so that locks are taken in one order. */
export async function insertTransactions(tx: Tx, states: readonly TransactionState[]): Promise<Set<string>> {
  const inserted = await transactions.insert(tx, {}, states, {
    orderBy: 'n.business_id, n.transaction_id',
    onConflict: '(business_id, transaction_id) DO NOTHING',
    returning: ['businessId', 'transactionId'],
  })
  return new Set(inserted.map(keyOfTransaction))
}

/** The stored rows of these transactions, locked. */
export const lockTransactions = (tx: Tx, of: readonly TransactionKey[]): Promise<TransactionState[]> =>
  transactions.rows(
    tx,
    `(t.business_id, t.transaction_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
      ORDER BY t.business_id, t.transaction_id FOR UPDATE`,
    [of.map(({ businessId }) => businessId), of.map(({ transactionId }) => transactionId)],
  )

/** Replaces the rows of locked transactions. */
export function replaceTransactions(tx: Tx, states: readonly TransactionState[]): void {
  writeLater(tx, [transactions.updating({}, states)])
}

const waiting = (unit: 'day' | 'month') =>
  table(`waiting_${unit}s`, ['businessId', 'on'], {
    businessId: uuid,
    on: date.named(unit),
    by: safeInteger.named('waiting'),
  })
const [days, months] = [waiting('day'), waiting('month')]
const MOVED = { columns: [], set: 'waiting = t.waiting + excluded.waiting' }

/** Adds to the counters of days. Sorted deltas, one per row, so that locks are taken in one order. */
export function moveWaitingDays(tx: Tx, deltas: readonly CountDelta[]): void {
  writeLater(tx, [days.upserting({}, deltas, MOVED)])
}

/** Adds to the counters of months, after those of days. */
export function moveWaitingMonths(tx: Tx, deltas: readonly CountDelta[]): void {
  writeLater(tx, [months.upserting({}, deltas, MOVED)])
}
