import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { LedgerPrefetch, Books, Source } from '@pacioli/postings'
import type { InvoiceAnswer, VoidInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument, type Deciding } from '../document-writes/create-document.ts'
import { notFound, requireDocument } from '../documents/document-kind.ts'
import { prefetchPayments, prefetchPayoutsOf, prefetchRefunds } from '../receivables/prefetch-documents.ts'
import {
  findPaymentsOnInvoices,
  loadInvoicePayments,
  lockInvoicePayments,
} from '../receivables/invoice-payment.store.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { amountsOf, type Invoice } from '../receivables/invoice.ts'
import { nextVersion } from '../receivables/next-version.ts'
import { prefetchReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { findRefundsOnInvoices, loadRefunds, lockRefunds } from '../receivables/refund.store.ts'
import type { Refund } from '../receivables/refund.ts'
import { takenOutOfCredit } from '../receivables/retag-refund.ts'

type Voiding = { id: string; movesPayments: boolean }

/**
 * Voids an invoice: its entry is reversed line by line as it was posted, and write-offs are undone. Payments become the
 * customer's credit if the request says so, and refunds are taken out of that. Repeatable. Also possible behind a posting
 * that the ledger refused.
 * @throws InvoiceNotFound, InvoiceHasPayments, and what `alterDocument` throws; where payments are moved also
 *   AccountArchived, TagValueArchived
 */
export function voidInvoice(
  billing: Billing,
  request: BusinessWrite,
  { invoice_id, move_payments_to_credit }: VoidInvoiceRequest__Output,
): Promise<InvoiceAnswer> {
  const voiding = { id: invoice_id.toLowerCase(), movesPayments: move_payments_to_credit ?? false }
  return alterDocument(billing, request, {
    kind: INVOICES,
    prefetch: (tx, asking) => prefetch(tx, asking, voiding),
    alter: async (deciding) => {
      const { tx } = deciding
      const [before] = await INVOICES.lock(tx, [voiding.id])
      if (!before) throw notFound(INVOICES, voiding.id)
      if (before.voidedAt !== null) return { after: before, sources: [] }
      requireVoidable(before, voiding)
      const now = billing.now()
      const after = voided(before, now)
      return { after, sources: await record(deciding, before, after, now) }
    },
  })
}

/** Without payments only reversals are posted. */
async function prefetch(tx: Tx, asking: LedgerPrefetch, voiding: Voiding): Promise<void> {
  const invoice = await requireDocument(tx, INVOICES, voiding.id)
  if (invoice.voidedAt !== null || invoice.paid.length === 0) return
  requireVoidable(invoice, voiding)
  prefetchReceivableAccounts(asking)
  const payments = await loadInvoicePayments(tx, await findPaymentsOnInvoices(tx, [invoice.id]))
  await prefetchPayments(tx, asking, payments, 'invoiceId')
  const refunds = await loadRefunds(tx, await findRefundsOnInvoices(tx, [invoice.id]))
  await prefetchRefunds(tx, asking, refunds, 'invoiceId')
  const fields = { ofPayment: 'invoiceId', ofRefund: 'invoiceId' }
  await prefetchPayoutsOf(tx, asking, { payments, refunds }, fields)
}

/** @throws InvoiceHasPayments */
function requireVoidable(invoice: Invoice, { movesPayments }: Voiding): void {
  const { paidAmount } = amountsOf(invoice)
  if (movesPayments || paidAmount === 0) return
  throw refused(
    'InvoiceHasPayments',
    `${paidAmount} was paid of the invoice. Say "move_payments_to_credit": true for that to become the customer's credit.`,
    {
      field: 'move_payments_to_credit',
      value: false,
      payment_ids: [...new Set(invoice.paid.map(({ paymentId }) => paymentId))],
    },
  )
}

/** All of it at one instant: what was paid is credit since the invoice was voided. */
async function record(deciding: Deciding, before: Invoice, after: Invoice, now: Date): Promise<Source[]> {
  const { tx, books } = deciding
  const ids = [before.id]
  const payments = await lockInvoicePayments(tx, await findPaymentsOnInvoices(tx, ids))
  const refunds = await lockRefunds(tx, await findRefundsOnInvoices(tx, ids))
  const change = {
    invoices: [{ before, after }],
    payments: payments.map((one) => ({ before: one, after: movedToCredit(one, before.id, now) })),
    refunds: refunds.map((one) => ({ before: one, after: withoutInvoice(one, before.id, books, now) })),
  }
  return recordReceivables(deciding, change, { isBehindFailed: true })
}

const voided = (invoice: Invoice, now: Date): Invoice => ({
  ...invoice,
  voidedAt: now,
  paid: [],
  refunded: [],
  writeOffs: invoice.writeOffs.map((one) =>
    one.deletedAt === null ? { ...one, updatedAt: now, deletedAt: now } : one,
  ),
  version: invoice.version + 1,
  updatedAt: now,
})

const movedToCredit = (payment: InvoicePayment, invoiceId: string, now: Date): InvoicePayment => ({
  ...payment,
  allocations: payment.allocations.map((one) =>
    one.documentId === invoiceId && one.movedToCreditAt === null ? { ...one, movedToCreditAt: now } : one,
  ),
  refunded: payment.refunded.map((part) => (part.invoiceId === invoiceId ? { ...part, invoiceId: null } : part)),
  version: payment.version + 1,
  updatedAt: now,
})

const withoutInvoice = (refund: Refund, invoiceId: string, books: Books, now: Date): Refund =>
  nextVersion(refund, takenOutOfCredit(refund, new Set([invoiceId]), receivableAccounts(books)), now)
