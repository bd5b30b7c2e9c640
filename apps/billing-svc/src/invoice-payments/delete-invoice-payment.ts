import type { Tx } from '@pacioli/db'
import { DomainError, refused } from '@pacioli/errors'
import { requireBusiness } from '@pacioli/ledger-facts'
import { RetryDecision } from '@pacioli/postings'
import type { InvoicePaymentAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument } from '../document-writes/create-document.ts'
import { inNextVersion, lockDocument } from '../document-writes/document-changes.ts'
import { requireDocument } from '../documents/document-kind.ts'
import { findMatch, refuseMatched } from '../matches/document-match.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { lockInvoices } from '../receivables/invoice.store.ts'
import { amountsOf, type Invoice } from '../receivables/invoice.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { findSpendersOfCredit } from './credit-spenders.store.ts'

/**
 * Deletes a payment that never was: reverses its entries, and its invoices are owed again. Repeatable. Also possible behind
 * a posting that the ledger refused.
 * @throws InvoicePaymentNotFound, PaymentHasRefunds, DocumentMatched for members of a payout, too, OverAllocated where the
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

/** With the invoices that it pays, which are locked first. @throws RetryDecision where it pays another one by then */
async function lockWithInvoices(tx: Tx, id: string): Promise<{ invoices: Invoice[]; payment: InvoicePayment }> {
  const seen = await requireDocument(tx, INVOICE_PAYMENTS, id)
  const paidBy = ({ allocations }: InvoicePayment): string[] =>
    allocations.flatMap(({ documentId, movedToCreditAt }) => (movedToCreditAt === null ? [documentId] : []))
  const invoices = await lockInvoices(tx, paidBy(seen))
  const payment = await lockDocument(tx, INVOICE_PAYMENTS, id)
  const paid = new Set(paidBy(payment))
  if ([...paid].some((one) => !invoices.some((invoice) => invoice.id === one))) throw new RetryDecision()
  return { invoices: invoices.filter((invoice) => paid.has(invoice.id)), payment }
}

/** @throws PaymentHasRefunds, DocumentMatched */
function requireDeletable({ id, refunded, payoutId }: InvoicePayment, invoices: readonly Invoice[]): void {
  const over = invoices.filter((invoice) => amountsOf(invoice).refundedAmount > amountsOf(invoice).paidAmount)
  const refunds = new Set([...refunded, ...over.flatMap((invoice) => invoice.refunded)].map(({ refundId }) => refundId))
  if (refunds.size > 0)
    throw refused(
      'PaymentHasRefunds',
      `What was paid by the payment ${id} is refunded. Take these refunds back first: ${[...refunds].join(', ')}.`,
      { field: 'paymentId', value: id, refund_ids: [...refunds] },
    )
  if (payoutId !== null)
    throw refused(
      'DocumentMatched',
      `The payment ${id} is a member of the payout ${payoutId}, which has reported it, and cannot be deleted.`,
      { field: 'paymentId', value: id, payout_id: payoutId },
    )
}

/** The refusal with the documents that spent the credit. */
async function withSpenders(tx: Tx, { id, contactId }: InvoicePayment, error: unknown): Promise<unknown> {
  if (!(error instanceof DomainError) || error.errorEnum !== 'OverAllocated') return error
  const spenders = await findSpendersOfCredit(tx, contactId)
  const named = spenders.map((one) => `${one.type.replace('_', ' ')} ${one.id}`).join(', ')
  return refused(
    'OverAllocated',
    `The credit that the payment ${id} left is spent: by ${named}. Take that back first.`,
    { ...error.problems[0].meta, field: 'paymentId', value: id, spent_by: spenders },
    { cause: error },
  )
}
