import { Problems, refused } from '@pacioli/errors'
import type { AccountBalance } from '@pacioli/protos/ledger'
import { isUuid, type Tenant } from '@pacioli/rpc'
import { otherBasisOf } from '../journal/journal-entry.ts'
import { safeBalance } from '../balances/safe-balance.ts'
import type { MayPreview } from '../books/supposed-accounts.ts'
import type { Ledger } from '../ledger.ts'
import { loadBalances, type StoredBalance } from '../balances/balance.store.ts'

/** Accounts of one call. */
const MAX_ACCOUNTS = 1_000

/**
 * Balances of accounts, each in its own normality, in the requested order.
 * @throws AccountNotFound naming each id that the business does not have, BusinessNotFound, AmountOutOfRange
 */
export async function getBalances(
  ledger: Ledger,
  tenant: Tenant & MayPreview,
  accountIds: readonly string[],
  basis: string,
): Promise<AccountBalance[]> {
  if (accountIds.length === 0 || accountIds.length > MAX_ACCOUNTS)
    throw refused('InvalidPayload', `Expected 1 to ${MAX_ACCOUNTS} ids of accounts, came ${accountIds.length}.`, {
      field: 'account_ids',
    })
  if (basis !== 'ACCRUAL' && basis !== 'CASH')
    throw refused('InvalidPayload', 'Expected one of ACCRUAL, CASH.', { field: 'reporting_basis', value: basis })
  const ids = [...new Set(accountIds.map((id) => id.toLowerCase()).filter(isUuid))]
  const balances = await ledger.db.transact(tenant, (tx) =>
    loadBalances(tx, tenant.businessId, ids, otherBasisOf(basis)),
  )
  for (const { account_id: id } of tenant.preview?.accounts ?? []) if (!balances.has(id)) balances.set(id, NONE)
  const problems = new Problems()
  for (const [index, id] of accountIds.entries())
    if (!balances.has(id.toLowerCase()))
      problems.add('AccountNotFound', `The business has no account ${id}.`, {
        field: `account_ids.${index}`,
        value: id,
      })
  problems.throwIfAny()
  return accountIds.map((id) => {
    const { normality, debits, credits } = balances.get(id.toLowerCase()) ?? NONE
    return {
      account_id: id.toLowerCase(),
      balance: safeBalance(normality === 'DEBIT' ? debits - credits : credits - debits, `The balance of account ${id}`),
    }
  })
}

const NONE: StoredBalance = { normality: 'DEBIT', debits: 0n, credits: 0n }
