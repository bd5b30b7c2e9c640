/** Payouts that change with their members: their deposits are posted with the members' tags. */
import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../documents/document-kind.ts'
import { nextVersionOf } from '../documents/document.ts'
import { changesOf, type KindChanges } from '../documents/record-documents.ts'
import { returnOf, type InvoicePayment } from './invoice-payment.ts'
import { memberOfPayment, memberOfRefundPayment, memberOfReturn } from './payout-member.ts'
import { PAYOUTS } from './payout.kind.ts'
import { lockPayouts } from './payout.store.ts'
import type { Payout, PayoutMember } from './payout.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { livePayments, type Refund } from './refund.ts'

type Members = { payments: readonly Change<InvoicePayment>[]; refunds: readonly Change<Refund>[] }

/**
 * Ids of the payouts of which a member changed its tags or name. Only members are compared: others may have been removed
 * from their refund and have no parts then.
 */
export function payoutsThatFollow({ payments, refunds }: Members): string[] {
  const ofPayments = payments.map(
    ({ before, after }) => before && follows(before.payoutId, memberOfPayment(before), memberOfPayment(after)),
  )
  const ofReturns = payments.flatMap(({ before, after }) => {
    const back = before && returnOf(before)
    return before && back && returnOf(after)?.id === back.id
      ? follows(back.payoutId, memberOfReturn(before, back), memberOfReturn(after, back))
      : []
  })
  const ofRefunds = refunds.flatMap(({ before, after }) => {
    if (before === null) return []
    const became = new Map(after.payments.map((payment) => [payment.id, payment]))
    return livePayments(before)
      .filter(({ payoutId }) => payoutId !== null)
      .map((payment) => {
        const other = became.get(payment.id)
        return (
          other &&
          follows(payment.payoutId, memberOfRefundPayment(before, payment), memberOfRefundPayment(after, other))
        )
      })
  })
  return [...new Set([...ofPayments, ...ofReturns, ...ofRefunds].filter((id) => typeof id === 'string'))]
}

const follows = (payoutId: string | null, before: PayoutMember, after: PayoutMember): string | null =>
  isDeepStrictEqual(before, after) ? null : payoutId

/**
 * A new version of each of these payouts. They are locked after their members are written, so that of two concurrent changes
 * the later sees the earlier.
 * @param known payouts that the request itself changes
 */
export function followingPayouts(
  members: Members,
  known: readonly Change<Payout>[],
  now: Date,
): KindChanges<ReceivableAccounts>[] {
  const changed = new Set(known.map(({ after }) => after.id))
  const ids = payoutsThatFollow(members).filter((id) => !changed.has(id))
  if (ids.length === 0) return []
  let changes = changesOf(PAYOUTS, [])
  const following: KindChanges<ReceivableAccounts> = {
    isLate: true,
    write: async (tx) => {
      const locked = await lockPayouts(tx, ids)
      changes = changesOf(
        PAYOUTS,
        locked.map((before) => ({ before, after: nextVersionOf(before, {}, now) })),
      )
      await changes.write(tx)
    },
    entries: (accounts) => changes.entries(accounts),
    events: (billing) => changes.events(billing),
  }
  return [following]
}
