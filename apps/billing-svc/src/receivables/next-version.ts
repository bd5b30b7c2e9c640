import { isDeepStrictEqual } from 'node:util'
import { inNextVersion } from '../document-writes/document-changes.ts'
import type { Update } from '../documents/document-kind.ts'
import type { InvoicePayment, ReturnMember } from './invoice-payment.ts'
import { clearedPartsOfRefundPayment } from './payout-member.ts'
import type { Refund, RefundMember } from './refund.ts'

/**
 * A new version of the refund, and of its payments that changed or whose lines on clearing accounts did: banking gets those
 * from the payments' events. The same object if nothing changed.
 */
export function nextVersion(before: Refund, after: Refund, now: Date): Refund {
  if (after === before) return before
  const known = new Map(before.payments.map((payment) => [payment.id, payment]))
  return {
    ...after,
    payments: after.payments.map((payment) => {
      const earlier = known.get(payment.id)
      if (earlier === undefined) return payment
      const isSame =
        earlier === payment &&
        (payment.deletedAt !== null ||
          isDeepStrictEqual(clearedPartsOfRefundPayment(before, earlier), clearedPartsOfRefundPayment(after, payment)))
      return isSame ? payment : { ...payment, version: earlier.version + 1, updatedAt: now }
    }),
    version: before.version + 1,
    updatedAt: now,
  }
}

/** These payments, and those of the returns, which are in the payout now, or in none. One payment may be both. */
export function paymentsWithPayout(
  { payments, paymentReturns }: { payments: readonly InvoicePayment[]; paymentReturns: readonly ReturnMember[] },
  payoutId: string | null,
  now: Date,
): Update<InvoicePayment>[] {
  const [paidOut, back] = [new Set(payments), new Set(paymentReturns.map((one) => one.back))]
  return [...new Set([...payments, ...paymentReturns.map(({ payment }) => payment)])].map((before) => {
    const returns = before.returns.map((one) =>
      back.has(one) ? { ...one, payoutId, version: one.version + 1, updatedAt: now } : one,
    )
    return inNextVersion(before, { returns, ...(paidOut.has(before) ? { payoutId } : {}) }, now)
  })
}

/** The refunds of these payments, which are in the payout now, or in none. */
export function refundsWithPayout(
  members: readonly RefundMember[],
  payoutId: string | null,
  now: Date,
): Update<Refund>[] {
  const paidOut = new Set(members.map(({ payment }) => payment))
  return [...new Set(members.map(({ refund }) => refund))].map((before) => {
    const payments = before.payments.map((payment) => (paidOut.has(payment) ? { ...payment, payoutId } : payment))
    return { before, after: nextVersion(before, { ...before, payments }, now) }
  })
}
