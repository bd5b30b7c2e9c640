/**
 * Refunds: what customers get back. Allocations issue it, each for an invoice, a line item of it, a payment, or the customer
 * alone; refund payments pay it out. Pure.
 */
import { liveOf, type DocumentHead } from '../documents/document.ts'
import type { Remarks } from '../requests/remarks.ts'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag, TagRef } from '../tags/tags.ts'

export const REFUND_METHODS = ['CASH', 'CHECK', 'CREDIT_CARD', 'ACH', 'STORE_CREDIT', 'OTHER'] as const
export type RefundMethod = (typeof REFUND_METHODS)[number]

/** What an allocation that names only the customer takes from, if it says so. */
export const REFUND_SOURCES = ['CREDIT_BALANCE'] as const
export type RefundSourceName = (typeof REFUND_SOURCES)[number]

/** A share that a refund takes back from one component. */
export type RefundShare = {
  /** The key of the invoice's component, or of another one: see `refund-portion.ts`. */
  component: string
  /** The refund line item that it comes from. */
  lineItemId: string | null
  accountId: string
  /** The prepayment account that it is taken from until the invoice is sent, if its line has one. */
  prepaymentAccountId: string | null
  amount: number
  tags: readonly TagRef[]
}

/** The part of an allocation on one invoice, or, without one, of the customer. */
export type RefundPart = {
  id: string
  invoiceId: string | null
  /** When its invoice was sent. */
  invoiceSentAt: Date | null
  paymentId: string | null
  amount: number
  /** They sum to the amount. */
  shares: readonly RefundShare[]
  /** Tags of its journal lines: the invoice's first, then the allocation's, then the refund's. */
  postedTags: readonly TagRef[]
  /** Taken from the customer's credit: a payment's remainder, or an allocation of a voided invoice. */
  isOfCredit: boolean
}

export type RefundLineItem = Remarks & {
  id: string
  externalId: string | null
  amount: number
  /** Null to take from the target, pro rata. */
  accountId: string | null
  prepaymentAccountId: string | null
  tags: readonly DocumentTag[]
}

export type RefundAllocation = Remarks & {
  id: string
  externalId: string | null
  totalAmount: number
  /** They sum to the total, or there are none. */
  lineItems: readonly RefundLineItem[]
  /** Its target: only the customer where all three are null. */
  invoiceId: string | null
  invoiceLineItemId: string | null
  invoicePaymentId: string | null
  /** Of one to the customer alone: their credit; null for goodwill. */
  source: RefundSourceName | null
  /** They sum to the total. */
  parts: readonly RefundPart[]
  tags: readonly DocumentTag[]
}

/** A payment fee that the processor refunded; `accountId` is the account it was expensed to. */
export type RefundedPaymentFee = { accountId: string; feeAmount: number; description: string | null }

/** The part of the refund's shares that a refund payment pays out, in the cash books. */
export type PaidShare = RefundShare & { partId: string }

export type RefundPayment = Remarks & {
  id: string
  externalId: string | null
  refundId: string
  refundedAmount: number
  /** The processor's fee; null if not stated. */
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
  version: number
  importedAt: Date
  updatedAt: Date
  /** When an update deleted it. */
  deletedAt: Date | null
}

export type Refund = DocumentHead & {
  contactId: string
  completedAt: Date | null
  allocations: readonly RefundAllocation[]
  /** Includes deleted ones, in the order of creation. */
  payments: readonly RefundPayment[]
  importedAt: Date
}

/** A refund payment with its refund. */
export type RefundMember = { refund: Refund; payment: RefundPayment }

/** Live payments. */
export const livePayments = ({ payments }: Pick<Refund, 'payments'>): RefundPayment[] => liveOf(payments)

/** The effective time: when it was completed, else created. */
export const issuedAtOf = ({ completedAt, importedAt }: Pick<Refund, 'completedAt' | 'importedAt'>): Date =>
  completedAt ?? importedAt

export const totalOf = ({ allocations }: Pick<Refund, 'allocations'>): number =>
  sumOf(allocations.map(({ totalAmount }) => totalAmount))

export const paidOutOf = (refund: Pick<Refund, 'payments'>): number =>
  sumOf(livePayments(refund).map(({ refundedAmount }) => refundedAmount))

/** The amount that a refund payment takes from its clearing account. */
export const clearedByRefund = ({
  refundedAmount,
  fee,
  refundedPaymentFees,
}: Pick<RefundPayment, 'refundedAmount' | 'fee' | 'refundedPaymentFees'>): number =>
  sumOf([refundedAmount, fee ?? 0, ...refundedPaymentFees.map(({ feeAmount }) => -feeAmount)])

/** What the refund adds to the customer's credit, by its entries: store credit paid out, less what is taken from the credit. */
export const creditOfRefund = (refund: Refund): { event: string; at: Date; amount: number }[] => {
  const parts = refund.allocations.flatMap((allocation) => allocation.parts).filter(({ isOfCredit }) => isOfCredit)
  const stored = livePayments(refund).filter(({ method }) => method === 'STORE_CREDIT')
  return [
    { event: 'issued', at: issuedAtOf(refund), amount: 0 - sumOf(parts.map(({ amount }) => amount)) },
    ...stored.map((payment) => ({
      event: `refunded:${payment.id}`,
      at: payment.completedAt,
      amount: clearedByRefund(payment),
    })),
  ]
}
