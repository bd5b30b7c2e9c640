/** The accounts that documents always post to, found by their stable names. Pure. */
import type { AccountIdentifier, AskedAccount, Books, LedgerPrefetch } from '@pacioli/postings'
import { byStableName, namedAccount } from './named-accounts.ts'

/** @param stableNames by purpose @param clearing stable names of further accounts that money may go through */
export const purposeAccounts = <const Names extends Readonly<Record<string, string>>>(
  stableNames: Names,
  clearing: readonly string[],
) => ({
  /** Prefetches all of them; that is cheap. */
  prefetch: (asking: LedgerPrefetch): void => {
    for (const name of [...Object.values(stableNames), ...clearing]) asking.account(byStableName(name))
  },
  /** Their ids, by purpose. @throws RetryDecision */
  idsOf: (books: Books): { readonly [Purpose in keyof Names]: string } => {
    const ids = Object.entries(stableNames).map(([purpose, name]) => [purpose, books.account(byStableName(name)).id])
    return Object.fromEntries(ids) as { readonly [Purpose in keyof Names]: string }
  },
})

/**
 * The account that a caller names for clearing, else the one with this stable name.
 * @throws ControlAccount, AccountArchived; RetryDecision
 */
export function clearingAccount(
  books: Books,
  stableName: string,
  identifier: AccountIdentifier | undefined,
  field: string,
): AskedAccount {
  if (identifier) return namedAccount(books, identifier, field)
  const account = books.account(byStableName(stableName))
  books.requirePostable(account, field)
  return account
}
