/** Invoices as requests state them, before the ledger is queried. Pure. */
import { collectProblems, type Problems } from '@pacioli/errors'
import type { AccountIdentifier } from '@pacioli/postings'
import type {
  DedicatedPaymentInput__Output,
  InvoiceInput__Output,
  InvoiceLineItemInput__Output,
} from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { isUuid } from '@pacioli/rpc'
import type { CustomerReference } from '../contacts/contact.ts'
import { instantFrom } from '../requests/instants.ts'
import { toIdentifier } from '../posting/named-accounts.ts'
import { distinctInputs } from '../requests/distinct-inputs.ts'
import { headFrom, type Remarks } from '../requests/remarks.ts'
import { sumOf } from '../rounding/sum.ts'
import {
  amountFrom,
  draftLine,
  draftTaxes,
  refuseRepeated,
  refuseTooManyLines,
  requestedLineItem,
  requestedTaxes,
  type RequestedLineItem,
} from '../line-items/requested-lines.ts'
import { requestedDedicatedPayment, type RequestedDedicatedPayment } from '../receivables/requested-payment.ts'
import { requestedDedicatedRefunds, type RequestedDedicatedRefund } from '../receivables/requested-refund.ts'
import type { RequestedDocument } from '../document-writes/create-documents.ts'
import { requireSoundAmounts, type Invoice, type InvoiceLineItem } from '../receivables/invoice.ts'
import { remarksOf, type LineRemarks } from '../receivables/line-remarks.ts'

export type RequestedInvoiceLine = RequestedLineItem &
  LineRemarks &
  Pick<InvoiceLineItem, 'timeEntryId'> & { dedicatedRefunds: readonly RequestedDedicatedRefund[] }

export type RequestedInvoice = Omit<RequestedDocument, 'lines'> &
  Remarks &
  Pick<Invoice, 'documentDate' | 'dueAt' | 'voidedAt' | 'additionalDiscount' | 'tips'> & {
    customer: CustomerReference
    lines: readonly RequestedInvoiceLine[]
    tipsAccount: AccountIdentifier | undefined
    payments: readonly RequestedDedicatedPayment[]
    dedicatedRefunds: readonly RequestedDedicatedRefund[]
    tags: readonly TagKeyValue__Output[]
  }

/** Payments of one invoice in one request. */
const MAX_PAYMENTS = 100

/** Every problem is added to `problems`. */
export function requestedInvoice(
  input: InvoiceInput__Output,
  field: string,
  now: Date,
  problems: Problems,
): RequestedInvoice {
  const { customer_id, customer_external_id, tips_account } = input
  if (customer_id === undefined && customer_external_id === undefined)
    problems.add('InvalidPayload', 'Expected the customer, by customer_id or by customer_external_id.', {
      field: `${field}customer_id`,
    })
  const documentDate = collectProblems(problems, () => instantFrom(input.sent_at, `${field}sent_at`, now)) ?? now
  const requested = {
    field,
    ...headFrom(input),
    customer: { customer_id, customer_external_id },
    documentDate,
    dueAt: collectProblems(problems, () => instantFrom(input.due_at, `${field}due_at`, null)) ?? null,
    voidedAt: collectProblems(problems, () => instantFrom(input.voided_at, `${field}voided_at`, null)) ?? null,
    lines: requestedLines(input.line_items, `${field}line_items`, problems),
    taxes: requestedTaxes(input.additional_sales_taxes, `${field}additional_sales_taxes`, problems),
    additionalDiscount: amountFrom(input.additional_discount ?? 0, `${field}additional_discount`, problems, 0),
    tips: amountFrom(input.tips ?? 0, `${field}tips`, problems, 0),
    tipsAccount: tips_account ? toIdentifier(tips_account) : undefined,
    payments: requestedPayments(input.payments, `${field}payments`, documentDate, problems),
    dedicatedRefunds: requestedDedicatedRefunds(input.dedicated_refunds, `${field}dedicated_refunds`, problems),
    tags: input.tags,
  }
  if (requested.voidedAt !== null) refuseOnVoided(requested, problems)
  collectProblems(problems, () => requireSoundAmounts(draftOf(requested), field))
  return requested
}

function requestedLines(
  inputs: readonly InvoiceLineItemInput__Output[],
  field: string,
  problems: Problems,
): RequestedInvoiceLine[] {
  refuseTooManyLines(inputs, field, problems)
  refuseRepeated(inputs, ['external_id'], field, problems)
  return inputs.map((input, index) => ({
    ...requestedLineItem(input, `${field}.${index}`, problems),
    ...remarksOf(input),
    timeEntryId: timeEntryFrom(input.time_entry_id, `${field}.${index}.time_entry_id`, problems),
    dedicatedRefunds: requestedDedicatedRefunds(
      input.dedicated_refunds,
      `${field}.${index}.dedicated_refunds`,
      problems,
    ),
  }))
}

/** Time entries are stored elsewhere: any UUID is accepted. */
function timeEntryFrom(id: string | undefined, field: string, problems: Problems): string | null {
  if (id === undefined) return null
  if (isUuid(id)) return id.toLowerCase()
  problems.add('InvalidPayload', 'Expected the id of a time entry, a UUID.', { field, value: id })
  return null
}

/** Every problem is added to `problems`. */
function requestedPayments(
  inputs: readonly DedicatedPaymentInput__Output[],
  field: string,
  documentDate: Date,
  problems: Problems,
): RequestedDedicatedPayment[] {
  if (inputs.length > MAX_PAYMENTS)
    problems.add('InvalidPayload', `At most ${MAX_PAYMENTS} are possible; here are ${inputs.length}.`, { field })
  return distinctInputs(inputs, { field, kind: 'payment', problems }, (input, at) =>
    requestedDedicatedPayment(input, at, documentDate, problems),
  )
}

/** An invoice that is created void has no payments. */
function refuseOnVoided({ voidedAt, payments, dedicatedRefunds, lines }: RequestedInvoice, problems: Problems): void {
  const first = [...payments, ...dedicatedRefunds, ...lines.flatMap((line) => line.dedicatedRefunds)][0]
  if (first)
    problems.add('InvoiceVoided', 'An invoice with voided_at is out of the books: it has no payments and no refunds.', {
      field: first.field.slice(0, -1),
      voided_at: voidedAt?.toISOString(),
    })
}

/** The invoice's amounts alone. */
const draftOf = (requested: RequestedInvoice): Invoice =>
  opened(requested, {
    id: '',
    businessId: '',
    contactId: '',
    tipsAccountId: null,
    lineItems: requested.lines.map((line) => draftLine(line)),
    additionalSalesTaxes: draftTaxes(requested.taxes),
    tags: [],
    now: requested.documentDate,
  })

/** Facts of the ledger and the customers for a new invoice. */
export type Opening = Pick<
  Invoice,
  'id' | 'businessId' | 'contactId' | 'tipsAccountId' | 'lineItems' | 'additionalSalesTaxes' | 'tags'
> & { now: Date }

/** A new invoice without payments. */
export function opened(
  { lines: _lines, taxes: _taxes, payments: _payments, dedicatedRefunds: _refunds, ...requested }: RequestedInvoice,
  { now, ...opening }: Opening,
): Invoice {
  const { field: _field, customer: _customer, tipsAccount: _tipsAccount, ...head } = requested
  return { ...head, ...opening, paid: [], writeOffs: [], refunded: [], version: 1, importedAt: now, updatedAt: now }
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
