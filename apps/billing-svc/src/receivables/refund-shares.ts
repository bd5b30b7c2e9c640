/**
 * Shares of refund payments in the cash books: what their refund has issued, pro rata (docs/POSTING-RULES.md, "Refunds").
 * Pure.
 */
import { isDeepStrictEqual } from 'node:util'
import { refused } from '@pacioli/errors'
import { sharesOf } from '../rounding/pro-rata.ts'
import { sumOf } from '../rounding/sum.ts'
import { livePayments, paidOutOf, totalOf, type PaidShare, type Refund, type RefundPayment } from './refund.ts'

/** The most shares of a refund's payments: each has one of every line and tax. */
const MAX_SHARES = 100_000

/**
 * The refund with the shares of all its payments, in the order of creation, of what is issued now. Payments with equal
 * shares stay the same objects.
 * @throws OverRefunded, TooManyAllocations
 */
export function withPaidShares(refund: Refund, field = 'payments'): Refund {
  const total = totalOf(refund)
  const paidOut = paidOutOf(refund)
  if (paidOut > total)
    throw refused('OverRefunded', `${paidOut} would be paid out; ${total} is refunded.`, {
      field,
      value: paidOut,
      total_amount: total,
    })
  const issued = refund.allocations.flatMap(({ parts }) =>
    parts.flatMap((part) => part.shares.map((share): PaidShare => ({ ...share, partId: part.id }))),
  )
  const live = livePayments(refund)
  if (live.length * issued.length > MAX_SHARES)
    throw refused(
      'TooManyAllocations',
      `${live.length} payments of a refund with ${issued.length} shares of lines and taxes are too many: together at most ${MAX_SHARES}.`,
      { field, value: live.length },
    )
  const amounts = issued.map(({ amount }) => amount)
  let [cumulative, before] = [0, amounts.map(() => 0)]
  const shares = new Map<string, PaidShare[]>()
  for (const { id, refundedAmount } of live) {
    cumulative = sumOf([cumulative, refundedAmount])
    const after = sharesOf(amounts, total, cumulative)
    const paid = issued
      .map((share, index) => ({ ...share, amount: (after[index] ?? 0) - (before[index] ?? 0) }))
      .filter(({ amount }) => amount !== 0)
    shares.set(id, paid)
    before = after
  }
  const payments = refund.payments.map((payment): RefundPayment => {
    const taken = shares.get(payment.id)
    return taken === undefined || isDeepStrictEqual(taken, payment.shares) ? payment : { ...payment, shares: taken }
  })
  return payments.every((payment, index) => payment === refund.payments[index]) ? refund : { ...refund, payments }
}
