import { readRequestOf } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import type { TransactionHandlers } from '../bank-transactions/transaction-handlers.ts'
import { listCategories } from './list-categories.ts'
import { listCounterparties } from './list-counterparties.ts'

export const categoryHandlers = (banking: Banking): TransactionHandlers<'ListCategories' | 'ListCounterparties'> => ({
  ListCategories: async (_request, context) => ({ categories: await listCategories(banking, readRequestOf(context)) }),
  ListCounterparties: (request, context) => listCounterparties(banking, readRequestOf(context), request),
})
