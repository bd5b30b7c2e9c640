import { Problems } from '@pacioli/errors'
import type { Tenant } from '@pacioli/rpc'
import { businessNotFound } from '../books/books-cache.ts'
import { loadBooks } from '../books/books.store.ts'
import { findAccount, wordsFor, type Account, type AccountIdentifier } from '../chart-of-accounts/account.ts'
import type { Ledger } from '../ledger.ts'

/**
 * What a service asks before it decides a posting: the accounts its identifiers name, the period, and the epoch under
 * which the answer holds.
 * @throws AccountNotFound naming each identifier that the business does not have
 */
export async function askBooks(
  ledger: Ledger,
  tenant: Tenant,
  identifiers: readonly AccountIdentifier[],
): Promise<{ epoch: number; closedThrough: Date | null; accounts: Account[] }> {
  const books = await ledger.db.transact(tenant, (tx) => loadBooks(tx, tenant.clientId, tenant.businessId))
  if (!books) throw businessNotFound(tenant.businessId)
  const problems = new Problems()
  const accounts = identifiers.flatMap((identifier, index) => {
    const account = findAccount(books.chart, identifier)
    if (account) return [account]
    problems.add('AccountNotFound', `The business has no account ${wordsFor(identifier)}.`, {
      field: `account_identifiers.${index}`,
      value: wordsFor(identifier),
    })
    return []
  })
  problems.throwIfAny()
  return { epoch: books.epoch, closedThrough: books.closedThrough, accounts }
}
