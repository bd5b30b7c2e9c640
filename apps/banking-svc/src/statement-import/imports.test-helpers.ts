import type { TransactionInput__Output } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import type { Banking } from '../banking.ts'
import { loadTransactions } from '../bank-transactions/bank-transaction.store.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { importTransactions } from '../use-cases.test-helpers.ts'

/** A transaction of a feed: 10.00 out, for coffee, booked. */
export const testInput = (input: Partial<TransactionInput__Output> = {}): TransactionInput__Output => ({
  external_id: randomUUID(),
  amount: 10_00,
  direction: 'DEBIT',
  date: '2026-01-14',
  description: 'COFFEE',
  tags: [],
  ...input,
})

/** Imports transactions as a feed would, and returns them in order: each must be imported. */
export async function importTestTransactions(
  banking: Banking,
  request: BusinessWrite,
  externalAccountId: string,
  inputs: readonly Partial<TransactionInput__Output>[],
): Promise<BankTransaction[]> {
  const { data } = await importTransactions(banking, request, {
    external_account_id: externalAccountId,
    transactions: inputs.map(testInput),
  })
  const ids = (data?.rows ?? []).map(({ row, transaction_id, reason }) => {
    if (!transaction_id) throw new Error(`Row ${row} was not imported: ${reason}`)
    return transaction_id
  })
  return banking.db.transact(request, (tx) => loadTransactions(tx, ids))
}
