/** External ids of the payments and refunds of new invoices. */
import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { findTakenRefunds } from '../receivables/existing-refunds.ts'
import { externalIdsOf, refuseExisting, type Named } from '../requests/existing-external-ids.ts'
import type { RequestedInvoice } from './requested-invoice.ts'

const paymentsIn = (requested: readonly RequestedInvoice[]): Named[] => requested.flatMap(({ payments }) => payments)

const refundsIn = (requested: readonly RequestedInvoice[]): Named[] =>
  requested.flatMap(({ payments, lines, dedicatedRefunds }) => [
    ...payments.flatMap((payment) => payment.dedicatedRefunds),
    ...lines.flatMap((line) => line.dedicatedRefunds),
    ...dedicatedRefunds,
  ])

type Taken = { payments: ReadonlySet<string>; refunds: ReadonlySet<string> }

export async function findTakenNames(tx: Tx, requested: readonly RequestedInvoice[]): Promise<Taken> {
  const [payments, refunds] = await Promise.all([
    findIdsByExternalId(tx, 'invoice_payments', externalIdsOf(paymentsIn(requested))),
    findTakenRefunds(tx, refundsIn(requested)),
  ])
  return { payments: new Set(payments.keys()), refunds }
}

/**
 * Payments and refunds of a new invoice must be new: an external_id that exists belongs to another invoice.
 * @throws DuplicateExternalId, naming each
 */
export function refuseTakenNames(fresh: readonly RequestedInvoice[], taken: Taken): void {
  const problems = new Problems()
  refuseExisting(paymentsIn(fresh), taken.payments, 'invoice payment', problems)
  refuseExisting(refundsIn(fresh), taken.refunds, 'refund', problems)
  problems.throwIfAny()
}
