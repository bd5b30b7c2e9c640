import { isDeepStrictEqual } from 'node:util'
import type { Update } from '../documents/document-kind.ts'
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
