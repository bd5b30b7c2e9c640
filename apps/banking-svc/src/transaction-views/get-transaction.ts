import { refused } from '@pacioli/errors'
import type { BankTransaction as TransactionMessage } from '@pacioli/protos/banking'
import { isUuid, type OutgoingContext, type Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { loadTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { presentTransactions } from './present-transactions.ts'

/** @throws BankTransactionNotFound, BusinessNotFound */
export async function getTransaction(
  banking: Banking,
  context: OutgoingContext & Tenant,
  id: string,
): Promise<TransactionMessage> {
  const business = await requireBusiness(banking, context)
  return banking.db.transact(context, async (tx) => {
    const found = isUuid(id) ? await loadTransactions(tx, [id]) : []
    const [message] = await presentTransactions(tx, business, found)
    if (!message) throw transactionNotFound(id)
    return message
  })
}

export const transactionNotFound = (id: string) =>
  refused('BankTransactionNotFound', `The business has no bank transaction ${id}.`, {
    field: 'transactionId',
    value: id,
  })
