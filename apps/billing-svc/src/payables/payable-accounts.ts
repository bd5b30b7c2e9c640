/** The accounts that payables are always posted to. Pure. */
import type { AccountIdentifier, AskedAccount, LedgerPrefetch, Books } from '@pacioli/postings'
import { CLEARING_ACCOUNTS } from './bill-payment.ts'
import type { PayableAccounts } from './bill.postings.ts'
import type { PaymentMethod } from './bill.ts'
import { byStableName, namedAccount } from '../posting/named-accounts.ts'

const ACCOUNTS_PAYABLE = byStableName('ACCOUNTS_PAYABLE')
const PURCHASE_DISCOUNTS = byStableName('PURCHASE_DISCOUNTS')
const VENDOR_PREPAYMENTS = byStableName('VENDOR_PREPAYMENTS')

/** Prefetches all accounts that payables may post to without being named; that is cheap. */
export function prefetchPayableAccounts(asking: LedgerPrefetch): void {
  for (const identifier of [ACCOUNTS_PAYABLE, PURCHASE_DISCOUNTS, VENDOR_PREPAYMENTS]) asking.account(identifier)
  for (const stableName of new Set(Object.values(CLEARING_ACCOUNTS))) asking.account(byStableName(stableName))
}

/** @throws RetryDecision */
export const payableAccounts = (books: Books): PayableAccounts => ({
  accountsPayable: books.account(ACCOUNTS_PAYABLE).id,
  purchaseDiscounts: books.account(PURCHASE_DISCOUNTS).id,
  vendorPrepayments: books.account(VENDOR_PREPAYMENTS).id,
})

/**
 * The clearing account of a payment: the one that the caller names, else that of its method.
 * @throws ControlAccount, AccountArchived; RetryDecision
 */
export function clearingAccountOf(
  books: Books,
  method: PaymentMethod,
  identifier: AccountIdentifier | undefined,
  field = 'payment_clearing_account_identifier',
): AskedAccount {
  if (identifier) return namedAccount(books, identifier, field)
  const account = books.account(byStableName(CLEARING_ACCOUNTS[method]))
  books.requirePostable(account, field)
  return account
}
