/** Accounts of the chart as requests and documents name them. Pure. */
import { isControlAccount } from '@pacioli/chart'
import { refused } from '@pacioli/errors'
import type { AccountIdentifier, AskedAccount, LedgerPrefetch, Books } from '@pacioli/postings'
import type { AccountIdentifier__Output } from '@pacioli/protos/common'

export const byStableName = (stable_name: string): AccountIdentifier => ({ type: 'StableName', stable_name })

/**
 * What documents post to by themselves: anything else on these makes aging, or customers' credit, wrong. Documents could name
 * VENDOR_PREPAYMENTS before it was a control account, and still can: a line of a bill may be what was paid ahead, and it names
 * the vendor of the bill there.
 */
const isKeptByDocuments = (stableName: string | null): boolean =>
  isControlAccount(stableName) && stableName !== 'VENDOR_PREPAYMENTS'

/** An account as a message names it. */
export const toIdentifier = ({ type, id, stable_name }: AccountIdentifier__Output): AccountIdentifier => ({
  type,
  id,
  stable_name,
})

/** Prefetches accounts by id, such as those of a document. */
export function prefetchAccounts(asking: LedgerPrefetch, ids: Iterable<string>): void {
  for (const id of new Set(ids)) asking.account({ type: 'AccountId', id })
}

/**
 * An account that the caller names for a line, a prepayment or for clearing.
 * @throws ControlAccount, AccountArchived; RetryDecision
 */
export function namedAccount(books: Books, identifier: AccountIdentifier, field: string): AskedAccount {
  const account = books.account(identifier)
  if (isKeptByDocuments(account.stableName))
    throw refused(
      'ControlAccount',
      `${account.name} is kept by bills, payments and invoices themselves. Name the account that it is for.`,
      { field, value: identifier.stable_name ?? identifier.id },
    )
  books.requirePostable(account, field)
  return account
}
