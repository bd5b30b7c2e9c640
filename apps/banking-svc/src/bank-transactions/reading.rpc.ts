import type { Banking } from '../banking.ts'
import { notYet } from '../not-yet.ts'
import type { TransactionHandlers } from './bank-transactions.rpc.ts'

type Reading =
  'ListBankTransactions' | 'GetBankTransaction' | 'ListCategories' | 'ListCounterparties' | 'GetTransactionsOfEntries'

export const readingHandlers = (_banking: Banking): TransactionHandlers<Reading> => ({
  ListBankTransactions: notYet,
  GetBankTransaction: notYet,
  ListCategories: notYet,
  ListCounterparties: notYet,
  GetTransactionsOfEntries: notYet,
})
