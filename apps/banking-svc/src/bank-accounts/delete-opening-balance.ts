import { requireOpen } from '@pacioli/ledger-facts'
import { LedgerPrefetch, decideOnce } from '@pacioli/postings'
import type { OpeningBalanceAnswer } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { lockExternalAccount } from './external-account.store.ts'
import { requireExternalAccount } from './list-external-accounts.ts'
import { toOpeningBalanceMessage } from './opening-balance.messages.ts'
import { findOpeningBalance, markOpeningBalanceDeleted } from './opening-balance.store.ts'
import { openingBalanceNotFound, reversalOf, sourceOfOpening } from './opening-balance.ts'

/**
 * Deletes an opening balance, also of an archived account, and reverses its posting: at its own time, or at the first
 * open instant where its period is closed.
 * @throws ExternalAccountNotFound, OpeningBalanceNotFound, BusinessNotFound, BusinessArchived, ServiceUnavailable
 */
export async function deleteOpeningBalance(
  banking: Banking,
  request: BusinessWrite,
  externalAccountId: string,
): Promise<OpeningBalanceAnswer> {
  const business = await requireBusiness(banking, request)
  const { data, posting } = await decideOnce(banking, request, {
    ask: async (tx) => {
      requireOpen(business)
      await requireExternalAccount(tx, externalAccountId)
      return new LedgerPrefetch()
    },
    write: async (tx, books) => {
      await lockExternalAccount(tx, externalAccountId)
      const opening = await findOpeningBalance(tx, externalAccountId)
      if (!opening) throw openingBalanceNotFound(externalAccountId)
      const now = banking.now()
      await markOpeningBalanceDeleted(tx, opening.id, now)
      const reversal = reversalOf(opening, books.firstOpenFrom(opening.effectiveAt))
      // Also where the ledger refused the opening: once that is retried, the reversal follows.
      await banking.postingSession.stageAnyway(tx, request, books, reversal ? [reversal] : [])
      return { data: toOpeningBalanceMessage({ ...opening, deletedAt: now }), sources: [sourceOfOpening(opening)] }
    },
  })
  return { data, created: false, posting }
}
