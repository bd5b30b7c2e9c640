/** Locks the invoices and payments that a refund takes from. */
import type { Tx } from '@pacioli/db'
import { RetryDecision } from '@pacioli/postings'
import { lockInvoicePayments } from './invoice-payment.store.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { lockInvoices } from './invoice.store.ts'
import { inNextVersion } from '../document-writes/document-changes.ts'
import type { Update } from '../documents/document-kind.ts'
import type { Invoice } from './invoice.ts'
import { requireAllocationCapacity } from './refund-allocations.ts'
import type { RefundTarget, Refundable } from './refund-sources.ts'

type LockedTargets = { invoices: ReadonlyMap<string, Invoice>; payments: ReadonlyMap<string, InvoicePayment> }

/**
 * Invoices before payments, as everywhere.
 * @throws RetryDecision where one of them has changed since it was read
 */
export async function lockTargets(
  tx: Tx,
  { invoiceIds, paymentIds }: { invoiceIds: Iterable<string>; paymentIds: Iterable<string> },
): Promise<LockedTargets> {
  const lockedInvoices = await lockInvoices(tx, [...new Set(invoiceIds)])
  const lockedPayments = await lockInvoicePayments(tx, [...new Set(paymentIds)])
  const invoices = new Map(lockedInvoices.map((invoice) => [invoice.id, invoice]))
  const payments = new Map(lockedPayments.map((payment) => [payment.id, payment]))
  for (const { allocations } of payments.values())
    for (const { documentId: invoiceId } of allocations) if (!invoices.has(invoiceId)) throw new RetryDecision()
  return { invoices, payments }
}

/**
 * Targets were read before they were locked.
 * @throws RetryDecision where an invoice was voided meanwhile, a line item taken away or a payment deleted; the retry refuses
 *   that
 */
export function requireStanding(targets: readonly RefundTarget[], { invoices, payments }: LockedTargets): void {
  const isGone = ({ invoiceId, invoiceLineItemId, invoicePaymentId }: RefundTarget): boolean => {
    if ((payments.get(invoicePaymentId ?? '')?.deletedAt ?? null) !== null) return true
    const invoice = invoices.get(invoiceId ?? '')
    if (!invoice) return false
    const hasLine = invoiceLineItemId === null || invoice.lineItems.some(({ id }) => id === invoiceLineItemId)
    return invoice.voidedAt !== null || !hasLine
  }
  if (targets.some(isGone)) throw new RetryDecision()
}

/** A copy that `issue` may update. */
export const refundableOf = ({ invoices, payments }: LockedTargets): Refundable => ({
  invoices: new Map(invoices),
  payments: new Map(payments),
})

/**
 * Changes of the invoices and payments; unchanged objects are left out.
 * @throws TooManyAllocations
 */
export function updatesOf(
  locked: LockedTargets,
  after: Refundable,
  now: Date,
): { invoices: Update<Invoice>[]; payments: Update<InvoicePayment>[] } {
  const changed = <Document extends { version: number; updatedAt: Date }>(
    before: ReadonlyMap<string, Document>,
    became: ReadonlyMap<string, Document>,
  ) =>
    [...before].flatMap(([id, one]) => {
      const other = became.get(id) ?? one
      return other === one ? [] : [inNextVersion(one, other, now)]
    })
  const invoices = changed(locked.invoices, after.invoices)
  for (const one of invoices) requireAllocationCapacity(one.after, 'allocations')
  return { invoices, payments: changed(locked.payments, after.payments) }
}
