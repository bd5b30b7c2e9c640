import { BankTransactionsService } from '@pacioli/protos/banking'
import { implement, type Handlers, type Implementation } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { categorizationHandlers } from '../categorization/categorization.rpc.ts'
import { matchingHandlers } from '../matching/matching.rpc.ts'
import { readingHandlers } from './reading.rpc.ts'

/** The handlers of the service that some part of banking has. */
export type TransactionHandlers<Names extends keyof Handlers<typeof BankTransactionsService>> = Pick<
  Handlers<typeof BankTransactionsService>,
  Names
>

export const bankTransactionsRpc = (banking: Banking): Implementation =>
  implement(BankTransactionsService, {
    ...readingHandlers(banking),
    ...categorizationHandlers(banking),
    ...matchingHandlers(banking),
  })
