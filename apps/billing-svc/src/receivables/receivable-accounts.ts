/** The accounts that receivables are always posted to. Pure. */
import type { AccountIdentifier, AskedAccount, LedgerPrefetch, Books } from '@pacioli/postings'
import { clearingAccountOfMethod, type InvoicePaymentMethod } from './invoice-payment.ts'
import type { RefundMethod } from './refund.ts'
import { byStableName, namedAccount } from '../posting/named-accounts.ts'

/** Stable names by purpose. */
const STABLE_NAMES = {
  accountsReceivable: 'ACCOUNTS_RECEIVABLE',
  salesDiscounts: 'SALES_DISCOUNTS',
  tips: 'TIPS',
  customerCredits: 'CUSTOMER_CREDITS',
  processingFees: 'PAYMENT_PROCESSING_FEES',
  badDebt: 'BAD_DEBT',
  returnsAllowances: 'RETURNS_ALLOWANCES',
  refundLiabilities: 'REFUND_LIABILITIES',
  undepositedFunds: 'UNDEPOSITED_FUNDS',
} as const

const CLEARING = ['PAYMENT_PROCESSOR_CLEARING_ACCOUNT', 'CASH']

/** Their ids. */
export type ReceivableAccounts = { readonly [Name in keyof typeof STABLE_NAMES]: string }

/** Prefetches all accounts that receivables may post to without being named; that is cheap. */
export function prefetchReceivableAccounts(asking: LedgerPrefetch): void {
  for (const stableName of [...Object.values(STABLE_NAMES), ...CLEARING]) asking.account(byStableName(stableName))
}

/** @throws RetryDecision */
export function receivableAccounts(books: Books): ReceivableAccounts {
  const ids = Object.entries(STABLE_NAMES).map(([name, stableName]) => [
    name,
    books.account(byStableName(stableName)).id,
  ])
  return Object.fromEntries(ids) as ReceivableAccounts
}

/**
 * The clearing account of a payment or a refund payment: the one that the caller names, else that of its method.
 * @throws ControlAccount, AccountArchived; RetryDecision
 */
export function clearingAccountOf(
  books: Books,
  { method, processor }: { method: InvoicePaymentMethod | RefundMethod; processor: string | null },
  identifier: AccountIdentifier | undefined,
  field: string,
): AskedAccount {
  if (identifier) return namedAccount(books, identifier, field)
  const account = books.account(byStableName(clearingAccountOfMethod(method, processor)))
  books.requirePostable(account, field)
  return account
}
