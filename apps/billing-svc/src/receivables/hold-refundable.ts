/** What a refund takes back of, held. */
import type { Tx } from '@pacioli/db'
import { AskAgain } from '@pacioli/postings'
import { lockInvoicePayments } from './invoice-payment.store.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { lockInvoices } from './invoice.store.ts'
import type { Invoice, InvoiceChange } from './invoice.ts'
import type { InvoicePaymentChange } from './invoice-payment.ts'
import { requireRoomForParts } from './issue-refund.ts'
import type { Hanging, Refundable } from './refund-places.ts'

export type HeldTargets = { invoices: ReadonlyMap<string, Invoice>; payments: ReadonlyMap<string, InvoicePayment> }

/**
 * Invoices before payments, as everywhere.
 * @throws AskAgain where one of them is another one by now than was read
 */
export async function holdTargets(
  tx: Tx,
  businessId: string,
  { invoiceIds, paymentIds }: { invoiceIds: Iterable<string>; paymentIds: Iterable<string> },
): Promise<HeldTargets> {
  const invoices = await lockInvoices(tx, businessId, [...new Set(invoiceIds)])
  const payments = await lockInvoicePayments(tx, businessId, [...new Set(paymentIds)])
  for (const { allocations } of payments.values())
    for (const { invoiceId } of allocations) if (!invoices.has(invoiceId)) throw new AskAgain()
  return { invoices, payments }
}

/** What is hung on was read before it was held. @throws AskAgain where it was voided in between: then it is refused as void */
export function requireStanding(hanging: readonly Hanging[], { invoices }: HeldTargets): void {
  for (const { invoiceId } of hanging) {
    const invoice = invoices.get(invoiceId ?? '')
    if (invoice && invoice.voidedAt !== null) throw new AskAgain()
  }
}

/** A copy that `issue` may take out of. */
export const refundableOf = ({ invoices, payments }: HeldTargets): Refundable => ({
  invoices: new Map(invoices),
  payments: new Map(payments),
})

/**
 * What has become of the invoices and payments; those that stay the same objects are left out.
 * @throws TooManyAllocations
 */
export function changesOf(
  held: HeldTargets,
  after: Refundable,
  now: Date,
): { invoices: InvoiceChange[]; payments: InvoicePaymentChange[] } {
  const changed = <Document extends { id: string; version: number; updatedAt: Date }>(
    before: ReadonlyMap<string, Document>,
    became: ReadonlyMap<string, Document>,
  ) =>
    [...before.values()].flatMap((one) => {
      const other = became.get(one.id) ?? one
      return other === one ? [] : [{ before: one, after: { ...other, version: one.version + 1, updatedAt: now } }]
    })
  const invoices = changed(held.invoices, after.invoices)
  for (const one of invoices) requireRoomForParts(one.after, 'allocations')
  return { invoices, payments: changed(held.payments, after.payments) }
}
