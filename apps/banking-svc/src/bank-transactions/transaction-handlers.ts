import type { BankTransactionsService } from '@pacioli/protos/banking'
import type { Handlers } from '@pacioli/rpc'

/** The handlers that one folder brings to the service. */
export type TransactionHandlers<Names extends keyof Handlers<typeof BankTransactionsService>> = Pick<
  Handlers<typeof BankTransactionsService>,
  Names
>
