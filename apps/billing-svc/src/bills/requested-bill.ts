/**
 * Bills and expenses as requests state them, before anything is looked up, and their resolution by the ledger's facts. Pure.
 */
import { collectProblems, Problems } from '@pacioli/errors'
import type { AccountIdentifier, LedgerPrefetch, Books } from '@pacioli/postings'
import type { BillInput__Output, ExpenseInput__Output } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import type { VendorReference } from '../contacts/contact.ts'
import type { OpeningFacts, RequestedDocument } from '../document-writes/create-documents.ts'
import { amountFrom, draftLine, draftTaxes, requestedTaxes } from '../line-items/requested-lines.ts'
import { prefetchLines, prefetchTaxes, taxesFrom } from '../line-items/resolve-lines.ts'
import { entriesOfBill } from '../payables/bill.postings.ts'
import {
  dueDateOf,
  methodFrom,
  requireSoundAmounts,
  TERMS,
  type Bill,
  type PaymentMethod,
  type Terms,
} from '../payables/bill.ts'
import { prefetchPayableAccounts, clearingAccountOf, payableAccounts } from '../payables/payable-accounts.ts'
import { toIdentifier } from '../posting/named-accounts.ts'
import { instantFrom } from '../requests/instants.ts'
import { oneOf } from '../requests/one-of.ts'
import { headFrom, type Remarks } from '../requests/remarks.ts'
import type { TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import { prefetchTags, tagsFrom } from '../tags/tag-inputs.ts'
import { linesFrom, requestedLines, type RequestedLine } from './bill-lines.ts'

type Spending = { method: PaymentMethod; processor: string | null; clearingAccount: AccountIdentifier | undefined }

export type RequestedBill = Omit<RequestedDocument, 'lines'> &
  Remarks &
  Pick<Bill, 'terms' | 'documentDate' | 'dueAt' | 'additionalDiscount'> & {
    vendor: VendorReference
    /** Null for a bill. */
    spending: Spending | null
    lines: readonly RequestedLine[]
    tags: readonly TagKeyValue__Output[]
  }

/** The clock of a request: now, and the time zone of its business. */
export type Clock = { now: Date; timeZone: string }

/** @throws InvalidPayload */
export const termsFrom = (terms: string | undefined, field = 'terms'): Terms | null =>
  terms === undefined ? null : oneOf(TERMS, terms, field)

type Input = Omit<ExpenseInput__Output, 'paid_at' | 'method' | 'processor' | 'payment_clearing_account_identifier'>

/** What bills and expenses have in common. */
const requestedHead = (input: Input, field: string, problems: Problems) => ({
  field,
  ...headFrom(input),
  vendor: { vendor_id: input.vendor_id, vendor_external_id: input.vendor_external_id },
  lines: requestedLines(input.line_items, `${field}line_items`, problems),
  taxes: requestedTaxes(input.additional_sales_taxes, `${field}additional_sales_taxes`, problems),
  additionalDiscount: amountFrom(input.additional_discount ?? 0, `${field}additional_discount`, problems, 0),
  tags: input.tags,
})

/** Every problem is added to `problems`. A named due date takes precedence over the terms. */
export function requestedBill(
  input: BillInput__Output,
  field: string,
  { now, timeZone }: Clock,
  problems: Problems,
): RequestedBill {
  if (input.vendor_id === undefined && input.vendor_external_id === undefined)
    problems.add('InvalidPayload', 'Expected the vendor, by vendor_id or by vendor_external_id.', {
      field: `${field}vendor_id`,
    })
  const documentDate =
    collectProblems(problems, () => instantFrom(input.received_at, `${field}received_at`, now)) ?? now
  const terms = collectProblems(problems, () => termsFrom(input.terms, `${field}terms`)) ?? null
  const dueAt = collectProblems(problems, () => instantFrom(input.due_at, `${field}due_at`, null)) ?? null
  const requested = {
    ...requestedHead(input, field, problems),
    spending: null,
    terms,
    documentDate,
    dueAt: dueAt ?? (terms && dueDateOf(documentDate, terms, timeZone)),
  }
  collectProblems(problems, () => requireSoundAmounts(draftOf(requested), field))
  return requested
}

/** Every problem is added to `problems`. */
export function requestedExpense(input: ExpenseInput__Output, { now }: Clock, problems: Problems): RequestedBill {
  const { payment_clearing_account_identifier: clearing } = input
  const documentDate = collectProblems(problems, () => instantFrom(input.paid_at, 'paid_at', now)) ?? now
  const requested = {
    ...requestedHead(input, '', problems),
    spending: {
      method: collectProblems(problems, () => methodFrom(input.method)) ?? 'OTHER',
      processor: input.processor ?? null,
      clearingAccount: clearing ? toIdentifier(clearing) : undefined,
    },
    terms: null,
    documentDate,
    dueAt: null,
  }
  collectProblems(problems, () => requireSoundAmounts(draftOf(requested)))
  return requested
}

/** How many line items and taxes it has. */
export const partsOf = ({ lines, taxes }: Pick<RequestedBill, 'lines' | 'taxes'>): number =>
  lines.reduce((sum, line) => sum + 1 + line.salesTaxes.length, taxes.length)

type Opening = Pick<Bill, 'id' | 'businessId' | 'contactId' | 'lineItems' | 'additionalSalesTaxes' | 'tags'> & {
  /** Of an expense. */
  clearingAccountId: string
  now: Date
}

/** A new bill, to which nothing is allocated. */
const opened = (
  { field: _, vendor: _vendor, lines: _lines, taxes: _taxes, spending, ...requested }: RequestedBill,
  { now, clearingAccountId, ...opening }: Opening,
): Bill => ({
  ...requested,
  ...opening,
  spending: spending && { method: spending.method, processor: spending.processor, clearingAccountId },
  voidedAt: null,
  paid: [],
  credited: [],
  version: 1,
  importedAt: now,
  updatedAt: now,
})

/** The bill's amounts alone: an impossible bill is refused before the ledger is queried. */
export const draftOf = (requested: RequestedBill): Bill =>
  opened(requested, {
    id: '',
    businessId: '',
    contactId: null,
    clearingAccountId: '',
    lineItems: requested.lines.map((line) => draftLine(line)),
    additionalSalesTaxes: draftTaxes(requested.taxes),
    tags: [],
    now: requested.documentDate,
  })

/** Prefetches what the bill names and the accounts that it is always posted to. */
export function prefetchBill(asking: LedgerPrefetch, requested: RequestedBill, taxAccounts: TaxAccounts): void {
  const { field, spending, lines, taxes, tags } = requested
  prefetchPayableAccounts(asking)
  if (spending?.clearingAccount) asking.account(spending.clearingAccount, `${field}payment_clearing_account_identifier`)
  prefetchLines(asking, lines, taxAccounts)
  prefetchTaxes(asking, taxes, taxAccounts)
  prefetchTags(asking, tags, `${field}tags`)
}

/**
 * The new bill, or every problem with it.
 * @throws AccountArchived, ControlAccount, DuplicateTagDimension, BalancingTagViolation, PeriodClosed; RetryDecision
 */
export function openBill(requested: RequestedBill, facts: OpeningFacts & { contactId: string | null }): Bill {
  const { books, newId, now, businessId, contactId } = facts
  const { field, spending } = requested
  const problems = new Problems()
  const at = `${field}payment_clearing_account_identifier`
  const clearing =
    spending && collectProblems(problems, () => clearingAccountOf(books, spending.method, spending.clearingAccount, at))
  const bill = opened(requested, {
    id: newId(),
    businessId,
    contactId,
    clearingAccountId: clearing?.id ?? '',
    lineItems: linesFrom(requested.lines, [], facts, problems),
    additionalSalesTaxes: taxesFrom(requested.taxes, [], facts, problems),
    tags: collectProblems(problems, () => tagsFrom(requested.tags, books, { newId, now }, `${field}tags`)) ?? [],
    now,
  })
  collectProblems(problems, () => requireOpenPeriod(bill, books, `${field}${spending ? 'paid_at' : 'received_at'}`))
  problems.throwIfAny()
  return bill
}

/**
 * What is posted at a time that a request names belongs there: it is never moved out of a closed period.
 * @throws PeriodClosed
 */
export function requireOpenPeriod(bill: Bill, books: Books, field: string): void {
  const desired = entriesOfBill(bill, payableAccounts(books))
  if (desired.some(({ lines }) => lines.some(({ amount }) => amount !== 0)))
    books.requireOpenAt(bill.documentDate, field)
}
