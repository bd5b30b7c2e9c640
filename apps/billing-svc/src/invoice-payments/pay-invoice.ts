import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { InvoicePaymentAnswer, PayInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { createDocument, findByExternalId } from '../document-writes/create-document.ts'
import { added, inNextVersion } from '../document-writes/document-changes.ts'
import { notFound } from '../documents/document-kind.ts'
import { findTakenExternalIds } from '../invoices/taken-external-ids.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { requireNotVoided } from '../receivables/invoice.ts'
import { prefetchReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { requestedDedicatedPayment, type RequestedDedicatedPayment } from '../receivables/requested-payment.ts'
import { readRequest } from '../requests/request-reader.ts'
import { prefetchDedicatedPayments, withDedicatedPayments } from '../receivables/dedicated-payments.ts'
import { lockWithRecognized, requireUnvoided, takenByAnotherInvoice } from '../receivables/invoice-of-request.ts'
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
  const dedicated = { field: '', payments: [requested], lines: [], dedicatedRefunds: [] }
  return createDocument(billing, request, {
    kind: INVOICE_PAYMENTS,
    findEarlier: (tx) => findEarlierOf(tx, id, requested),
    find: (tx) => requireUnvoided(tx, id),
    prefetch: async (tx, asking, invoice) => {
      prefetchReceivableAccounts(asking)
      prefetchDedicatedPayments(asking, dedicated)
      await prefetchInvoices(tx, asking, [invoice], () => 'invoiceId')
    },
    lock: async (deciding) => {
      const { tx } = deciding
      const [locked] = await lockWithRecognized(tx, [id])
      if (!locked) throw notFound(INVOICES, id)
      return async (facts) => {
        requireNotVoided(locked.invoice)
        // The payment's own external_id was looked up before.
        const refunds = [{ ...dedicated, payments: [{ ...requested, externalId: null }] }]
        const refuseTaken = await findTakenExternalIds(tx, refunds)
        refuseTaken(refunds)
        const made = withDedicatedPayments(locked, dedicated, facts, 'invoiceId')
        const [after] = made.payments
        if (!after) throw new Error(`the invoice ${id} cannot be paid, and there is no problem with it`)
        const change = {
          invoices: [inNextVersion(locked.invoice, made.document, facts.now)],
          payments: added(made.payments),
          refunds: added(made.refunds),
        }
        return { after, sources: await recordReceivables(deciding, change, { creditFieldOf: () => 'amount' }) }
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
  const { externalId: value } = requested
  throw await takenByAnotherInvoice(tx, invoiceId, `Another invoice was paid by the payment ${value}.`, { value })
}
