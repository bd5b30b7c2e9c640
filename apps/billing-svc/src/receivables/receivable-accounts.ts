/** The accounts that receivables are always posted to. Pure. */
import type { AccountIdentifier, AskedAccount, Books } from '@pacioli/postings'
import { clearingAccount, purposeAccounts } from '../posting/purpose-accounts.ts'
import { clearingAccountOfMethod, type InvoicePaymentMethod } from './invoice-payment.ts'
import type { RefundMethod } from './refund.ts'

const ACCOUNTS = purposeAccounts(
  {
    accountsReceivable: 'ACCOUNTS_RECEIVABLE',
    salesDiscounts: 'SALES_DISCOUNTS',
    tips: 'TIPS',
    customerCredits: 'CUSTOMER_CREDITS',
    processingFees: 'PAYMENT_PROCESSING_FEES',
    badDebt: 'BAD_DEBT',
    returnsAllowances: 'RETURNS_ALLOWANCES',
    refundLiabilities: 'REFUND_LIABILITIES',
    undepositedFunds: 'UNDEPOSITED_FUNDS',
  },
  ['PAYMENT_PROCESSOR_CLEARING_ACCOUNT', 'CASH'],
)
export const { prefetch: prefetchReceivableAccounts, idsOf: receivableAccounts } = ACCOUNTS

export type ReceivableAccounts = ReturnType<typeof receivableAccounts>

/** The clearing account of a payment or a refund payment: the named one, else that of its method. @throws likewise */
export const clearingAccountOf = (
  books: Books,
  { method, processor }: { method: InvoicePaymentMethod | RefundMethod; processor: string | null },
  identifier: AccountIdentifier | undefined,
  field: string,
): AskedAccount => clearingAccount(books, clearingAccountOfMethod(method, processor), identifier, field)
