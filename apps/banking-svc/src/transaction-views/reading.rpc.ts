import { readRequestOf } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { getTransaction } from './get-transaction.ts'
import { listTransactions } from './list-transactions.ts'
import type { TransactionHandlers } from '../bank-transactions/transaction-handlers.ts'
import { transactionsOfEntries } from './transactions-of-entries.ts'

type Reading = 'ListBankTransactions' | 'GetBankTransaction' | 'GetTransactionsOfEntries'

export const readingHandlers = (banking: Banking): TransactionHandlers<Reading> => ({
  ListBankTransactions: (request, context) => listTransactions(banking, readRequestOf(context), request),
  GetBankTransaction: async (request, context) => ({
    data: await getTransaction(banking, readRequestOf(context), request.transaction_id),
  }),
  GetTransactionsOfEntries: (request, context) =>
    transactionsOfEntries(banking, readRequestOf(context), {
      sourceIds: request.source_ids,
      entryIds: request.entry_ids,
      transferEntryIds: request.transfer_entry_ids,
    }),
})
