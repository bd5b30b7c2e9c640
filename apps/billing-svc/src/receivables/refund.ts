/**
 * Refunds: what customers get back. Allocations issue it, each hanging on an invoice, a line item of it, a payment, or the
 * customer alone; refund payments pay it out. Pure.
 */
import type { CanonicalRequest } from '@pacioli/fields'
import { refused } from '@pacioli/errors'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag, TagRef } from '../tags/tags.ts'

export const REFUND_METHODS = ['CASH', 'CHECK', 'CREDIT_CARD', 'ACH', 'STORE_CREDIT', 'OTHER'] as const
export type RefundMethod = (typeof REFUND_METHODS)[number]

/** What a refund takes back of one thing. */
export type RefundShare = {
  /** The key of the invoice's component, or what else it is taken out of: see `refund-part.ts`. */
  component: string
  /** The refund line item that asks for it. */
  lineItemId: string | null
  accountId: string
  /** Where it is taken back from until the invoice is sent, if its line has such an account. */
  prepaymentAccountId: string | null
  amount: number
  tags: readonly TagRef[]
}

/** What of an allocation is on one invoice, or, where there is none, the customer's. */
export type RefundPart = {
  id: string
  invoiceId: string | null
  /** When the invoice in question was sent. */
  invoiceSentAt: Date | null
  paymentId: string | null
  amount: number
  /** They sum to the amount. */
  shares: readonly RefundShare[]
  /** What its lines in the journal carry: the invoice's tags first, then the allocation's, then the refund's. */
  postedTags: readonly TagRef[]
  /** Taken out of the customer's credit: of a payment's rest, or since its invoice was voided. */
  isOfCredit: boolean
}

export type RefundLineItem = {
  id: string
  externalId: string | null
  amount: number
  /** Null for what it hangs on, pro rata. */
  accountId: string | null
  prepaymentAccountId: string | null
  tags: readonly DocumentTag[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
}

export type RefundAllocation = {
  id: string
  externalId: string | null
  totalAmount: number
  /** They sum to the total, or there are none. */
  lineItems: readonly RefundLineItem[]
  /** What it hangs on: nothing but the customer where all three are null. */
  invoiceId: string | null
  invoiceLineItemId: string | null
  invoicePaymentId: string | null
  /** They sum to the total. */
  parts: readonly RefundPart[]
  tags: readonly DocumentTag[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
}

/** A fee of a payment that the processor gave back; `accountId` is where it had been expensed to. */
export type RefundedPaymentFee = { accountId: string; feeAmount: number; description: string | null }

/** What of the refund's shares a refund payment pays out, in the cash books. */
export type PaidShare = RefundShare & { partId: string }

export type RefundPayment = {
  id: string
  externalId: string | null
  refundId: string
  refundedAmount: number
  /** What the processor charged; null where nothing was said of it. */
  fee: number | null
  completedAt: Date
  method: RefundMethod
  processor: string | null
  clearingAccountId: string
  refundedPaymentFees: readonly RefundedPaymentFee[]
  /** They sum to the refunded amount. */
  shares: readonly PaidShare[]
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
  /** Taken out of the refund by an update. */
  deletedAt: Date | null
}

export type Refund = {
  id: string
  businessId: string
  externalId: string | null
  /** What a request asked for to have it made; there only while it is made. */
  asked?: CanonicalRequest | undefined
  customerId: string
  completedAt: Date | null
  allocations: readonly RefundAllocation[]
  /** Also those that an update took out, in the order in which they were made. */
  payments: readonly RefundPayment[]
  tags: readonly DocumentTag[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
  version: number
  importedAt: Date
  updatedAt: Date
}

/** How a refund changes; null before it was made. What stays is the same object. */
export type RefundChange = { before: Refund | null; after: Refund }

/** Those that were not taken out. */
export const livePayments = ({ payments }: Pick<Refund, 'payments'>): RefundPayment[] =>
  payments.filter(({ deletedAt }) => deletedAt === null)

/** When it counts: when it was completed, else when it was made. */
export const issuedAtOf = ({ completedAt, importedAt }: Pick<Refund, 'completedAt' | 'importedAt'>): Date =>
  completedAt ?? importedAt

export const totalOf = ({ allocations }: Pick<Refund, 'allocations'>): number =>
  sumOf(allocations.map(({ totalAmount }) => totalAmount))

export const paidOutOf = (refund: Pick<Refund, 'payments'>): number =>
  sumOf(livePayments(refund).map(({ refundedAmount }) => refundedAmount))

/** What a refund payment takes out of its clearing account. */
export const clearedByRefund = ({
  refundedAmount,
  fee,
  refundedPaymentFees,
}: Pick<RefundPayment, 'refundedAmount' | 'fee' | 'refundedPaymentFees'>): number =>
  sumOf([refundedAmount, fee ?? 0, ...refundedPaymentFees.map(({ feeAmount }) => -feeAmount)])

/** What the customer's credit gets by the refund: what is paid out as store credit, less what is taken out of the credit. */
export const creditOfRefund = (refund: Refund): number =>
  sumOf([
    ...livePayments(refund).map((payment) => (payment.method === 'STORE_CREDIT' ? clearedByRefund(payment) : 0)),
    ...refund.allocations.flatMap(({ parts }) => parts.map(({ isOfCredit, amount }) => (isOfCredit ? -amount : 0))),
  ])

export const refundNotFound = (value: string) =>
  refused('RefundNotFound', `The business has no refund ${value}.`, { field: 'refundId', value })
