import type { BankTransactionsService } from '@pacioli/protos/banking'
import type { Handlers } from '@pacioli/rpc'

/** The handlers of the service that some part of banking has. */
export type TransactionHandlers<Names extends keyof Handlers<typeof BankTransactionsService>> = Pick<
  Handlers<typeof BankTransactionsService>,
  Names
>
