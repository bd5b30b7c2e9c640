/** What refund payments take back in the cash books: what their refund has issued, pro rata (posting-rules.md). Pure. */
import { isDeepStrictEqual } from 'node:util'
import { refused } from '@pacioli/errors'
import { sharesOf } from '../rounding/pro-rata.ts'
import { sumOf } from '../rounding/sum.ts'
import { livePayments, paidOutOf, totalOf, type PaidShare, type Refund, type RefundPayment } from './refund.ts'

/** Each payment is told with its share of every line and tax. */
const MAX_SHARES = 100_000

/**
 * The refund with what each of its payments takes back: all of them, in the order in which they were made, of what is issued
 * now. Payments that take back the same stay the same objects.
 * @throws OverRefunded, TooManyAllocations
 */
export function paidOutAnew(refund: Refund, field = 'payments'): Refund {
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
  let cumulative = 0
  let before = issued.map(() => 0)
  const shares = new Map<string, PaidShare[]>()
  for (const { id, refundedAmount } of live) {
    cumulative = sumOf([cumulative, refundedAmount])
    const targets = sharesOf(
      issued.map(({ amount }) => amount),
      total,
      cumulative,
    )
    shares.set(id, sharesBetween(issued, before, targets))
    before = targets
  }
  const payments = refund.payments.map((payment): RefundPayment => {
    const taken = shares.get(payment.id)
    return taken === undefined || isDeepStrictEqual(taken, payment.shares) ? payment : { ...payment, shares: taken }
  })
  return payments.every((payment, index) => payment === refund.payments[index]) ? refund : { ...refund, payments }
}

const sharesBetween = (
  issued: readonly PaidShare[],
  before: readonly number[],
  after: readonly number[],
): PaidShare[] =>
  issued
    .map((share, index) => ({ ...share, amount: (after[index] ?? 0) - (before[index] ?? 0) }))
    .filter(({ amount }) => amount !== 0)
