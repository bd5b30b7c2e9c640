/** Which transactions an import meets again. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { BankDirection, BankTransaction, Status } from '../bank-transactions/bank-transaction.ts'
import { loadTransactions, lockTransactions } from '../bank-transactions/bank-transaction.store.ts'

export type KnownTransaction = {
  id: string
  sourceTransactionId: string
  status: Status
  date: Date
  day: string
  direction: BankDirection
  amount: number
  /** Hex. */
  contentKey: string | null
}

export type KnownRow = {
  id: string
  source_transaction_id: string
  status: Status
  date: Date
  day: string
  direction: BankDirection
  amount: string
  content_key: string | null
}

export const KNOWN_COLUMNS = `t.id, t.source_transaction_id, t.status, t.date, to_char(t.day, 'YYYY-MM-DD') AS day,
  t.direction, t.amount, encode(t.content_key, 'hex') AS content_key`

export const toKnown = (row: KnownRow): KnownTransaction => ({
  id: row.id,
  sourceTransactionId: row.source_transaction_id,
  status: row.status,
  date: row.date,
  day: row.day,
  direction: row.direction,
  amount: toAmount(row.amount),
  contentKey: row.content_key,
})

/** The transactions of an external account that carry these ids of their sender, by id. */
export async function findBySourceIds(
  tx: Tx,
  businessId: string,
  externalAccountId: string,
  sourceTransactionIds: readonly string[],
): Promise<Map<string, KnownTransaction>> {
  if (sourceTransactionIds.length === 0) return new Map()
  const rows = await tx.rows<KnownRow>(
    `SELECT ${KNOWN_COLUMNS} FROM bank_transactions t
      WHERE t.business_id = $1 AND t.external_account_id = $2 AND t.source_transaction_id = ANY ($3::text[])`,
    [businessId, externalAccountId, sourceTransactionIds],
  )
  return new Map(rows.map((row) => [row.source_transaction_id, toKnown(row)]))
}

/** Those of the transactions that are pending, to be held where something is written. */
export async function findPendingIds(tx: Tx, businessId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<{ id: string }>(
    `SELECT t.id FROM bank_transactions t
      WHERE t.business_id = $1 AND t.id = ANY ($2::uuid[]) AND t.status = 'PENDING'`,
    [businessId, ids],
  )
  return rows.map(({ id }) => id)
}

/** Transactions that were pending a moment ago, as they are now, by id; held until the end where `held`. */
export async function loadPending(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
  locked: boolean,
): Promise<Map<string, BankTransaction>> {
  if (ids.length === 0) return new Map()
  if (locked) return lockTransactions(tx, businessId, ids)
  const loaded = await loadTransactions(tx, businessId, ids)
  return new Map(loaded.map((transaction) => [transaction.id, transaction]))
}

/** From here on the transaction cannot write: a dry run proves itself. */
export async function writeNothing(tx: Tx): Promise<void> {
  await tx.rows('SET TRANSACTION READ ONLY')
}
