import { requireOpen } from '@pacioli/ledger-facts'
import type { ExternalAccountAnswer } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { changeExternalAccount } from './change-external-account.ts'
import { archiveExternal } from './external-account.ts'

/**
 * Archives an external account: nothing more is imported from it. Its bank account stays, even without external accounts.
 * Archiving twice answers the same.
 * @throws ExternalAccountNotFound, BusinessNotFound, BusinessArchived, ServiceUnavailable
 */
export async function archiveExternalAccount(
  banking: Banking,
  request: BusinessWrite,
  externalAccountId: string,
): Promise<ExternalAccountAnswer> {
  requireOpen(await requireBusiness(banking, request))
  return changeExternalAccount(banking, request, externalAccountId, archiveExternal)
}
