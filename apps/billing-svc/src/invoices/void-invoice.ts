import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { LedgerPrefetch, Source } from '@pacioli/postings'
import type { InvoiceAnswer, VoidInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument, type Deciding } from '../document-writes/create-document.ts'
import { lockDocument, inNextVersion } from '../document-writes/document-changes.ts'
import { nextVersionOf } from '../documents/document.ts'
import { requireDocument, type Update } from '../documents/document-kind.ts'
import { prefetchReposted } from '../receivables/prefetch-documents.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { amountsOf, standingPaid, type Invoice } from '../receivables/invoice.ts'
import { nextVersion } from '../receivables/next-version.ts'
import { prefetchReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { loadDependents, lockDependents } from '../receivables/documents-on-invoices.ts'
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
      const before = await lockDocument(deciding.tx, INVOICES, voiding.id)
      if (before.voidedAt !== null) return { after: before, sources: [] }
      requireVoidable(before, voiding)
      const now = billing.now()
      const writeOffs = before.writeOffs.map((one) =>
        one.deletedAt === null ? { ...one, updatedAt: now, deletedAt: now } : one,
      )
      const after = nextVersionOf(before, { voidedAt: now, paid: [], refunded: [], writeOffs }, now)
      return { after, sources: await record(deciding, { before, after }, now) }
    },
  })
}

/** Without payments only reversals are posted. */
async function prefetch(tx: Tx, asking: LedgerPrefetch, voiding: Voiding): Promise<void> {
  const invoice = await requireDocument(tx, INVOICES, voiding.id)
  if (invoice.voidedAt !== null || invoice.paid.length === 0) return
  requireVoidable(invoice, voiding)
  prefetchReceivableAccounts(asking)
  const { payments, refunds } = await loadDependents(tx, [invoice.id])
  await prefetchReposted(tx, asking, {
    payments: { documents: payments, fields: 'invoiceId' },
    refunds: { documents: refunds, fields: 'invoiceId' },
  })
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
      payment_ids: [...new Set(standingPaid(invoice).map(({ paymentId }) => paymentId))],
    },
  )
}

/** All of it at one instant: what was paid is credit since the invoice was voided. */
async function record(deciding: Deciding, invoice: Update<Invoice>, now: Date): Promise<Source[]> {
  const { tx, books } = deciding
  const { id } = invoice.after
  const { payments, refunds } = await lockDependents(tx, [id])
  const change = {
    invoices: [invoice],
    payments: payments.map((before) => inNextVersion(before, movedToCredit(before, id, now), now)),
    refunds: refunds.map((before) => ({
      before,
      after: nextVersion(before, takenOutOfCredit(before, new Set([id]), receivableAccounts(books)), now),
    })),
  }
  return recordReceivables(deciding, change, { isBehindFailed: true })
}

/** The payment's allocations to the invoice, and its refunds there, as the customer's credit. */
const movedToCredit = ({ allocations, refunded }: InvoicePayment, invoiceId: string, now: Date) => ({
  allocations: allocations.map((one) =>
    one.documentId === invoiceId && one.movedToCreditAt === null ? { ...one, movedToCreditAt: now } : one,
  ),
  refunded: refunded.map((part) =>
    part.invoiceId === invoiceId ? { ...part, invoiceId: null, voidedId: invoiceId } : part,
  ),
})
