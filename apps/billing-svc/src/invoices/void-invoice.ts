import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { InvoiceAnswer, VoidInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { askForReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import {
  findPaymentsOnInvoices,
  loadInvoicePayments,
  lockInvoicePayments,
} from '../receivables/invoice-payment.store.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { askForPayments, askForPayoutsOf, askForRefunds } from '../receivables/ask-for-documents.ts'
import { recordReceivables, type ReceivablesChange } from '../receivables/record-receivables.ts'
import { nextVersion } from '../receivables/next-version.ts'
import { findRefundsOnInvoices } from '../receivables/refund-parts.store.ts'
import { loadRefunds, lockRefunds } from '../receivables/refund.store.ts'
import type { Refund } from '../receivables/refund.ts'
import { takenOutOfCredit } from '../receivables/retag-refund.ts'
import { requireInvoice } from '../receivables/get-invoice.ts'
import { sourceOfInvoice } from '../receivables/invoice.postings.ts'
import { lockInvoices } from '../receivables/invoice.store.ts'
import { amountsOf, invoiceNotFound, type Invoice } from '../receivables/invoice.ts'
import { presentInvoices } from '../receivables/present-invoices.ts'

type Answer = Pick<InvoiceAnswer, 'data'>

type Voiding = { id: string; movesPayments: boolean }

/**
 * Takes an invoice out of the books: its entry is reversed, line by line as it was posted, and write-offs are undone. What was
 * paid of it becomes the customer's credit where the request says so, and what was refunded of it is taken out of that.
 * Voiding it again answers the same. Possible behind a posting that the ledger refused, too.
 * @throws InvoiceNotFound, InvoiceHasPayments, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable; where
 *   payments are moved also AccountArchived, TagValueArchived
 */
export async function voidInvoice(
  billing: Billing,
  request: BusinessWrite,
  { invoice_id, move_payments_to_credit }: VoidInvoiceRequest__Output,
): Promise<InvoiceAnswer> {
  const business = await meetBusiness(billing, request)
  const voiding = { id: invoice_id.toLowerCase(), movesPayments: move_payments_to_credit ?? false }
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: (tx) => askFor(tx, business.id, voiding),
    write: (tx, books) => write(tx, billing, business, books, voiding),
  })
  return { ...data, created: false, posting }
}

/** Where nothing was paid, nothing is posted but reversals. */
async function askFor(tx: Tx, businessId: string, voiding: Voiding): Promise<Asking> {
  const asking = new Asking()
  const invoice = await requireInvoice(tx, businessId, voiding.id)
  if (invoice.voidedAt !== null || invoice.paid.length === 0) return asking
  requireVoidable(invoice, voiding)
  askForReceivableAccounts(asking)
  const payments = await loadInvoicePayments(tx, businessId, await findPaymentsOnInvoices(tx, businessId, [invoice.id]))
  await askForPayments(tx, asking, businessId, payments, 'invoiceId')
  const refunds = await loadRefunds(tx, businessId, await findRefundsOnInvoices(tx, businessId, [invoice.id]))
  await askForRefunds(tx, asking, businessId, refunds, 'invoiceId')
  const fields = { ofPayment: 'invoiceId', ofRefund: 'invoiceId' }
  await askForPayoutsOf(tx, asking, businessId, { payments, refunds }, fields)
  return asking
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

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  voiding: Voiding,
): Promise<{ data: Answer; sources: Source[] }> {
  const before = (await lockInvoices(tx, business.id, [voiding.id])).get(voiding.id)
  if (!before) throw invoiceNotFound(voiding.id)
  const sources = before.voidedAt === null ? await makeVoid(tx, billing, business, books, { ...voiding, before }) : []
  const after = await requireInvoice(tx, business.id, voiding.id)
  const [data] = await presentInvoices(tx, business.id, [after])
  return { data: { data }, sources: [sourceOfInvoice(after), ...sources] }
}

async function makeVoid(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  { before, ...voiding }: Voiding & { before: Invoice },
): Promise<Source[]> {
  requireVoidable(before, voiding)
  const now = billing.now()
  const ids = [before.id]
  const payments = await lockInvoicePayments(tx, business.id, await findPaymentsOnInvoices(tx, business.id, ids))
  const refunds = await lockRefunds(tx, business.id, await findRefundsOnInvoices(tx, business.id, ids))
  const change: Partial<ReceivablesChange> = {
    invoices: [{ before, after: voided(before, now) }],
    payments: [...payments.values()].map((one) => ({ before: one, after: movedToCredit(one, before.id, now) })),
    refunds: [...refunds.values()].map((one) => ({ before: one, after: withoutInvoice(one, before.id, books, now) })),
  }
  return recordReceivables(tx, billing, business, books, change, { isBehindFailed: true })
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
    one.invoiceId === invoiceId && one.movedToCreditAt === null ? { ...one, movedToCreditAt: now } : one,
  ),
  refunded: payment.refunded.map((part) => (part.invoiceId === invoiceId ? { ...part, invoiceId: null } : part)),
  version: payment.version + 1,
  updatedAt: now,
})

const withoutInvoice = (refund: Refund, invoiceId: string, books: Books, now: Date): Refund =>
  nextVersion(refund, takenOutOfCredit(refund, new Set([invoiceId]), receivableAccounts(books)), now)
