/** Accounts of the chart as requests and documents name them. Pure. */
import { isControlAccount } from '@pacioli/chart'
import { refused } from '@pacioli/errors'
import type { AccountIdentifier, AskedAccount, LedgerPrefetch, Books } from '@pacioli/postings'
import type { AccountIdentifier__Output } from '@pacioli/protos/common'

export const byStableName = (stable_name: string): AccountIdentifier => ({ type: 'StableName', stable_name })

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

const adviceFor = ({ stableName }: AskedAccount): string =>
  stableName === 'VENDOR_PREPAYMENTS'
    ? 'What is paid ahead of a bill waits on an account such as PREPAID_EXPENSES; what is paid ahead for no bill is a bill payment without allocations.'
    : 'Name the account that it is for.'

/**
 * An account that the caller names for a line, a prepayment or for clearing.
 * @throws ControlAccount, AccountArchived; RetryDecision
 */
export function namedAccount(books: Books, identifier: AccountIdentifier, field: string): AskedAccount {
  const account = books.account(identifier)
  if (isControlAccount(account.stableName))
    throw refused(
      'ControlAccount',
      `${account.name} is kept by bills, payments and invoices themselves. ${adviceFor(account)}`,
      { field, value: identifier.stable_name ?? identifier.id },
    )
  books.requirePostable(account, field)
  return account
}
