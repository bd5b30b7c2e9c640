/**
 * Invoice payments: what a customer paid, allocated to their invoices; the rest is their credit with the business. Pure.
 */
import type { CanonicalRequest } from '@pacioli/fields'
import { inProportion } from '../rounding/pro-rata.ts'
import type { Share } from '../recognition/recognition.ts'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag, TagRef } from '../tags/tags.ts'

export const INVOICE_PAYMENT_METHODS = ['CASH', 'CHECK', 'CREDIT_CARD', 'ACH', 'CREDIT_BALANCE', 'OTHER'] as const
export type InvoicePaymentMethod = (typeof INVOICE_PAYMENT_METHODS)[number]

export type InvoicePaymentAllocation = {
  id: string
  paymentId: string
  invoiceId: string
  /** When the invoice in question was sent. */
  invoiceSentAt: Date
  amount: number
  /** What of the invoice's components it pays; they sum to the amount. */
  shares: readonly Share[]
  /** What its lines in the journal carry: the invoice's tags first, then its own, then the payment's. */
  postedTags: readonly TagRef[]
  tags: readonly DocumentTag[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
  createdAt: Date
  /** Since when it is the customer's credit: the invoice was voided then. */
  movedToCreditAt: Date | null
}

export type InvoicePayment = {
  id: string
  businessId: string
  externalId: string | null
  /** What a request asked for to have it made; there only while it is made. */
  asked?: CanonicalRequest | undefined
  customerId: string
  paidAt: Date
  method: InvoicePaymentMethod
  processor: string | null
  clearingAccountId: string
  amount: number
  /** What the processor kept. */
  fee: number
  /** In the order in which they were made, each of another invoice. */
  allocations: readonly InvoicePaymentAllocation[]
  /** What was refunded through it: of each invoice, and, by null, of the customer's credit. */
  refunded: readonly RefundedOfPayment[]
  /** The payout that it is a member of. */
  payoutId: string | null
  tags: readonly DocumentTag[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
  version: number
  importedAt: Date
  updatedAt: Date
}

/** `id` is that of the refund's part. */
export type RefundedOfPayment = { id: string; refundId: string; invoiceId: string | null; amount: number }

/** How a payment changes; null before it was made. What stays is the same object. */
export type InvoicePaymentChange = { before: InvoicePayment | null; after: InvoicePayment }

/** What no invoice has got: it became the customer's credit. */
export const restOf = ({ amount, allocations }: Pick<InvoicePayment, 'amount' | 'allocations'>): number =>
  sumOf([amount, ...allocations.map((allocation) => -allocation.amount)])

/** What was refunded through the payment. */
export const refundedOf = ({ refunded }: Pick<InvoicePayment, 'refunded'>): number =>
  sumOf(refunded.map(({ amount }) => amount))

/**
 * The fee that each allocation bears, and last the one of the rest: in proportion to their amounts, since each part of the
 * payment's entry balances under tags of its own.
 */
export const feesOf = (payment: Pick<InvoicePayment, 'amount' | 'fee' | 'allocations'>): number[] =>
  inProportion([...payment.allocations.map(({ amount }) => amount), restOf(payment)], payment.fee)

/** What the payment brought to its clearing account. Below zero where the fee is more than the payment. */
export const clearedBy = ({ amount, fee }: Pick<InvoicePayment, 'amount' | 'fee'>): number => amount - fee

/**
 * What the customer's credit gets by the payment: its rest, and what voided invoices have left; less all of it where it was
 * paid out of the credit.
 */
export const creditOfPayment = (payment: InvoicePayment): number =>
  sumOf([
    restOf(payment),
    ...payment.allocations.flatMap(({ amount, movedToCreditAt }) => (movedToCreditAt === null ? [] : [amount])),
    payment.method === 'CREDIT_BALANCE' ? -payment.amount : 0,
  ])

/** Stable name of the account that money waits on until the bank or a payout reports it (posting-rules.md, "Receivables"). */
export function clearingAccountOfMethod(
  method: InvoicePaymentMethod | 'STORE_CREDIT',
  processor: string | null,
): string {
  switch (method) {
    case 'CREDIT_CARD':
      return 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'
    case 'ACH':
      return processor === null ? 'UNDEPOSITED_FUNDS' : 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'
    case 'CASH':
      return 'CASH'
    case 'CREDIT_BALANCE':
    case 'STORE_CREDIT':
      return 'CUSTOMER_CREDITS'
    case 'CHECK':
    case 'OTHER':
      return 'UNDEPOSITED_FUNDS'
  }
}
