import type { Tx } from '@pacioli/db'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { bankTransactions, complete } from '../bank-transactions/bank-transaction.store.ts'

/** A page of all transactions in the order of their ids; null begins it. */
export async function loadTransactionsAfter(tx: Tx, afterId: string | null, limit: number): Promise<BankTransaction[]> {
  const where = 't.business_id = $1 AND ($2::uuid IS NULL OR t.id > $2) ORDER BY t.id LIMIT $3'
  return complete(tx, await bankTransactions.rows(tx, where, [tx.businessId, afterId, limit]))
}
