import type { Tx } from '@pacioli/db'
import type { BankAccountAnswer, ListBankAccountsResponse } from '@pacioli/protos/banking'
import { isUuid, type OutgoingContext, type Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { bankAccountNotFound, type BankAccount } from './bank-account.ts'
import { listBankAccounts as list, loadBankAccounts } from './bank-account.store.ts'
import { fetchBalances } from './ledger-balances.ts'
import { toBankAccountMessage, viewBankAccounts } from './present-accounts.ts'

/**
 * The bank accounts of a business in the order they were created, with their balances. Archived bank accounts and
 * external accounts are left out unless requested.
 * @throws BusinessNotFound, ServiceUnavailable
 */
export async function listBankAccounts(
  banking: Banking,
  context: OutgoingContext & Tenant,
  withArchived: boolean,
): Promise<ListBankAccountsResponse> {
  await requireBusiness(banking, context)
  const views = await banking.db.transact(context, async (tx) =>
    viewBankAccounts(tx, await list(tx, withArchived), withArchived),
  )
  const balances = await fetchBalances(
    banking,
    context,
    views.map(({ account }) => account.ledgerAccountId),
  )
  return { data: views.map((view) => toBankAccountMessage(view, balances)) }
}

/**
 * One bank account with all of its external accounts.
 * @throws BankAccountNotFound, BusinessNotFound, ServiceUnavailable
 */
export async function getBankAccount(
  banking: Banking,
  context: OutgoingContext & Tenant,
  bankAccountId: string,
): Promise<BankAccountAnswer> {
  await requireBusiness(banking, context)
  const [view] = await banking.db.transact(context, async (tx) =>
    viewBankAccounts(tx, [await requireBankAccount(tx, bankAccountId)]),
  )
  if (!view) throw bankAccountNotFound(bankAccountId)
  const balances = await fetchBalances(banking, context, [view.account.ledgerAccountId])
  return { data: toBankAccountMessage(view, balances), created: false }
}

/** @throws BankAccountNotFound */
export async function requireBankAccount(tx: Tx, bankAccountId: string): Promise<BankAccount> {
  const [account] = isUuid(bankAccountId) ? await loadBankAccounts(tx, [bankAccountId]) : []
  if (!account) throw bankAccountNotFound(bankAccountId)
  return account
}
