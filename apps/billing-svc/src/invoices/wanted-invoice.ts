/** Invoices as requests want them, before the ledger was asked. Pure. */
import { askedIfNamed } from '../requests/asked.ts'
import { collectProblems, type Problems } from '@pacioli/errors'
import type { AccountIdentifier } from '@pacioli/postings'
import type {
  DedicatedPaymentInput__Output,
  InvoiceInput__Output,
  InvoiceLineItemInput__Output,
} from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { isUuid } from '@pacioli/rpc'
import type { NamedCustomer } from '../contacts/named-customers.ts'
import { momentFrom } from '../requests/moments.ts'
import { toIdentifier } from '../posting/named-accounts.ts'
import { onceEach } from '../requests/once-each.ts'
import { sumOf } from '../rounding/sum.ts'
import {
  amountFrom,
  draftLine,
  draftTaxes,
  refuseRepeated,
  refuseTooManyLines,
  wantedLineItem,
  wantedTaxes,
  type WantedLineItem,
  type WantedTax,
} from '../line-items/wanted-lines.ts'
import { wantedDedicatedPayment, type WantedDedicatedPayment } from '../receivables/wanted-payment.ts'
import { wantedDedicatedRefunds, type WantedDedicatedRefund } from '../receivables/wanted-refund.ts'
import { requireSoundAmounts, type Invoice, type InvoiceLineItem } from '../receivables/invoice.ts'
import { remarksOf, type LineRemarks } from '../receivables/line-remarks.ts'

export type WantedInvoiceLine = WantedLineItem &
  LineRemarks &
  Pick<InvoiceLineItem, 'timeEntryId'> & { dedicatedRefunds: readonly WantedDedicatedRefund[] }

export type WantedInvoice = Pick<
  Invoice,
  | 'externalId'
  | 'asked'
  | 'sentAt'
  | 'dueAt'
  | 'voidedAt'
  | 'additionalDiscount'
  | 'tips'
  | 'memo'
  | 'metadata'
  | 'referenceNumber'
> & {
  /** Where the request has it: empty, or an index and a dot. */
  field: string
  customer: NamedCustomer
  lines: readonly WantedInvoiceLine[]
  taxes: readonly WantedTax[]
  tipsAccount: AccountIdentifier | undefined
  payments: readonly WantedDedicatedPayment[]
  dedicatedRefunds: readonly WantedDedicatedRefund[]
  tags: readonly TagKeyValue__Output[]
}

/** Payments of one invoice in one request. */
const MAX_PAYMENTS = 100

/** Every problem is added to `problems`. */
export function wantedInvoice(
  input: InvoiceInput__Output,
  field: string,
  now: Date,
  problems: Problems,
): WantedInvoice {
  const { customer_id, customer_external_id, tips_account } = input
  if (customer_id === undefined && customer_external_id === undefined)
    problems.add('InvalidPayload', 'Expected the customer, by customer_id or by customer_external_id.', {
      field: `${field}customer_id`,
    })
  const sentAt = collectProblems(problems, () => momentFrom(input.sent_at, `${field}sent_at`, now)) ?? now
  const wanted = {
    field,
    externalId: input.external_id ?? null,
    asked: askedIfNamed(input),
    customer: { customer_id, customer_external_id },
    sentAt,
    dueAt: collectProblems(problems, () => momentFrom(input.due_at, `${field}due_at`, null)) ?? null,
    voidedAt: collectProblems(problems, () => momentFrom(input.voided_at, `${field}voided_at`, null)) ?? null,
    lines: wantedLines(input.line_items, `${field}line_items`, problems),
    taxes: wantedTaxes(input.additional_sales_taxes, `${field}additional_sales_taxes`, problems),
    additionalDiscount: amountFrom(input.additional_discount ?? 0, `${field}additional_discount`, problems, 0),
    tips: amountFrom(input.tips ?? 0, `${field}tips`, problems, 0),
    tipsAccount: tips_account ? toIdentifier(tips_account) : undefined,
    payments: wantedPayments(input.payments, `${field}payments`, sentAt, problems),
    dedicatedRefunds: wantedDedicatedRefunds(input.dedicated_refunds, `${field}dedicated_refunds`, problems),
    tags: input.tags,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber: input.reference_number ?? null,
  }
  if (wanted.voidedAt !== null) refuseOnVoided(wanted, problems)
  collectProblems(problems, () => requireSoundAmounts(draftOf(wanted), field))
  return wanted
}

function wantedLines(
  inputs: readonly InvoiceLineItemInput__Output[],
  field: string,
  problems: Problems,
): WantedInvoiceLine[] {
  refuseTooManyLines(inputs, field, problems)
  refuseRepeated(inputs, ['external_id'], field, problems)
  return inputs.map((input, index) => ({
    ...wantedLineItem(input, `${field}.${index}`, problems),
    ...remarksOf(input),
    timeEntryId: timeEntryFrom(input.time_entry_id, `${field}.${index}.time_entry_id`, problems),
    dedicatedRefunds: wantedDedicatedRefunds(input.dedicated_refunds, `${field}.${index}.dedicated_refunds`, problems),
  }))
}

/** Time entries are kept elsewhere: theirs is any UUID. */
function timeEntryFrom(id: string | undefined, field: string, problems: Problems): string | null {
  if (id === undefined) return null
  if (isUuid(id)) return id.toLowerCase()
  problems.add('InvalidPayload', 'Expected the id of a time entry, a UUID.', { field, value: id })
  return null
}

/** Every problem is added to `problems`. */
function wantedPayments(
  inputs: readonly DedicatedPaymentInput__Output[],
  field: string,
  sentAt: Date,
  problems: Problems,
): WantedDedicatedPayment[] {
  if (inputs.length > MAX_PAYMENTS)
    problems.add('InvalidPayload', `At most ${MAX_PAYMENTS} are possible; here are ${inputs.length}.`, { field })
  return onceEach(inputs, { field, kind: 'payment', problems }, (input, at) =>
    wantedDedicatedPayment(input, at, sentAt, problems),
  )
}

/** What is void from the beginning was never paid. */
function refuseOnVoided({ voidedAt, payments, dedicatedRefunds, lines }: WantedInvoice, problems: Problems): void {
  const first = [...payments, ...dedicatedRefunds, ...lines.flatMap((line) => line.dedicatedRefunds)][0]
  if (first)
    problems.add('InvoiceVoided', 'An invoice with voided_at is out of the books: it has no payments and no refunds.', {
      field: first.field.slice(0, -1),
      voided_at: voidedAt?.toISOString(),
    })
}

/** The invoice as far as its amounts go. */
const draftOf = (wanted: WantedInvoice): Omit<Invoice, 'tags'> => ({
  ...opened(wanted, {
    id: '',
    businessId: '',
    customerId: '',
    tipsAccountId: null,
    lineItems: wanted.lines.map(draftLine),
    additionalSalesTaxes: draftTaxes(wanted.taxes),
    tags: [],
    now: wanted.sentAt,
  }),
})

/** What of a new invoice follows from what the ledger and the customers are. */
export type Opening = Pick<
  Invoice,
  'id' | 'businessId' | 'customerId' | 'tipsAccountId' | 'lineItems' | 'additionalSalesTaxes' | 'tags'
> & { now: Date }

/** A new invoice, of which nothing was paid. */
export const opened = (wanted: WantedInvoice, { now, ...opening }: Opening): Invoice => ({
  ...opening,
  externalId: wanted.externalId,
  asked: wanted.asked,
  sentAt: wanted.sentAt,
  dueAt: wanted.dueAt,
  voidedAt: wanted.voidedAt,
  additionalDiscount: wanted.additionalDiscount,
  tips: wanted.tips,
  paid: [],
  writeOffs: [],
  refunded: [],
  memo: wanted.memo,
  metadata: wanted.metadata,
  referenceNumber: wanted.referenceNumber,
  version: 1,
  importedAt: now,
  updatedAt: now,
})

/** How many line items, taxes, payments and refunds it brings; these with their own line items and fees. */
export const partsOf = ({ lines, taxes, payments, dedicatedRefunds }: WantedInvoice): number =>
  sumOf([
    taxes.length,
    partsOfRefunds(dedicatedRefunds),
    ...lines.map((line) => 1 + line.salesTaxes.length + partsOfRefunds(line.dedicatedRefunds)),
    ...payments.map((payment) => 1 + partsOfRefunds(payment.dedicatedRefunds)),
  ])

const partsOfRefunds = (refunds: readonly WantedDedicatedRefund[]): number =>
  sumOf(refunds.map(({ lines, payment }) => 1 + lines.length + (payment?.refundedFees.length ?? 0)))
