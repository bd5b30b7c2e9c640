import {
  AccountingConfigurationService,
  BusinessesService,
  ChartOfAccountsService,
  JournalService,
  PostingsService,
  ReplayService,
} from '@pacioli/protos/ledger'
import { Connection, type Client, type StreamingClient, type Target } from '@pacioli/rpc'

export type LedgerClients = {
  postings: Client<typeof PostingsService>
  businesses: Client<typeof BusinessesService>
  accounts: Client<typeof ChartOfAccountsService>
  configuration: Client<typeof AccountingConfigurationService>
  journal: Client<typeof JournalService>
  replay: StreamingClient<typeof ReplayService>
}

/** The services of the ledger at this address. */
export function connectLedger(target: Target): { ledger: LedgerClients; close: () => void } {
  const connection = new Connection({ target, count: 2 })
  return {
    ledger: {
      postings: connection.client(PostingsService),
      businesses: connection.client(BusinessesService),
      accounts: connection.client(ChartOfAccountsService),
      configuration: connection.client(AccountingConfigurationService),
      journal: connection.client(JournalService),
      replay: connection.streams(ReplayService),
    },
    close: () => connection.close(),
  }
}
