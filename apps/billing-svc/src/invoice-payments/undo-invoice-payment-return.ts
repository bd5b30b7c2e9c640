import { Problems } from '@pacioli/errors'
import { requireBusiness } from '@pacioli/ledger-facts'
import type { InvoicePaymentAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument } from '../document-writes/create-document.ts'
import { inNextVersion } from '../document-writes/document-changes.ts'
import { requireDocument } from '../documents/document-kind.ts'
import { findMatch, refuseMatched } from '../matches/document-match.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import { loadRecognizedOfInvoices } from '../receivables/invoice-payment.store.ts'
import { returnOf } from '../receivables/invoice-payment.ts'
import { recognizableInvoice } from '../receivables/invoice.postings.ts'
import { amountsOf, liveWriteOffs, standingPaid, type Invoice } from '../receivables/invoice.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { prefetchReposted } from '../receivables/prefetch-documents.ts'
import { prefetchReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { followedByInvoices, refuseInPayout, withoutReturn } from '../receivables/return-of-payment.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
import { idsOf } from '../documents/document.store.ts'
import { lockWithInvoices } from './lock-with-invoices.ts'

/**
 * Undoes the return of a payment, which counts again: its entries are reversed. Repeatable. Also possible behind a posting
 * that the ledger refused.
 * @throws InvoicePaymentNotFound, DocumentMatched for members of a payout, too, OverAllocated where its invoices were paid
 *   otherwise meanwhile, and what `alterDocument` throws; where the payment is posted anew, as what was prepaid is taken over
 *   after all, also AccountArchived, TagValueArchived
 */
export async function undoInvoicePaymentReturn(
  billing: Billing,
  request: BusinessWrite,
  paymentId: string,
): Promise<InvoicePaymentAnswer> {
  const id = paymentId.toLowerCase()
  await requireBusiness(billing, request)
  const seen = await billing.db.transact(request, async (tx) =>
    returnOf(await requireDocument(tx, INVOICE_PAYMENTS, id)),
  )
  if (seen !== null) refuseMatched(await findMatch(billing, request, seen.id), 'undone')
  return alterDocument(billing, request, {
    kind: INVOICE_PAYMENTS,
    prefetch: async (tx, asking) => {
      const payment = await requireDocument(tx, INVOICE_PAYMENTS, id)
      if (returnOf(payment) === null) return
      prefetchReceivableAccounts(asking)
      const invoices = await loadInvoices(
        tx,
        payment.allocations.map(({ documentId }) => documentId),
      )
      await prefetchInvoices(tx, asking, invoices, () => 'paymentId')
      await prefetchReposted(tx, asking, { payments: { documents: [payment], fields: 'paymentId' } })
    },
    alter: async (deciding) => {
      const { tx, books } = deciding
      const { invoices, payment: before } = await lockWithInvoices(tx, id)
      const back = returnOf(before)
      if (back === null) return { after: before, sources: [] }
      refuseInPayout(back)
      const now = billing.now()
      const recognized = await loadRecognizedOfInvoices(tx, idsOf(invoices))
      const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
      const recognitionOf = (invoiceId: string) => {
        const invoice = byId.get(invoiceId)
        if (!invoice) return undefined
        const recognizable = recognizableInvoice(invoice, receivableAccounts(books))
        return { ...recognizable, before: recognized.get(invoiceId) ?? [] }
      }
      const standing = before.allocations.map((one) => ({ ...one, returnedAmount: 0 }))
      const paid = followedByInvoices(invoices, { allocations: standing }, now)
      requireOutstanding(
        paid.map(({ after }) => after),
        id,
      )
      const payment = inNextVersion(before, withoutReturn(before, recognitionOf, now), now)
      const change = { invoices: paid, payments: [payment] }
      return { after: payment.after, sources: await recordReceivables(deciding, change, { isBehindFailed: true }) }
    },
  })
}

/** What is paid of them is there to be paid. @throws OverAllocated, naming each that was settled otherwise, or changed */
function requireOutstanding(invoices: readonly Invoice[], paymentId: string): void {
  const problems = new Problems()
  for (const invoice of invoices) {
    const { outstandingBalance, totalAmount } = amountsOf(invoice)
    if (outstandingBalance < 0)
      problems.add(
        'OverAllocated',
        `With this payment, ${-outstandingBalance} more than the total ${totalAmount} of the invoice ${invoice.id} would be settled. Take its other payments or write-offs back first, or correct what it comes to.`,
        {
          field: 'paymentId',
          value: paymentId,
          invoice_id: invoice.id,
          payment_ids: standingPaid(invoice).flatMap((part) => (part.paymentId === paymentId ? [] : part.paymentId)),
          write_off_ids: idsOf(liveWriteOffs(invoice)),
        },
      )
  }
  problems.throwIfAny()
}
