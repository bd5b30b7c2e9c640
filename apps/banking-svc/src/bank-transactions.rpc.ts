import { BankTransactionsService } from '@pacioli/protos/banking'
import { implement, type Implementation } from '@pacioli/rpc'
import type { Banking } from './banking.ts'
import { categoryHandlers } from './categories/categories.rpc.ts'
import { categorizationHandlers } from './categorization/categorization.rpc.ts'
import { matchingHandlers } from './matching/matching.rpc.ts'
import { readingHandlers } from './transaction-views/reading.rpc.ts'

export const bankTransactionsRpc = (banking: Banking): Implementation =>
  implement(BankTransactionsService, {
    ...readingHandlers(banking),
    ...categoryHandlers(banking),
    ...categorizationHandlers(banking),
    ...matchingHandlers(banking),
  })
