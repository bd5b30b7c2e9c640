/** What services say to the ledger, for tests of what no HTTP endpoint reaches yet. */
import { AccountingConfigurationService, JournalService, PostingsService } from '@pacioli/protos/ledger'
import { clientOfService, type CallOptions, type Target } from '@pacioli/rpc'
import type { Books } from './books.ts'

export function ledgerRpc(target: Target) {
  const channels = { target, count: 1 }
  const configuration = clientOfService(AccountingConfigurationService, channels)
  const journal = clientOfService(JournalService, channels)
  const postings = clientOfService(PostingsService, channels)
  return {
    configuration: configuration.client,
    journal: journal.client,
    postings: postings.client,
    close: () => {
      configuration.close()
      journal.close()
      postings.close()
    },
  }
}

export type LedgerRpc = ReturnType<typeof ledgerRpc>

/** A call on behalf of the owner of these books. */
export const callFor = ({ id, business }: Books): CallOptions => ({
  context: { requestId: 'e2e', clientId: business.client_id, businessId: id },
})
