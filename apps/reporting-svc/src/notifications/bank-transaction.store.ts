import type { Tx } from '@pacioli/db'
import type { CountDelta, TransactionState } from './bank-transaction.ts'

const columns = (businessId: string, states: readonly TransactionState[]): unknown[] => [
  businessId,
  states.map((state) => state.transactionId),
  states.map((state) => state.day),
  states.map((state) => state.waits),
  states.map((state) => state.version),
  states.map((state) => state.eventId),
]

const INCOMING = `unnest($2::uuid[], $3::date[], $4::boolean[], $5::bigint[], $6::text[])
                    AS i(transaction_id, day, waits, version, event_id)`

/** Keeps transactions never seen before; the ids of those. Sorted, so that locks are taken in one order. */
export async function insertTransactions(
  tx: Tx,
  businessId: string,
  states: readonly TransactionState[],
): Promise<Set<string>> {
  const inserted = await tx.rows<{ transaction_id: string }>(
    `INSERT INTO bank_transactions (business_id, transaction_id, day, waits, version, event_id)
     SELECT $1, i.* FROM ${INCOMING} ORDER BY i.transaction_id
     ON CONFLICT (business_id, transaction_id) DO NOTHING
     RETURNING transaction_id`,
    columns(businessId, states),
  )
  return new Set(inserted.map((row) => row.transaction_id))
}

type TransactionRow = { transaction_id: string; day: string; waits: boolean; version: string; event_id: string }

/** What is kept of these transactions, locked. */
export async function lockTransactions(
  tx: Tx,
  businessId: string,
  transactionIds: readonly string[],
): Promise<TransactionState[]> {
  const rows = await tx.rows<TransactionRow>(
    `SELECT transaction_id, day::text, waits, version, event_id FROM bank_transactions
      WHERE business_id = $1 AND transaction_id = ANY ($2::uuid[]) ORDER BY transaction_id FOR UPDATE`,
    [businessId, [...transactionIds]],
  )
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    day: row.day,
    waits: row.waits,
    version: Number(row.version),
    eventId: row.event_id,
  }))
}

/** Replaces what is kept of transactions that are locked. */
export async function replaceTransactions(
  tx: Tx,
  businessId: string,
  states: readonly TransactionState[],
): Promise<void> {
  await tx.rows(
    `UPDATE bank_transactions kept
        SET day = i.day, waits = i.waits, version = i.version, event_id = i.event_id
       FROM ${INCOMING}
      WHERE kept.business_id = $1 AND kept.transaction_id = i.transaction_id`,
    columns(businessId, states),
  )
}

/** Moves the counters of days. Sorted deltas, one per row, so that locks are taken in one order. */
export const moveWaitingDays = (tx: Tx, businessId: string, deltas: readonly CountDelta[]): Promise<void> =>
  move(tx, businessId, deltas, { table: 'waiting_days', unit: 'day' })

/** Moves the counters of months, after those of days. */
export const moveWaitingMonths = (tx: Tx, businessId: string, deltas: readonly CountDelta[]): Promise<void> =>
  move(tx, businessId, deltas, { table: 'waiting_months', unit: 'month' })

async function move(
  tx: Tx,
  businessId: string,
  deltas: readonly CountDelta[],
  { table, unit }: { table: 'waiting_days'; unit: 'day' } | { table: 'waiting_months'; unit: 'month' },
): Promise<void> {
  if (deltas.length === 0) return
  await tx.rows(
    `INSERT INTO ${table} AS known (business_id, ${unit}, waiting)
     SELECT $1, * FROM unnest($2::date[], $3::bigint[])
     ON CONFLICT (business_id, ${unit}) DO UPDATE SET waiting = known.waiting + excluded.waiting`,
    [businessId, deltas.map(({ on }) => on), deltas.map(({ by }) => by)],
  )
}
