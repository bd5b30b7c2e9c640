import type { Tx } from '@pacioli/db'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { InvoicePaymentAnswer, PayInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { askForReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { askForInvoices } from '../receivables/ask-for-invoices.ts'
import { requireInvoice } from '../receivables/get-invoice.ts'
import { canBePaid, pay } from '../receivables/held-invoice.ts'
import { lockInvoices } from '../receivables/invoice.store.ts'
import { invoiceNotFound, requireNotVoided, type Invoice } from '../receivables/invoice.ts'
import { NO_WORDS } from '../invoices/open-invoice.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { dedicatedRefund } from '../receivables/dedicated-refund.ts'
import { requireRoomForParts } from '../receivables/issue-refund.ts'
import type { Refundable } from '../receivables/refund-places.ts'
import { askForDedicatedRefund } from '../receivables/open-refund.ts'
import type { Refund } from '../receivables/refund.ts'
import { refuseTakenRefunds } from '../receivables/taken-refunds.ts'
import { answeredPayment, findEarlierPayment } from './create-invoice-payment.ts'
import { loadRecognisedOfInvoices } from '../receivables/invoice-allocation.store.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { askForPayment, newPayment } from '../receivables/open-payment.ts'
import { wantedDedicatedPayment, type WantedDedicatedPayment } from '../receivables/wanted-payment.ts'

type Answer = Pick<InvoicePaymentAnswer, 'data' | 'created'>

/**
 * A payment of one invoice, perhaps with refunds of it. More than is outstanding is refused. The one that has the
 * external_id already is answered as it is.
 * @throws InvalidPayload, InvoiceNotFound, InvoiceVoided, OverAllocated, OverRefunded, TooManyAllocations, AccountNotFound,
 *   AccountArchived, ControlAccount, TagValueArchived, DuplicateTagDimension, DuplicateExternalId, PeriodClosed,
 *   BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function payInvoice(
  billing: Billing,
  request: BusinessWrite,
  { invoice_id, payment }: PayInvoiceRequest__Output,
): Promise<InvoicePaymentAnswer> {
  const business = await meetBusiness(billing, request)
  if (!payment) throw refused('InvalidPayload', 'Expected the payment.', { field: 'amount' })
  const problems = new Problems()
  const wanted = wantedDedicatedPayment(payment, '', billing.now(), problems)
  problems.throwIfAny()
  const id = invoice_id.toLowerCase()
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async (tx) => {
      const asking = new Asking()
      const invoice = await requireInvoice(tx, business.id, id)
      if (await findEarlierOf(tx, invoice, wanted)) return asking
      requireNotVoided(invoice)
      askForReceivableAccounts(asking)
      askForPayment(asking, wanted)
      for (const refund of wanted.dedicatedRefunds) askForDedicatedRefund(asking, refund)
      await askForInvoices(tx, asking, business.id, [invoice], () => 'invoiceId')
      return asking
    },
    write: (tx, books) => write(tx, billing, business, books, id, wanted),
  })
  return { ...data, posting }
}

/**
 * The payment of the invoice that has the external_id already.
 * @throws DuplicateExternalId for another invoice's: nothing was paid of this one by it
 */
async function findEarlierOf(
  tx: Tx,
  { id, businessId }: Invoice,
  wanted: WantedDedicatedPayment,
): Promise<InvoicePayment | undefined> {
  const earlier = await findEarlierPayment(tx, businessId, wanted)
  if (!earlier || earlier.allocations.some(({ invoiceId }) => invoiceId === id)) return earlier
  throw refused('DuplicateExternalId', `Another invoice was paid by the payment ${wanted.externalId}.`, {
    field: 'external_id',
    value: wanted.externalId,
  })
}

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  id: string,
  wanted: WantedDedicatedPayment,
): Promise<{ data: Answer; sources: Source[] }> {
  const before = (await lockInvoices(tx, business.id, [id])).get(id)
  if (!before) throw invoiceNotFound(id)
  const earlier = await findEarlierOf(tx, before, wanted)
  if (earlier) return answeredPayment(tx, earlier, [], false)
  requireNotVoided(before)
  await requireNewRefunds(tx, business.id, wanted)
  const recognised = (await loadRecognisedOfInvoices(tx, business.id, [id])).get(id) ?? []
  const now = billing.now()
  const { payment, invoice, refunds } = paid({ invoice: before, recognised }, wanted, { billing, books, now })
  const sources = await recordReceivables(
    tx,
    billing,
    business,
    books,
    {
      invoices: [{ before, after: { ...invoice, version: before.version + 1, updatedAt: now } }],
      payments: [{ before: null, after: payment }],
      refunds: refunds.map((after) => ({ before: null, after })),
    },
    { creditFieldOf: () => 'amount' },
  )
  return answeredPayment(tx, payment, sources, true)
}

/** @throws DuplicateExternalId, naming each */
async function requireNewRefunds(tx: Tx, businessId: string, { dedicatedRefunds }: WantedDedicatedPayment) {
  const problems = new Problems()
  await refuseTakenRefunds(tx, businessId, dedicatedRefunds, problems)
  problems.throwIfAny()
}

/** @throws every problem at once */
function paid(
  held: Parameters<typeof pay>[0],
  wanted: WantedDedicatedPayment,
  { billing, books, now }: { billing: Billing; books: Books; now: Date },
): { payment: InvoicePayment; invoice: Invoice; refunds: Refund[] } {
  const { businessId, customerId, id: invoiceId } = held.invoice
  const problems = new Problems()
  const facts = { businessId, customerId, books, newId: billing.newId, now, accounts: receivableAccounts(books) }
  const bare = newPayment(wanted, facts, problems)
  const part = { ...NO_WORDS, field: '', invoiceField: 'invoiceId', amount: wanted.amount, tags: [] }
  const isPayable = canBePaid(held, customerId, part, problems)
  problems.throwIfAny()
  if (!isPayable) throw new Error(`the invoice ${invoiceId} cannot be paid, and there is no problem with it`)
  const { held: after, payment } = pay(held, bare, part, facts)
  const refundable: Refundable = {
    invoices: new Map([[invoiceId, after.invoice]]),
    payments: new Map([[payment.id, payment]]),
  }
  const on = { invoiceId, invoiceLineItemId: null, invoicePaymentId: payment.id }
  const refunds = wanted.dedicatedRefunds.flatMap(
    (refund) => dedicatedRefund(refund, on, refundable, facts, problems) ?? [],
  )
  const invoice = refundable.invoices.get(invoiceId) ?? after.invoice
  collectProblems(problems, () => requireRoomForParts(invoice, 'dedicated_refunds'))
  problems.throwIfAny()
  return { payment: refundable.payments.get(payment.id) ?? payment, invoice, refunds }
}
