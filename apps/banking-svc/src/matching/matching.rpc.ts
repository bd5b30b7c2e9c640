import type { Banking } from '../banking.ts'
import type { TransactionHandlers } from '../bank-transactions/bank-transactions.rpc.ts'
import { notYet } from '../not-yet.ts'

export const matchingHandlers = (_banking: Banking): TransactionHandlers<'MatchTransaction'> => ({
  MatchTransaction: notYet,
})
