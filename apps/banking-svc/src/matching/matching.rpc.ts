import { writeRequestOf } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import type { TransactionHandlers } from '../bank-transactions/transaction-handlers.ts'
import { matchTransaction } from './match-transaction.ts'

export const matchingHandlers = (banking: Banking): TransactionHandlers<'MatchTransaction'> => ({
  MatchTransaction: (request, context) => matchTransaction(banking, writeRequestOf(context), request),
})
