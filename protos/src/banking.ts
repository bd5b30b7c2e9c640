import type { Services } from './generated/banking.ts'
import { loadServices } from './load.ts'

export const {
  BankAccountsService,
  BankTransactionsService,
  DocumentMatchesService,
  ImportsService,
  CategorizationRulesService,
  ReplayService,
} = loadServices<Services>('banking')

export type * from './generated/banking.ts'
