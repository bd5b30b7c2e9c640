import type { Tx } from '@pacioli/db'
import { Problems, refused } from '@pacioli/errors'
import type { RefundAnswer, RefundInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { createDocument } from '../document-writes/create-document.ts'
import { added } from '../document-writes/document-changes.ts'
import { notFound } from '../documents/document-kind.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { requireNotVoided } from '../receivables/invoice.ts'
import { lockTargets, refundableOf, updatesOf } from '../receivables/lock-refundable.ts'
import { prefetchDedicatedRefund } from '../receivables/new-refund.ts'
import { prefetchReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { refuseTakenPayments } from '../receivables/build-refund-parts.ts'
import { findRefundPaymentOwners } from '../receivables/refund-payment.store.ts'
import { REFUNDS } from '../receivables/refund.kind.ts'
import type { Refund } from '../receivables/refund.ts'
import { requestedDedicatedRefund, type RequestedDedicatedRefund } from '../receivables/requested-refund.ts'
import { readRequest } from '../requests/request-reader.ts'
import { dedicatedRefund } from '../receivables/dedicated-payments.ts'
import { requireUnvoided, takenByAnotherInvoice } from '../receivables/invoice-of-request.ts'
import { findEarlierRefund } from './create-refund.ts'

/**
 * A refund of one invoice, paid out at once where it names a method. Its amount is the sum of its line items, else the named
 * amount, else all that is refundable. If the external_id exists, that document is returned as it is.
 * @throws InvalidPayload, InvoiceNotFound, InvoiceVoided, OverRefunded, TooManyAllocations, AccountNotFound,
 *   AccountArchived, ControlAccount, TagValueArchived, DuplicateTagDimension, BalancingTagViolation, DuplicateExternalId,
 *   PeriodClosed, and what `createDocument` throws
 */
export function refundInvoice(
  billing: Billing,
  request: BusinessWrite,
  { invoice_id, refund }: RefundInvoiceRequest__Output,
): Promise<RefundAnswer> {
  if (!refund) throw refused('InvalidPayload', 'Expected the refund.')
  const requested = readRequest(refund, requestedDedicatedRefund)
  const id = invoice_id.toLowerCase()
  return createDocument(billing, request, {
    kind: REFUNDS,
    findEarlier: (tx) => findEarlierOf(tx, id, requested),
    find: (tx) => requireUnvoided(tx, id),
    prefetch: async (tx, asking, invoice) => {
      prefetchReceivableAccounts(asking)
      prefetchDedicatedRefund(asking, requested)
      await prefetchInvoices(tx, asking, [invoice], () => 'invoiceId')
    },
    lock: async (deciding) => {
      const { tx } = deciding
      const locked = await lockTargets(tx, { invoiceIds: [id], paymentIds: [] })
      const invoice = locked.invoices.get(id)
      if (!invoice) throw notFound(INVOICES, id)
      return async (facts) => {
        requireNotVoided(invoice)
        await requireNewPayment(tx, requested)
        const refundable = refundableOf(locked)
        const refusals = new Problems()
        const after = dedicatedRefund(requested, { invoiceId: id }, invoice.contactId, refundable, facts, refusals)
        refusals.throwIfAny()
        if (!after) throw new Error(`the refund of the invoice ${id} cannot be, and there is no problem with it`)
        const change = { ...updatesOf(locked, refundable, facts.now), refunds: added([after]) }
        return { after, sources: await recordReceivables(deciding, change, { creditFieldOf: () => 'refunded_amount' }) }
      }
    },
  })
}

/**
 * The refund of the invoice that has the external_id.
 * @throws DuplicateExternalId for a refund of another invoice; ExternalIdReused
 */
async function findEarlierOf(tx: Tx, id: string, requested: RequestedDedicatedRefund): Promise<Refund | undefined> {
  const { externalId: value } = requested
  const earlier = await findEarlierRefund(tx, { ...requested, payments: [] })
  const isOfInvoice = earlier?.allocations.some(({ parts }) => parts.some(({ invoiceId }) => invoiceId === id)) ?? true
  if (isOfInvoice) return earlier
  throw await takenByAnotherInvoice(tx, id, `Another invoice was refunded by the refund ${value}.`, { value })
}

/** @throws DuplicateExternalId */
async function requireNewPayment(tx: Tx, { payment, externalId }: RequestedDedicatedRefund) {
  if (!payment || externalId === null) return
  const owners = await findRefundPaymentOwners(tx, [externalId])
  refuseTakenPayments([{ externalId, field: '' }], owners)
}
