/** Amounts of payments and refund payments in a payout, by the tags of their entries. Pure. */
import { sumOf } from '../rounding/sum.ts'
import { mergedTags } from '../tags/tags.ts'
import { feesOf, restOf, type InvoicePayment, type PaymentReturn } from './invoice-payment.ts'
import { returnedParts } from './return-of-payment.ts'
import { paidOutByPart } from './refund.postings.ts'
import type { Refund, RefundPayment } from './refund.ts'
import type { ClearedPart, PayoutMember } from './payout.ts'

/** Each allocation less its fee under its tags, and the remainder less its fee under those of the payment. */
export function clearedPartsOfPayment(payment: InvoicePayment): ClearedPart[] {
  const fees = feesOf(payment)
  return [
    ...payment.allocations.map(({ amount, postedTags }) => ({ amount, tags: postedTags })),
    { amount: restOf(payment), tags: mergedTags(payment.tags) },
  ]
    .map(({ amount, tags }, index) => ({ amount: amount - (fees[index] ?? 0), tags }))
    .filter(({ amount }) => amount !== 0)
}

/** Amounts of the return of a payment, below zero: what came back and the fee for it, under the tags of its entry. */
export const clearedPartsOfReturn = (payment: InvoicePayment): ClearedPart[] =>
  returnedParts(payment).map(({ amount, fee, tags }) => ({ amount: 0 - amount - fee, tags }))

/**
 * Amounts of a refund payment, below zero: for each part of its refund the amount paid out, plus its share of the fee, less
 * its shares of refunded fees, under the tags of the part and of the payment.
 */
export const clearedPartsOfRefundPayment = (refund: Refund, payment: RefundPayment): ClearedPart[] =>
  paidOutByPart(payment, refund)
    .map(({ part, amount, fee, refundedFees }) => ({
      amount: sumOf([-amount, -fee, ...refundedFees]),
      tags: mergedTags(part.postedTags, payment.tags),
    }))
    .filter(({ amount }) => amount !== 0)

export const memberOfPayment = (payment: InvoicePayment): PayoutMember => ({
  kind: 'payment',
  id: payment.id,
  externalId: payment.externalId,
  clearingAccountId: payment.clearingAccountId,
  parts: clearedPartsOfPayment(payment),
})

/** @param back the return of the payment that stands */
export const memberOfReturn = (payment: InvoicePayment, back: PaymentReturn): PayoutMember => ({
  kind: 'payment_return',
  id: back.id,
  externalId: back.externalId,
  clearingAccountId: payment.clearingAccountId,
  parts: clearedPartsOfReturn(payment),
})

export const memberOfRefundPayment = (refund: Refund, payment: RefundPayment): PayoutMember => ({
  kind: 'refund_payment',
  id: payment.id,
  externalId: payment.externalId,
  clearingAccountId: payment.clearingAccountId,
  parts: clearedPartsOfRefundPayment(refund, payment),
})
