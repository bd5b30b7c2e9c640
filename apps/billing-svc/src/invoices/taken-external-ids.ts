/** External ids of payments and refunds that are created with an invoice, or on it. */
import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { findRefundPaymentOwners } from '../receivables/refund-payment.store.ts'
import type { DedicatedPayments } from '../receivables/dedicated-payments.ts'
import { externalIdsOf, refuseExisting, type Named } from '../requests/existing-external-ids.ts'

const paymentsIn = (requested: readonly DedicatedPayments[]): Named[] => requested.flatMap(({ payments }) => payments)

const refundsIn = (requested: readonly DedicatedPayments[]): Named[] =>
  requested.flatMap((one) => [...one.payments, ...one.lines, one].flatMap(({ dedicatedRefunds }) => dedicatedRefunds))

/**
 * Finds those in use; a refund payment has the external_id of its refund. The returned function refuses them: an external_id
 * that exists belongs to another invoice. It throws DuplicateExternalId, naming each.
 */
export async function findTakenExternalIds(
  tx: Tx,
  requested: readonly DedicatedPayments[],
): Promise<(fresh: readonly DedicatedPayments[]) => void> {
  const ofRefunds = externalIdsOf(refundsIn(requested))
  const [payments, refunds, refundPayments] = await Promise.all([
    findIdsByExternalId(tx, 'invoice_payments', externalIdsOf(paymentsIn(requested))),
    findIdsByExternalId(tx, 'refunds', ofRefunds),
    findRefundPaymentOwners(tx, ofRefunds),
  ])
  return (fresh) => {
    const problems = new Problems()
    refuseExisting(paymentsIn(fresh), new Set(payments.keys()), 'invoice payment', problems)
    refuseExisting(refundsIn(fresh), new Set([...refunds.keys(), ...refundPayments.keys()]), 'refund', problems)
    problems.throwIfAny()
  }
}
