/**
 * Bills and expenses as requests state them, before anything is looked up, and their resolution by the ledger's facts. Pure.
 */
import { refuseEarlyDueDate } from '../documents/day-order.ts'
import { collectProblems, Problems } from '@pacioli/errors'
import type { LedgerPrefetch, Books } from '@pacioli/postings'
import type { BillInput__Output, ExpenseInput__Output } from '@pacioli/protos/billing'
import type { Moment } from '../documents/moment.ts'
import { newDocument } from '../document-writes/create-document.ts'
import type { OpeningFacts } from '../document-writes/create-documents.ts'
import { requestedTax } from '../line-items/requested-lines.ts'
import { prefetchLines, prefetchTaxes, taxesFrom } from '../line-items/resolve-lines.ts'
import { entriesOfBill } from '../payables/bill.postings.ts'
import {
  dueDateOf,
  PAYMENT_METHODS,
  BILL_RECEIVED,
  requireSoundAmounts,
  TERMS,
  type Bill,
  type PaymentMethod,
  type Spending,
} from '../payables/bill.ts'
import { prefetchPayableAccounts, clearingAccountOf, payableAccounts } from '../payables/payable-accounts.ts'
import { resolveTags } from '../posting/resolve-names.ts'
import { requireOpenFor } from '../posting/standing-entries.ts'
import { paidBy, prefetchClearing, type PaidBy } from '../requests/payments.ts'
import { headOf } from '../requests/requested-head.ts'
import type { RequestReader } from '../requests/request-reader.ts'
import type { TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'
import { linesFrom, requestedLines } from './bill-lines.ts'

export type RequestedBill = ReturnType<typeof requestedHead> &
  Pick<Bill, 'terms' | 'documentDate' | 'dueAt'> & {
    /** Null for a bill. */
    spending: PaidBy<PaymentMethod> | null
  }

type Input = Omit<ExpenseInput__Output, 'paid_at' | 'method' | 'processor' | 'payment_clearing_account_identifier'>

/** What bills and expenses have in common. */
const requestedHead = (read: RequestReader<Input>) => ({
  ...headOf(read),
  vendor: { vendor_id: read.input.vendor_id, vendor_external_id: read.input.vendor_external_id },
  lines: requestedLines(read),
  taxes: read.elements('additional_sales_taxes').map(requestedTax),
  additionalDiscount: read.amount('additional_discount', 0) ?? 0,
})

/** A named due date takes precedence over the terms. */
export function requestedBill(read: RequestReader<BillInput__Output>, { now, timeZone }: Moment): RequestedBill {
  const { vendor_id, vendor_external_id } = read.input
  if (vendor_id === undefined && vendor_external_id === undefined)
    read.refuse('vendor_id', 'Expected the vendor, by vendor_id or by vendor_external_id.')
  const documentDate = read.instant('received_at') ?? now
  const terms = read.oneOf('terms', TERMS) ?? null
  const dueAt = read.instant('due_at') ?? (terms && dueDateOf(documentDate, terms, timeZone))
  refuseEarlyDueDate(
    { documentDate, dueAt },
    { what: BILL_RECEIVED, field: `${read.field}due_at` },
    timeZone,
    read.problems,
  )
  return sound(read, { ...requestedHead(read), spending: null, terms, documentDate, dueAt })
}

export function requestedExpense(read: RequestReader<ExpenseInput__Output>, { now }: Moment): RequestedBill {
  const documentDate = read.instant('paid_at') ?? now
  const head = requestedHead(read)
  return sound(read, { ...head, spending: paidBy(read, PAYMENT_METHODS), terms: null, documentDate, dueAt: null })
}

/** An impossible bill is refused before the ledger is queried. */
function sound(read: RequestReader<object>, requested: RequestedBill): RequestedBill {
  const { lines: lineItems, taxes: additionalSalesTaxes } = requested
  const draft = { ...requested, lineItems, additionalSalesTaxes, voidedAt: null, paid: [], credited: [] }
  read.check(() => requireSoundAmounts(draft, read.field))
  return requested
}

/** How many line items and taxes it has. */
export const partsOf = ({ lines, taxes }: Pick<RequestedBill, 'lines' | 'taxes'>): number =>
  lines.reduce((sum, line) => sum + 1 + line.salesTaxes.length, taxes.length)

/** Prefetches what the bill names and the accounts that it is always posted to. */
export function prefetchBill(asking: LedgerPrefetch, requested: RequestedBill, taxAccounts: TaxAccounts): void {
  const { field, spending, lines, taxes, tags } = requested
  prefetchPayableAccounts(asking)
  if (spending) prefetchClearing(asking, spending, field)
  prefetchLines(asking, lines, taxAccounts)
  prefetchTaxes(asking, taxes, taxAccounts)
  prefetchTags(asking, tags, `${field}tags`)
}

/**
 * The new bill, to which nothing is allocated, or every problem with it.
 * @throws AccountArchived, ControlAccount, DuplicateTagDimension, BalancingTagViolation, PeriodClosed; RetryDecision
 */
export function openBill(requested: RequestedBill, facts: OpeningFacts & { contactId: string | null }): Bill {
  const { books, contactId } = facts
  const { field, vendor: _vendor, lines, taxes, spending, ...head } = requested
  const problems = new Problems()
  const bill: Bill = {
    ...head,
    ...newDocument(facts),
    contactId,
    spending: spending && spendingFrom(spending, field, books, problems),
    lineItems: linesFrom(lines, [], facts, problems),
    additionalSalesTaxes: taxesFrom(taxes, [], facts, problems),
    tags: resolveTags(requested, facts, problems),
    voidedAt: null,
    paid: [],
    credited: [],
  }
  const at = `${field}${spending ? 'paid_at' : 'received_at'}`
  collectProblems(problems, () => requireOpenFor(entriesOfBill(bill, payableAccounts(books)), books, at))
  problems.throwIfAny()
  return bill
}

function spendingFrom(
  { method, processor, clearingAccount }: PaidBy<PaymentMethod>,
  field: string,
  books: Books,
  problems: Problems,
): Spending {
  const at = `${field}payment_clearing_account_identifier`
  const account = collectProblems(problems, () => clearingAccountOf(books, method, clearingAccount, at))
  return { method, processor, clearingAccountId: account?.id ?? '' }
}
