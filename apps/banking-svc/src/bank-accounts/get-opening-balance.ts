import type { OpeningBalanceAnswer } from '@pacioli/protos/banking'
import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { requireExternalAccount } from './list-external-accounts.ts'
import { toOpeningBalanceMessage } from './opening-balance.messages.ts'
import { findOpeningBalance } from './opening-balance.store.ts'
import { openingBalanceNotFound } from './opening-balance.ts'

/** @throws ExternalAccountNotFound, OpeningBalanceNotFound, BusinessNotFound */
export async function getOpeningBalance(
  banking: Banking,
  context: OutgoingContext & Tenant,
  externalAccountId: string,
): Promise<OpeningBalanceAnswer> {
  await requireBusiness(banking, context)
  const opening = await banking.db.transact(context, async (tx) => {
    const external = await requireExternalAccount(tx, externalAccountId)
    return findOpeningBalance(tx, external.id)
  })
  if (!opening) throw openingBalanceNotFound(externalAccountId)
  return { data: toOpeningBalanceMessage(opening), created: false }
}
