import type { Tx } from '@pacioli/db'
import type { ListExternalAccountsRequest__Output, ListExternalAccountsResponse } from '@pacioli/protos/banking'
import { isUuid, type OutgoingContext, type Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { externalAccountNotFound, type ExternalAccount } from './external-account.ts'
import { findExternalAccount, listExternalAccounts as list } from './external-account.store.ts'
import { fetchBalances } from './ledger-balances.ts'
import { toExternalAccountMessage, viewExternalAccounts } from './present-accounts.ts'

/**
 * The external accounts of a business in the order they were created. An unknown bank account has none.
 * @throws BusinessNotFound, ServiceUnavailable
 */
export async function listExternalAccounts(
  banking: Banking,
  context: OutgoingContext & Tenant,
  { include_archived, bank_account_id, external_id }: ListExternalAccountsRequest__Output,
): Promise<ListExternalAccountsResponse> {
  await requireBusiness(banking, context)
  const filter = {
    withArchived: include_archived ?? false,
    bankAccountIds: bank_account_id === undefined ? undefined : [bank_account_id].filter(isUuid),
    externalId: external_id,
  }
  const views = await banking.db.transact(context, async (tx) => viewExternalAccounts(tx, await list(tx, filter)))
  const balances = await fetchBalances(
    banking,
    context,
    views.map(({ account }) => account.ledgerAccountId),
  )
  return { data: views.map((view) => toExternalAccountMessage(view, balances)) }
}

/** @throws ExternalAccountNotFound */
export async function requireExternalAccount(tx: Tx, externalAccountId: string): Promise<ExternalAccount> {
  const account = isUuid(externalAccountId) ? await findExternalAccount(tx, externalAccountId) : undefined
  if (!account) throw externalAccountNotFound(externalAccountId)
  return account
}
