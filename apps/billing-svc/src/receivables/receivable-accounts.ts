/** The accounts that receivables are posted to by themselves. Pure. */
import type { AccountIdentifier, AskedAccount, Asking, Books } from '@pacioli/postings'
import { clearingAccountOfMethod, type InvoicePaymentMethod } from './invoice-payment.ts'
import type { RefundMethod } from './refund.ts'
import { byStableName, namedAccount } from '../posting/named-accounts.ts'

/** Stable name of each, by what it is for. */
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

/** Asks for everything that receivables may post to by themselves: that is cheap, and another request may need more of it. */
export function askForReceivableAccounts(asking: Asking): void {
  for (const stableName of [...Object.values(STABLE_NAMES), ...CLEARING]) asking.account(byStableName(stableName))
}

/** @throws AskAgain */
export function receivableAccounts(books: Books): ReceivableAccounts {
  const ids = Object.entries(STABLE_NAMES).map(([name, stableName]) => [
    name,
    books.account(byStableName(stableName)).id,
  ])
  return Object.fromEntries(ids) as ReceivableAccounts
}

/**
 * Where a payment or a refund payment waits until the bank or a payout reports it: the account that the caller names, else
 * the one of its method.
 * @throws ControlAccount, AccountArchived; AskAgain
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
