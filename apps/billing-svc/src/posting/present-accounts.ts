/** Accounts of the chart as documents show them. Pure. */
import { displayName } from '@pacioli/chart'
import type { KnownAccount } from '@pacioli/ledger-facts'
import type { AccountSummary } from '@pacioli/protos/billing'

/** Accounts by id, as `loadAccounts` returns them. */
export type AccountNames = ReadonlyMap<string, KnownAccount>

/** The account in a document. One that is not known here yet is shown by its id: the ledger has confirmed that it exists. */
export function toAccountSummary(accountId: string, accounts: AccountNames): AccountSummary {
  const account = accounts.get(accountId)
  if (!account) return { id: accountId, name: accountId }
  return {
    id: account.id,
    name: account.name,
    account_number: account.accountNumber ?? undefined,
    stable_name: account.stableName ?? undefined,
    normality: account.normality,
    account_type: { value: account.type, display_name: displayName(account.type) },
    account_subtype: { value: account.subtype, display_name: displayName(account.subtype) },
  }
}
