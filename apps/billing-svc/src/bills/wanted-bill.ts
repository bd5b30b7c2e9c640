/** Bills and expenses as requests want them, before the ledger was asked. Pure. */
import { askedIfNamed } from '../requests/asked.ts'
import { collectProblems, type Problems } from '@pacioli/errors'
import type { AccountIdentifier } from '@pacioli/postings'
import type { BillInput__Output, ExpenseInput__Output } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { momentFrom } from '../requests/moments.ts'
import { oneOf } from '../requests/one-of.ts'
import type { NamedVendor } from '../contacts/named-vendors.ts'
import {
  PAYMENT_METHODS,
  requireSoundAmounts,
  TERMS,
  type Bill,
  type BillLineItem,
  type PaymentMethod,
  type Terms,
} from '../payables/bill.ts'
import { dueDateOf } from '../payables/due-date.ts'
import { wantedLines, type WantedLine } from './wanted-lines.ts'
import type { SalesTax } from '../line-items/line-items.ts'
import { amountFrom, draftLine, draftTaxes, type WantedTax, wantedTaxes } from '../line-items/wanted-lines.ts'
import { toIdentifier } from '../posting/named-accounts.ts'

export type WantedSpending = {
  method: PaymentMethod
  processor: string | null
  clearingAccount: AccountIdentifier | undefined
}

export type WantedBill = Pick<
  Bill,
  | 'externalId'
  | 'asked'
  | 'terms'
  | 'receivedAt'
  | 'dueAt'
  | 'additionalDiscount'
  | 'memo'
  | 'metadata'
  | 'referenceNumber'
> & {
  /** Where the request has it: empty, or an index and a dot. */
  field: string
  vendor: NamedVendor
  /** Null for a bill. */
  spending: WantedSpending | null
  lines: readonly WantedLine[]
  taxes: readonly WantedTax[]
  tags: readonly TagKeyValue__Output[]
}

/** What time is, for a request: now, and the zone of its business. */
export type Clock = { now: Date; timeZone: string }

type Input = Omit<ExpenseInput__Output, 'paid_at' | 'method' | 'processor' | 'payment_clearing_account_identifier'>

/** What bills and expenses have in common. */
function wantedDocument(input: Input, field: string, problems: Problems) {
  return {
    field,
    externalId: input.external_id ?? null,
    asked: askedIfNamed(input),
    vendor: { vendor_id: input.vendor_id, vendor_external_id: input.vendor_external_id },
    lines: wantedLines(input.line_items, `${field}line_items`, problems),
    taxes: wantedTaxes(input.additional_sales_taxes, `${field}additional_sales_taxes`, problems),
    additionalDiscount: amountFrom(input.additional_discount ?? 0, `${field}additional_discount`, problems, 0),
    tags: input.tags,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber: input.reference_number ?? null,
  }
}

/** Every problem is added to `problems`. The due date that is named goes before the terms. */
export function wantedBill(
  input: BillInput__Output,
  field: string,
  { now, timeZone }: Clock,
  problems: Problems,
): WantedBill {
  if (input.vendor_id === undefined && input.vendor_external_id === undefined)
    problems.add('InvalidPayload', 'Expected the vendor, by vendor_id or by vendor_external_id.', {
      field: `${field}vendor_id`,
    })
  const receivedAt = collectProblems(problems, () => momentFrom(input.received_at, `${field}received_at`, now)) ?? now
  const terms = collectProblems(problems, () => termsFrom(input.terms, `${field}terms`)) ?? null
  const dueAt = collectProblems(problems, () => momentFrom(input.due_at, `${field}due_at`, null)) ?? null
  const wanted = {
    ...wantedDocument(input, field, problems),
    spending: null,
    terms,
    receivedAt,
    dueAt: dueAt ?? (terms && dueDateOf(receivedAt, terms, timeZone)),
  }
  collectProblems(problems, () => requireSoundAmounts(draftOf(wanted), field))
  return wanted
}

/** Every problem is added to `problems`. */
export function wantedExpense(input: ExpenseInput__Output, { now }: Clock, problems: Problems): WantedBill {
  const { payment_clearing_account_identifier: clearing } = input
  const paidAt = collectProblems(problems, () => momentFrom(input.paid_at, 'paid_at', now)) ?? now
  const method = collectProblems(problems, () => methodFrom(input.method)) ?? 'OTHER'
  const wanted = {
    ...wantedDocument(input, '', problems),
    spending: {
      method,
      processor: input.processor ?? null,
      clearingAccount: clearing ? toIdentifier(clearing) : undefined,
    },
    terms: null,
    receivedAt: paidAt,
    dueAt: null,
  }
  collectProblems(problems, () => requireSoundAmounts(draftOf(wanted)))
  return wanted
}

/** @throws InvalidPayload */
export const termsFrom = (terms: string | undefined, field = 'terms'): Terms | null =>
  terms === undefined ? null : oneOf(TERMS, terms, field)

/** @throws InvalidPayload */
export const methodFrom = (method: string, field = 'method'): PaymentMethod => oneOf(PAYMENT_METHODS, method, field)

/** How many line items and taxes it brings. */
export const partsOf = ({ lines, taxes }: Pick<WantedBill, 'lines' | 'taxes'>): number =>
  lines.reduce((sum, line) => sum + 1 + line.salesTaxes.length, taxes.length)

/** The bill as far as its amounts go. */
export const draftOf = (wanted: WantedBill): Omit<Bill, 'tags'> =>
  opened(wanted, {
    id: '',
    businessId: '',
    vendorId: null,
    clearingAccountId: '',
    lineItems: wanted.lines.map(draftLine),
    additionalSalesTaxes: draftTaxes(wanted.taxes),
    tags: [],
    now: wanted.receivedAt,
  })

/** What of a new bill follows from what the ledger and the vendors are. */
export type Opening = Pick<Bill, 'id' | 'businessId' | 'vendorId' | 'tags'> & {
  /** Of an expense. */
  clearingAccountId: string
  lineItems: readonly BillLineItem[]
  additionalSalesTaxes: readonly SalesTax[]
  now: Date
}

/** A new bill, to which nothing is allocated. */
export const opened = (wanted: WantedBill, { now, clearingAccountId, ...opening }: Opening) => ({
  ...opening,
  externalId: wanted.externalId,
  asked: wanted.asked,
  spending: wanted.spending && {
    method: wanted.spending.method,
    processor: wanted.spending.processor,
    clearingAccountId,
  },
  terms: wanted.terms,
  receivedAt: wanted.receivedAt,
  dueAt: wanted.dueAt,
  voidedAt: null,
  additionalDiscount: wanted.additionalDiscount,
  paid: [],
  credited: [],
  memo: wanted.memo,
  metadata: wanted.metadata,
  referenceNumber: wanted.referenceNumber,
  version: 1,
  importedAt: now,
  updatedAt: now,
})
