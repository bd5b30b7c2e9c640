/** Existing transactions that an import repeats. */
import type { Tx } from '@pacioli/db'
import type { RowOf } from '@pacioli/db/table'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { bankTransactions, loadTransactions, lockTransactions } from '../bank-transactions/bank-transaction.store.ts'

export const known = bankTransactions.only(
  'id',
  'sourceTransactionId',
  'status',
  'date',
  'day',
  'direction',
  'amount',
  'contentKey',
)
export type KnownTransaction = RowOf<typeof known>

/** The transactions of an external account with these ids of their sender, by id. */
export async function findBySourceIds(
  tx: Tx,
  externalAccountId: string,
  sourceTransactionIds: readonly string[],
): Promise<Map<string, KnownTransaction>> {
  if (sourceTransactionIds.length === 0) return new Map()
  const rows = await known.rows(
    tx,
    't.business_id = $1 AND t.external_account_id = $2 AND t.source_transaction_id = ANY ($3::text[])',
    [tx.businessId, externalAccountId, sourceTransactionIds],
  )
  return new Map(rows.map((row) => [row.sourceTransactionId, row]))
}

/** The pending ones of these transactions, which have to be locked before a write. */
export async function findPendingIds(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<{ id: string }>(
    `SELECT t.id FROM bank_transactions t
      WHERE t.business_id = $1 AND t.id = ANY ($2::uuid[]) AND t.status = 'PENDING'`,
    [tx.businessId, ids],
  )
  return rows.map(({ id }) => id)
}

/** Transactions that were pending a moment ago, as they are now, by id; locked until the transaction ends where `locked`. */
export async function loadPending(
  tx: Tx,
  ids: readonly string[],
  locked: boolean,
): Promise<Map<string, BankTransaction>> {
  if (ids.length === 0) return new Map()
  if (locked) return lockTransactions(tx, ids)
  const loaded = await loadTransactions(tx, ids)
  return new Map(loaded.map((transaction) => [transaction.id, transaction]))
}

/** From here on the transaction cannot write, which proves that a dry run does not. */
export async function writeNothing(tx: Tx): Promise<void> {
  await tx.rows('SET TRANSACTION READ ONLY')
}
