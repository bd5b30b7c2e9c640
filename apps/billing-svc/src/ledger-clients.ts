import { BusinessesService, JournalService, PostingsService, ReplayService } from '@pacioli/protos/ledger'
import { clientOfService, clientOfStreams, type Client, type StreamingClient } from '@pacioli/rpc'

export type LedgerClients = {
  postings: Client<typeof PostingsService>
  businesses: Client<typeof BusinessesService>
  journal: Client<typeof JournalService>
  replay: StreamingClient<typeof ReplayService>
}

/** The services of the ledger at this address. */
export function connectLedger(target: string): { ledger: LedgerClients; close: () => void } {
  const postings = clientOfService(PostingsService, { target, count: 2 })
  const businesses = clientOfService(BusinessesService, { target, count: 1 })
  const journal = clientOfService(JournalService, { target, count: 1 })
  const replay = clientOfStreams(ReplayService, { target, count: 1 })
  return {
    ledger: {
      postings: postings.client,
      businesses: businesses.client,
      journal: journal.client,
      replay: replay.client,
    },
    close: () => [postings, businesses, journal, replay].forEach((one) => one.close()),
  }
}
