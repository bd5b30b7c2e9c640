import { tenantOf, type CallContext, type OutgoingContext, type Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { listCategories } from '../categories/list-categories.ts'
import { listCounterparties } from '../categories/list-counterparties.ts'
import type { TransactionHandlers } from './bank-transactions.rpc.ts'
import { getTransaction } from './get-transaction.ts'
import { listTransactions } from './list-transactions.ts'
import { transactionsOfEntries } from './transactions-of-entries.ts'

type Reading =
  'ListBankTransactions' | 'GetBankTransaction' | 'ListCategories' | 'ListCounterparties' | 'GetTransactionsOfEntries'

const readerOf = (context: CallContext): OutgoingContext & Tenant => ({ ...context, ...tenantOf(context) })

export const readingHandlers = (banking: Banking): TransactionHandlers<Reading> => ({
  ListBankTransactions: (request, context) => listTransactions(banking, readerOf(context), request),
  GetBankTransaction: async (request, context) => ({
    data: await getTransaction(banking, readerOf(context), request.transaction_id),
  }),
  ListCategories: async (_request, context) => ({ categories: await listCategories(banking, readerOf(context)) }),
  ListCounterparties: (request, context) => listCounterparties(banking, readerOf(context), request),
  GetTransactionsOfEntries: async (request, context) => ({
    data: await transactionsOfEntries(banking, readerOf(context), {
      sourceIds: request.source_ids,
      entryIds: request.entry_ids,
    }),
  }),
})
