import type { Tx } from '@pacioli/db'
import { boolean, date, safeInteger, table, text, uuid } from '@pacioli/db/table'
import type { CountDelta, TransactionState } from './bank-transaction.ts'

const transactions = table('bank_transactions', ['businessId', 'transactionId'], {
  businessId: uuid.writeOnly,
  transactionId: uuid,
  day: date,
  waits: boolean,
  counterparty: text.orNull,
  version: safeInteger,
  eventId: text,
})

/** Inserts new transactions; returns their ids. Sorted, so that locks are taken in one order. */
export async function insertTransactions(
  tx: Tx,
  businessId: string,
  states: readonly TransactionState[],
): Promise<Set<string>> {
  const inserted = await transactions.insert(tx, { businessId }, states, {
    orderBy: 'n.transaction_id',
    onConflict: '(business_id, transaction_id) DO NOTHING',
    returning: ['transactionId'],
  })
  return new Set(inserted.map(({ transactionId }) => transactionId))
}

/** The stored rows of these transactions, locked. */
export const lockTransactions = (
  tx: Tx,
  businessId: string,
  transactionIds: readonly string[],
): Promise<TransactionState[]> =>
  transactions.rows(
    tx,
    't.business_id = $1 AND t.transaction_id = ANY ($2::uuid[]) ORDER BY t.transaction_id FOR UPDATE',
    [businessId, [...transactionIds]],
  )

/** Replaces the rows of locked transactions. */
export async function replaceTransactions(
  tx: Tx,
  businessId: string,
  states: readonly TransactionState[],
): Promise<void> {
  await transactions.update(tx, { businessId }, states)
}

const waiting = (unit: 'day' | 'month') =>
  table(`waiting_${unit}s`, ['businessId', 'on'], {
    businessId: uuid,
    on: date.named(unit),
    by: safeInteger.named('waiting'),
  })
const [days, months] = [waiting('day'), waiting('month')]

/** Adds to the counters of days. Sorted deltas, one per row, so that locks are taken in one order. */
export async function moveWaitingDays(tx: Tx, businessId: string, deltas: readonly CountDelta[]): Promise<void> {
  await days.upsert(tx, { businessId }, deltas, { columns: [], set: 'waiting = t.waiting + excluded.waiting' })
}

/** Adds to the counters of months, after those of days. */
export async function moveWaitingMonths(tx: Tx, businessId: string, deltas: readonly CountDelta[]): Promise<void> {
  await months.upsert(tx, { businessId }, deltas, { columns: [], set: 'waiting = t.waiting + excluded.waiting' })
}
