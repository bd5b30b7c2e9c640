import type { Tx } from '@pacioli/db'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import type { Books } from '@pacioli/postings'
import type { InvoicePaymentAnswer, PayInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { createDocument, findByExternalId } from '../document-writes/create-document.ts'
import { notFound, requireDocument } from '../documents/document-kind.ts'
import { NO_REMARKS } from '../invoices/new-invoice.ts'
import { canBePaid, pay, type LockedInvoice } from '../receivables/allocate-to-invoices.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { dedicatedRefund } from '../receivables/dedicated-refund.ts'
import { refuseTakenRefunds } from '../receivables/existing-refunds.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import { loadRecognisedOfInvoices } from '../receivables/invoice-payment.store.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { requireNotVoided, type Invoice } from '../receivables/invoice.ts'
import { prefetchPayment, newPayment } from '../receivables/new-payment.ts'
import { prefetchDedicatedRefund } from '../receivables/new-refund.ts'
import { prefetchReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { requireAllocationCapacity } from '../receivables/refund-allocations.ts'
import type { Refundable } from '../receivables/refund-sources.ts'
import type { Refund } from '../receivables/refund.ts'
import { requestedDedicatedPayment, type RequestedDedicatedPayment } from '../receivables/requested-payment.ts'
import { readRequest } from '../requests/request-reader.ts'
import { PAYMENT_FORMS } from './create-invoice-payment.ts'

/**
 * A payment of one invoice, optionally with refunds. More than is outstanding is refused. If the external_id exists, that
 * document is returned as it is.
 * @throws InvalidPayload, InvoiceNotFound, InvoiceVoided, OverAllocated, OverRefunded, TooManyAllocations, AccountNotFound,
 *   AccountArchived, ControlAccount, TagValueArchived, DuplicateTagDimension, DuplicateExternalId, PeriodClosed, and what
 *   `createDocument` throws
 */
export function payInvoice(
  billing: Billing,
  request: BusinessWrite,
  { invoice_id, payment }: PayInvoiceRequest__Output,
): Promise<InvoicePaymentAnswer> {
  if (!payment) throw refused('InvalidPayload', 'Expected the payment.', { field: 'amount' })
  const requested = readRequest(payment, (read) => requestedDedicatedPayment(read, billing.now()))
  const id = invoice_id.toLowerCase()
  return createDocument(billing, request, {
    kind: INVOICE_PAYMENTS,
    requested,
    findEarlier: (tx) => findEarlierOf(tx, id, requested),
    find: async (tx) => {
      const invoice = await requireDocument(tx, INVOICES, id)
      requireNotVoided(invoice)
      return invoice
    },
    prefetch: async (tx, asking, invoice) => {
      prefetchReceivableAccounts(asking)
      prefetchPayment(asking, requested)
      for (const refund of requested.dedicatedRefunds) prefetchDedicatedRefund(asking, refund)
      await prefetchInvoices(tx, asking, [invoice], () => 'invoiceId')
    },
    lock: async (deciding) => {
      const { tx, books } = deciding
      const [[before], recognised] = await Promise.all([INVOICES.lock(tx, [id]), loadRecognisedOfInvoices(tx, [id])])
      if (!before) throw notFound(INVOICES, id)
      return async () => {
        requireNotVoided(before)
        await requireNewRefunds(tx, requested)
        const now = billing.now()
        const made = paid({ invoice: before, recognised: recognised.get(id) ?? [] }, requested, { billing, books, now })
        const change = {
          invoices: [{ before, after: { ...made.invoice, version: before.version + 1, updatedAt: now } }],
          payments: [{ before: null, after: made.payment }],
          refunds: made.refunds.map((after) => ({ before: null, after })),
        }
        const sources = await recordReceivables(deciding, change, { creditFieldOf: () => 'amount' })
        return { made: made.payment, sources }
      }
    },
  })
}

/**
 * The payment of the invoice that has the external_id.
 * @throws DuplicateExternalId for a payment of another invoice; ExternalIdReused
 */
async function findEarlierOf(
  tx: Tx,
  invoiceId: string,
  requested: RequestedDedicatedPayment,
): Promise<InvoicePayment | undefined> {
  const earlier = await findByExternalId(tx, INVOICE_PAYMENTS, requested, PAYMENT_FORMS)
  if (!earlier || earlier.allocations.some(({ documentId }) => documentId === invoiceId)) return earlier
  await requireDocument(tx, INVOICES, invoiceId)
  throw refused('DuplicateExternalId', `Another invoice was paid by the payment ${requested.externalId}.`, {
    field: 'external_id',
    value: requested.externalId,
  })
}

/** @throws DuplicateExternalId, naming each */
async function requireNewRefunds(tx: Tx, { dedicatedRefunds }: RequestedDedicatedPayment) {
  const problems = new Problems()
  await refuseTakenRefunds(tx, dedicatedRefunds, problems)
  problems.throwIfAny()
}

/** @throws every problem at once */
function paid(
  locked: LockedInvoice,
  { dedicatedRefunds, ...requested }: RequestedDedicatedPayment,
  { billing, books, now }: { billing: Billing; books: Books; now: Date },
): { payment: InvoicePayment; invoice: Invoice; refunds: Refund[] } {
  const { businessId, contactId, id: invoiceId } = locked.invoice
  const problems = new Problems()
  const facts = { businessId, contactId, books, newId: billing.newId, now, accounts: receivableAccounts(books) }
  const bare = newPayment(requested, facts, problems)
  const part = { ...NO_REMARKS, field: '', invoiceField: 'invoiceId', amount: requested.amount, tags: [] }
  const isPayable = canBePaid(locked, contactId, part, problems)
  problems.throwIfAny()
  if (!isPayable) throw new Error(`the invoice ${invoiceId} cannot be paid, and there is no problem with it`)
  const { locked: after, payment } = pay(locked, bare, part, facts)
  const refundable: Refundable = {
    invoices: new Map([[invoiceId, after.invoice]]),
    payments: new Map([[payment.id, payment]]),
  }
  const on = { invoiceId, invoiceLineItemId: null, invoicePaymentId: payment.id }
  const refunds = dedicatedRefunds.flatMap((refund) => dedicatedRefund(refund, on, refundable, facts, problems) ?? [])
  const invoice = refundable.invoices.get(invoiceId) ?? after.invoice
  collectProblems(problems, () => requireAllocationCapacity(invoice, 'dedicated_refunds'))
  problems.throwIfAny()
  return { payment: refundable.payments.get(payment.id) ?? payment, invoice, refunds }
}
