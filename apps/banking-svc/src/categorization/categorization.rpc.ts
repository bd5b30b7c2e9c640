import type { Banking } from '../banking.ts'
import type { TransactionHandlers } from '../bank-transactions/bank-transactions.rpc.ts'
import { notYet } from '../not-yet.ts'

type Deciding =
  | 'UpdateTransactionMetadata'
  | 'CategorizeTransaction'
  | 'BulkCategorize'
  | 'UncategorizeTransaction'
  | 'ApplyTags'
  | 'RemoveTags'

export const categorizationHandlers = (_banking: Banking): TransactionHandlers<Deciding> => ({
  UpdateTransactionMetadata: notYet,
  CategorizeTransaction: notYet,
  BulkCategorize: notYet,
  UncategorizeTransaction: notYet,
  ApplyTags: notYet,
  RemoveTags: notYet,
})
