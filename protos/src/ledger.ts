import type { Services } from './generated/ledger.ts'
import { loadServices } from './load.ts'

export const {
  ClientsService,
  BusinessesService,
  ChartOfAccountsService,
  JournalService,
  PostingsService,
  AccountingConfigurationService,
  TagsService,
  ClosingService,
  ProcessorsService,
  ConnectionsService,
  ReplayService,
} = loadServices<Services>('ledger')

export type * from './generated/ledger.ts'
