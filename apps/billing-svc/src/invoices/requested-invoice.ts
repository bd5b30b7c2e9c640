/** Invoices as requests state them, before the ledger is queried. Pure. */
import type { InvoiceInput__Output, InvoiceLineItemInput__Output } from '@pacioli/protos/billing'
import { isUuid } from '@pacioli/rpc'
import type { Moment } from '../documents/moment.ts'
import { refuseEarlyDueDate } from '../documents/day-order.ts'
import { lineItemsOf, requestedLineItem, requestedTax } from '../line-items/requested-lines.ts'
import { INVOICE_SENT, requireSoundAmounts } from '../receivables/invoice.ts'
import { remarksOf } from '../receivables/line-remarks.ts'
import { requestedDedicatedPayment } from '../receivables/requested-payment.ts'
import { requestedDedicatedRefunds, type RequestedDedicatedRefund } from '../receivables/requested-refund.ts'
import { headOf } from '../requests/requested-head.ts'
import type { RequestReader } from '../requests/request-reader.ts'
import { sumOf } from '../rounding/sum.ts'

export type RequestedInvoice = ReturnType<typeof requestedInvoice>

export function requestedInvoice(read: RequestReader<InvoiceInput__Output>, { now, timeZone }: Moment) {
  const { customer_id, customer_external_id } = read.input
  if (customer_id === undefined && customer_external_id === undefined)
    read.refuse('customer_id', 'Expected the customer, by customer_id or by customer_external_id.')
  const documentDate = read.instant('sent_at') ?? now
  const requested = {
    ...headOf(read),
    customer: { customer_id, customer_external_id },
    documentDate,
    dueAt: read.instant('due_at') ?? null,
    voidedAt: read.instant('voided_at') ?? null,
    lines: lineItemsOf(read).map((line) => ({
      ...requestedLine(line),
      dedicatedRefunds: requestedDedicatedRefunds(line),
    })),
    taxes: read.elements('additional_sales_taxes').map(requestedTax),
    additionalDiscount: read.amount('additional_discount', 0) ?? 0,
    tips: read.amount('tips', 0) ?? 0,
    tipsAccount: read.account('tips_account'),
    payments: read.distinct('payments', 'payment', (payment) => requestedDedicatedPayment(payment, documentDate)),
    dedicatedRefunds: requestedDedicatedRefunds(read),
  }
  refuseOnVoided(requested, read)
  refuseEarlyDueDate(requested, { what: INVOICE_SENT, field: `${read.field}due_at` }, timeZone, read.problems)
  const { lines: lineItems, taxes: additionalSalesTaxes } = requested
  const draft = { ...requested, lineItems, additionalSalesTaxes, paid: [], writeOffs: [], refunded: [] }
  read.check(() => requireSoundAmounts(draft, read.field))
  return requested
}

export const requestedLine = (read: RequestReader<InvoiceLineItemInput__Output>) => ({
  ...requestedLineItem(read),
  ...remarksOf(read.input),
  timeEntryId: timeEntryFrom(read),
})

/** Time entries are stored elsewhere: any UUID is accepted. */
function timeEntryFrom(read: RequestReader<InvoiceLineItemInput__Output>): string | null {
  const { time_entry_id: id } = read.input
  if (id !== undefined && !isUuid(id)) read.refuse('time_entry_id', 'Expected the id of a time entry, a UUID.', id)
  return id?.toLowerCase() ?? null
}

/** An invoice that is created void has no payments. */
function refuseOnVoided(
  { voidedAt, payments, dedicatedRefunds, lines }: RequestedInvoice,
  { problems }: RequestReader<InvoiceInput__Output>,
): void {
  const [first] = [...payments, ...dedicatedRefunds, ...lines.flatMap((line) => line.dedicatedRefunds)]
  if (voidedAt !== null && first)
    problems.add('InvoiceVoided', 'An invoice with voided_at is out of the books: it has no payments and no refunds.', {
      field: first.field.slice(0, -1),
      voided_at: voidedAt.toISOString(),
    })
}

/** How many line items, taxes, payments and refunds it has, including line items and fees of the refunds. */
export const partsOf = ({ lines, taxes, payments, dedicatedRefunds }: RequestedInvoice): number =>
  sumOf([
    taxes.length,
    partsOfRefunds(dedicatedRefunds),
    ...lines.map((line) => 1 + line.salesTaxes.length + partsOfRefunds(line.dedicatedRefunds)),
    ...payments.map((payment) => 1 + partsOfRefunds(payment.dedicatedRefunds)),
  ])

const partsOfRefunds = (refunds: readonly RequestedDedicatedRefund[]): number =>
  sumOf(refunds.map(({ lines, payment }) => 1 + lines.length + (payment?.refundedFees.length ?? 0)))
