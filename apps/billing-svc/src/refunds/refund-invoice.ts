import type { Tx } from '@pacioli/db'
import { Problems, refused } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { RefundAnswer, RefundInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { askForReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { askForInvoices } from '../receivables/ask-for-invoices.ts'
import { requireInvoice } from '../receivables/get-invoice.ts'
import { invoiceNotFound, requireNotVoided, type Invoice } from '../receivables/invoice.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { answeredRefund, findEarlierRefund } from './create-refund.ts'
import { dedicatedRefund } from '../receivables/dedicated-refund.ts'
import { changesOf, holdTargets, refundableOf } from '../receivables/hold-refundable.ts'
import { askForDedicatedRefund } from '../receivables/open-refund.ts'
import { findRefundPaymentOwners } from '../receivables/refund-payment.store.ts'
import type { Refund } from '../receivables/refund.ts'
import { refuseTakenPayments } from '../receivables/wanted-to-refund.ts'
import { wantedDedicatedRefund, type WantedDedicatedRefund } from '../receivables/wanted-refund.ts'

type Answer = Pick<RefundAnswer, 'data' | 'created'>

/**
 * A refund of one invoice, paid out at once where it names a method. Worth its line items, else the amount that is named, else
 * all that is still refundable. The one that has the external_id already is answered as it is.
 * @throws InvalidPayload, InvoiceNotFound, InvoiceVoided, OverRefunded, TooManyAllocations, AccountNotFound, AccountArchived,
 *   ControlAccount, TagValueArchived, DuplicateTagDimension, BalancingTagViolation, DuplicateExternalId, PeriodClosed,
 *   BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function refundInvoice(
  billing: Billing,
  request: BusinessWrite,
  { invoice_id, refund }: RefundInvoiceRequest__Output,
): Promise<RefundAnswer> {
  const business = await meetBusiness(billing, request)
  if (!refund) throw refused('InvalidPayload', 'Expected the refund.')
  const problems = new Problems()
  const wanted = wantedDedicatedRefund(refund, '', problems)
  problems.throwIfAny()
  const id = invoice_id.toLowerCase()
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async (tx) => {
      const asking = new Asking()
      const invoice = await requireInvoice(tx, business.id, id)
      if (await findEarlierOf(tx, invoice, wanted)) return asking
      requireNotVoided(invoice)
      askForReceivableAccounts(asking)
      askForDedicatedRefund(asking, wanted)
      await askForInvoices(tx, asking, business.id, [invoice], () => 'invoiceId')
      return asking
    },
    write: (tx, books) => write(tx, billing, business, books, id, wanted),
  })
  return { ...data, posting }
}

/**
 * The refund of the invoice that has the external_id already.
 * @throws DuplicateExternalId for another invoice's: nothing of this one is refunded by it
 */
async function findEarlierOf(
  tx: Tx,
  { id, businessId }: Invoice,
  wanted: WantedDedicatedRefund,
): Promise<Refund | undefined> {
  const { externalId } = wanted
  const earlier = await findEarlierRefund(tx, businessId, { ...wanted, payments: [] })
  const isOfInvoice = earlier?.allocations.some(({ parts }) => parts.some(({ invoiceId }) => invoiceId === id)) ?? true
  if (isOfInvoice) return earlier
  throw refused('DuplicateExternalId', `Another invoice was refunded by the refund ${externalId}.`, {
    field: 'external_id',
    value: externalId,
  })
}

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  id: string,
  wanted: WantedDedicatedRefund,
): Promise<{ data: Answer; sources: Source[] }> {
  const held = await holdTargets(tx, business.id, { invoiceIds: [id], paymentIds: [] })
  const invoice = held.invoices.get(id)
  if (!invoice) throw invoiceNotFound(id)
  const earlier = await findEarlierOf(tx, invoice, wanted)
  if (earlier) return answeredRefund(tx, earlier, [], false)
  requireNotVoided(invoice)
  if (wanted.payment && wanted.externalId !== null) {
    const owners = await findRefundPaymentOwners(tx, business.id, [wanted.externalId])
    refuseTakenPayments([{ externalId: wanted.externalId, field: '' }], owners)
  }
  const now = billing.now()
  const { businessId, customerId } = invoice
  const facts = { books, newId: billing.newId, now, accounts: receivableAccounts(books), businessId, customerId }
  const refundable = refundableOf(held)
  const problems = new Problems()
  const on = { invoiceId: id, invoiceLineItemId: null, invoicePaymentId: null }
  const refund = dedicatedRefund(wanted, on, refundable, facts, problems)
  problems.throwIfAny()
  if (!refund) throw new Error(`the refund of the invoice ${id} cannot be, and there is no problem with it`)
  const sources = await recordReceivables(
    tx,
    billing,
    business,
    books,
    { ...changesOf(held, refundable, now), refunds: [{ before: null, after: refund }] },
    { creditFieldOf: () => 'refunded_amount' },
  )
  return answeredRefund(tx, refund, sources, true)
}
