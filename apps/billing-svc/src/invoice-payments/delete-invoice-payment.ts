import { refused } from '@pacioli/errors'
import { requireBusiness } from '@pacioli/ledger-facts'
import type { InvoicePaymentAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument } from '../document-writes/create-document.ts'
import { inNextVersion } from '../document-writes/document-changes.ts'
import { requireDocument } from '../documents/document-kind.ts'
import { findMatch, refuseMatched } from '../matches/document-match.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import { returnOf, type InvoicePayment } from '../receivables/invoice-payment.ts'
import { amountsOf, type Invoice } from '../receivables/invoice.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { withSpenders } from './credit-spenders.ts'
import { lockWithInvoices } from './lock-with-invoices.ts'

/**
 * Deletes a payment that never was: reverses its entries, and its invoices are owed again. Repeatable. Also possible behind
 * a posting that the ledger refused.
 * @throws InvoicePaymentNotFound, PaymentHasRefunds, PaymentReturned, DocumentMatched for members of a payout, too, OverAllocated where the
 *   credit that it left is spent, naming what spent it, and what `alterDocument` throws
 */
export async function deleteInvoicePayment(
  billing: Billing,
  request: BusinessWrite,
  paymentId: string,
): Promise<InvoicePaymentAnswer> {
  const id = paymentId.toLowerCase()
  await requireBusiness(billing, request)
  const seen = await billing.db.transact(request, (tx) => requireDocument(tx, INVOICE_PAYMENTS, id))
  if (seen.deletedAt === null) refuseMatched(await findMatch(billing, request, id), 'deleted')
  return alterDocument(billing, request, {
    kind: INVOICE_PAYMENTS,
    alter: async (deciding) => {
      const { tx } = deciding
      const { invoices, payment: before } = await lockWithInvoices(tx, id)
      if (before.deletedAt !== null) return { after: before, sources: [] }
      const now = billing.now()
      const unpaid = invoices.map((invoice) =>
        inNextVersion(invoice, { paid: invoice.paid.filter((part) => part.paymentId !== id) }, now),
      )
      requireDeletable(
        before,
        unpaid.map(({ after }) => after),
      )
      const allocations = before.allocations.map((one) =>
        one.movedToCreditAt === null ? { ...one, movedToCreditAt: now } : one,
      )
      const payment = inNextVersion(before, { allocations, deletedAt: now }, now)
      const recording = recordReceivables(
        deciding,
        { invoices: unpaid, payments: [payment] },
        { isBehindFailed: true, creditFieldOf: () => 'paymentId' },
      )
      const sources = await recording.catch(async (error: unknown) => {
        throw await withSpenders(tx, before, error)
      })
      return { after: payment.after, sources }
    },
  })
}

/** @throws PaymentHasRefunds, PaymentReturned, DocumentMatched */
function requireDeletable(payment: InvoicePayment, invoices: readonly Invoice[]): void {
  const { id, refunded, payoutId } = payment
  const over = invoices.filter((invoice) => amountsOf(invoice).refundedAmount > amountsOf(invoice).paidAmount)
  const refunds = new Set([...refunded, ...over.flatMap((invoice) => invoice.refunded)].map(({ refundId }) => refundId))
  if (refunds.size > 0)
    throw refused(
      'PaymentHasRefunds',
      `What was paid by the payment ${id} is refunded. Take these refunds back first: ${[...refunds].join(', ')}.`,
      { field: 'paymentId', value: id, refund_ids: [...refunds] },
    )
  const back = returnOf(payment)
  if (back !== null)
    throw refused(
      'PaymentReturned',
      `The payment ${id} was returned at ${back.returnedAt.toISOString()}. Undo its return first.`,
      { field: 'paymentId', value: id, return_id: back.id },
    )
  if (payoutId !== null)
    throw refused(
      'DocumentMatched',
      `The payment ${id} is a member of the payout ${payoutId}, which has reported it, and cannot be deleted.`,
      { field: 'paymentId', value: id, payout_id: payoutId },
    )
}
