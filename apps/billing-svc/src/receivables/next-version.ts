import { isDeepStrictEqual } from 'node:util'
import { clearedPartsOfRefundPayment } from './payout-member.ts'
import type { Refund } from './refund.ts'

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
