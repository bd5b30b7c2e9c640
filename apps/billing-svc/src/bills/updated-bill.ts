/** A bill or an expense after an update. Pure. */
import { refuseEarlyDueDate } from '../documents/day-order.ts'
import { isDeepStrictEqual } from 'node:util'
import { collectProblems, Problems } from '@pacioli/errors'
import type { Books } from '@pacioli/postings'
import { clearingAccountOf, payableAccounts } from '../payables/payable-accounts.ts'
import { updatedHead, updatedList, updatedValue } from '../requests/updates.ts'
import type { Contact } from '../contacts/contact.ts'
import {
  dueDateOf,
  BILL_RECEIVED,
  requireNotVoided,
  requireSoundAmounts,
  type Bill,
  type Spending,
  type Terms,
} from '../payables/bill.ts'
import { linesFrom } from './bill-lines.ts'
import { entriesOfBill } from '../payables/bill.postings.ts'
import { requireOpenFor } from '../posting/standing-entries.ts'
import type { RequestedUpdate } from './requested-update.ts'
import { type TaxAccountOf, taxesFrom } from '../line-items/resolve-lines.ts'

export type UpdateFacts = {
  books: Books
  /** Undefined where none is named. */
  vendor: Contact | undefined
  taxAccountOf: TaxAccountOf
  newId: () => string
  now: Date
  timeZone: string
}

/**
 * The bill with the requested changes: a new version, or the same object if nothing changes. Existing line items and taxes
 * keep their ids.
 * @throws BillVoided, BillHasPayments, AccountArchived, ControlAccount, DuplicateTagDimension, BalancingTagViolation,
 *   NegativeTotal, DatedTooEarly, AmountOutOfRange, OverAllocated, PeriodClosed, InvalidPayload; every problem at once; RetryDecision
 */
export function updated(bill: Bill, requested: RequestedUpdate, facts: UpdateFacts): Bill {
  requireNotVoided(bill)
  const problems = new Problems()
  const documentDate = requested.documentDate ?? bill.documentDate
  const after: Bill = {
    ...bill,
    contactId: vendorOf(bill, requested, facts, problems),
    spending: bill.spending && spendingOf(bill.spending, requested, facts, problems),
    terms: updatedValue(requested.terms, bill.terms),
    documentDate,
    dueAt: dueAtOf(bill, requested, documentDate, facts.timeZone),
    lineItems: updatedList(
      requested.lines && linesFrom(requested.lines, bill.lineItems, facts, problems),
      bill.lineItems,
    ),
    additionalSalesTaxes: updatedList(
      requested.taxes && taxesFrom(requested.taxes, bill.additionalSalesTaxes, facts, problems),
      bill.additionalSalesTaxes,
    ),
    additionalDiscount: updatedValue(requested.additionalDiscount, bill.additionalDiscount),
    ...updatedHead(bill, requested, facts, problems),
  }
  const { dueAt } = after
  if (documentDate.getTime() !== bill.documentDate.getTime() || dueAt?.getTime() !== bill.dueAt?.getTime())
    refuseEarlyDueDate(
      after,
      { what: BILL_RECEIVED, field: requested.dueAt ? 'due_at' : 'received_at' },
      facts.timeZone,
      problems,
    )
  collectProblems(problems, () => requireSoundAmounts(after))
  problems.throwIfAny()
  if (documentDate.getTime() !== bill.documentDate.getTime())
    requireOpenFor(
      entriesOfBill(after, payableAccounts(facts.books)),
      facts.books,
      bill.spending ? 'paid_at' : 'received_at',
    )
  return isDeepStrictEqual(after, bill) ? bill : { ...after, version: bill.version + 1, updatedAt: facts.now }
}

/** The vendor cannot change while payments or credits are allocated to the bill. */
function vendorOf(bill: Bill, requested: RequestedUpdate, facts: UpdateFacts, problems: Problems): string | null {
  if (requested.vendor === undefined) return bill.contactId
  const contactId = facts.vendor?.id ?? null
  if (contactId !== bill.contactId && bill.paid.length + bill.credited.length > 0)
    problems.add(
      'BillHasPayments',
      'Payments or credits of its vendor are allocated to the bill: it stays the bill of that vendor until they are taken back.',
      { field: requested.vendor?.vendor_id === undefined ? 'vendor_external_id' : 'vendor_id', value: contactId },
    )
  return contactId
}

/** A clearing account that was not named follows the payment method. */
function spendingOf(
  spending: Spending,
  requested: RequestedUpdate,
  { books }: UpdateFacts,
  problems: Problems,
): Spending {
  const method = requested.method ?? spending.method
  const processor = updatedValue(requested.processor, spending.processor)
  const followsMethod = (): boolean =>
    spending.clearingAccountId === clearingAccountOf(books, spending.method, undefined).id
  const stays =
    requested.clearingAccount === undefined &&
    (requested.method === undefined || method === spending.method || !followsMethod())
  if (stays) return { ...spending, method, processor }
  const account = collectProblems(problems, () =>
    clearingAccountOf(books, method, requested.clearingAccount ?? undefined),
  )
  return { method, processor, clearingAccountId: account?.id ?? spending.clearingAccountId }
}

/** A named due date wins. One derived from the terms is derived again; new terms always derive it. */
function dueAtOf(bill: Bill, requested: RequestedUpdate, documentDate: Date, timeZone: string): Date | null {
  if (requested.dueAt) return requested.dueAt
  const terms = updatedValue(requested.terms, bill.terms)
  const fromTerms = (at: Date, of: Terms | null): Date | null => of && dueDateOf(at, of, timeZone)
  const followed = bill.terms !== null && fromTerms(bill.documentDate, bill.terms)?.getTime() === bill.dueAt?.getTime()
  const hasOthers = terms !== null && terms !== bill.terms
  return requested.dueAt === null || hasOthers || followed ? fromTerms(documentDate, terms) : bill.dueAt
}
