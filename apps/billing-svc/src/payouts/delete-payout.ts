import type { Tx } from '@pacioli/db'
import { requireBusiness } from '@pacioli/ledger-facts'
import type { PayoutAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument } from '../document-writes/create-document.ts'
import { inNextVersion, lockDocument } from '../document-writes/document-changes.ts'
import { requireDocument } from '../documents/document-kind.ts'
import { idsOf } from '../documents/document.store.ts'
import { findMatch, refuseMatched } from '../matches/document-match.ts'
import { findPaymentsOfReturns, lockInvoicePayments } from '../receivables/invoice-payment.store.ts'
import type { ReturnMember } from '../receivables/invoice-payment.ts'
import { PAYOUTS } from '../receivables/payout.kind.ts'
import { membersOfKind, type Payout } from '../receivables/payout.ts'
import { paymentsWithPayout, refundsWithPayout } from '../receivables/next-version.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { findRefundsOfPayments } from '../receivables/refund-payment.store.ts'
import { lockRefunds } from '../receivables/refund.store.ts'
import type { RefundMember } from '../receivables/refund.ts'

/**
 * Deletes a payout that never was: reverses its entry, and its members are free. Repeatable. Also possible behind a posting
 * that the ledger refused.
 * @throws PayoutNotFound, DocumentMatched, and what `alterDocument` throws
 */
export async function deletePayout(billing: Billing, request: BusinessWrite, payoutId: string): Promise<PayoutAnswer> {
  const id = payoutId.toLowerCase()
  await requireBusiness(billing, request)
  const seen = await billing.db.transact(request, (tx) => requireDocument(tx, PAYOUTS, id))
  if (seen.deletedAt === null) refuseMatched(await findMatch(billing, request, id), 'deleted')
  return alterDocument(billing, request, {
    kind: PAYOUTS,
    alter: async (deciding) => {
      const members = await lockMembers(deciding.tx, seen)
      const before = await lockDocument(deciding.tx, PAYOUTS, id)
      if (before.deletedAt !== null) return { after: before, sources: [] }
      const now = billing.now()
      const payout = inNextVersion(before, { deletedAt: now }, now)
      const sources = await recordReceivables(
        deciding,
        {
          payouts: [payout],
          payments: paymentsWithPayout(members, null, now),
          refunds: refundsWithPayout(members.refundPayments, null, now),
        },
        { isBehindFailed: true },
      )
      return { after: payout.after, sources }
    },
  })
}

/** Its members never change. */
async function lockMembers(tx: Tx, payout: Payout) {
  const paidIds = idsOf(membersOfKind(payout, 'payment'))
  const returnedIds = await findPaymentsOfReturns(tx, idsOf(membersOfKind(payout, 'payment_return')))
  const locked = await lockInvoicePayments(tx, [...new Set([...paidIds, ...returnedIds.values()])])
  const payments = locked.filter(({ payoutId }) => payoutId === payout.id)
  const paymentReturns = locked.flatMap((payment): ReturnMember[] =>
    payment.returns.flatMap((back) => (back.payoutId === payout.id ? [{ payment, back }] : [])),
  )
  const refundIds = await findRefundsOfPayments(tx, idsOf(membersOfKind(payout, 'refund_payment')))
  const refunds = await lockRefunds(tx, [...new Set(refundIds.values())])
  const refundPayments = refunds.flatMap((refund): RefundMember[] =>
    refund.payments.flatMap((payment) => (payment.payoutId === payout.id ? [{ refund, payment }] : [])),
  )
  return { payments, paymentReturns, refundPayments }
}
