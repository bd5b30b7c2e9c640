import { writeRequestOf } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import type { TransactionHandlers } from '../bank-transactions/transaction-handlers.ts'
import { categorizeTransaction, categorizeTransactions } from './categorize-transactions.ts'
import { applyTags, removeTags } from './tag-transactions.ts'
import { uncategorizeTransaction } from './uncategorize-transaction.ts'
import { updateMetadata } from './update-metadata.ts'

type Deciding =
  | 'UpdateTransactionMetadata'
  | 'CategorizeTransaction'
  | 'BulkCategorize'
  | 'UncategorizeTransaction'
  | 'ApplyTags'
  | 'RemoveTags'

export const categorizationHandlers = (banking: Banking): TransactionHandlers<Deciding> => ({
  UpdateTransactionMetadata: (request, context) => updateMetadata(banking, writeRequestOf(context), request),
  CategorizeTransaction: (request, context) => categorizeTransaction(banking, writeRequestOf(context), request),
  BulkCategorize: (request, context) => categorizeTransactions(banking, writeRequestOf(context), request.data),
  UncategorizeTransaction: (request, context) =>
    uncategorizeTransaction(banking, writeRequestOf(context), request.transaction_id),
  ApplyTags: (request, context) => applyTags(banking, writeRequestOf(context), request),
  RemoveTags: (request, context) => removeTags(banking, writeRequestOf(context), request),
})
