/** A bill or an expense as an update makes it. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import type { Books } from '@pacioli/postings'
import { keptMetadata } from '../requests/metadata.ts'
import { clearingAccountOf } from '../payables/payable-accounts.ts'
import { tagsFrom } from '../tags/tag-inputs.ts'
import type { DocumentTag } from '../tags/tags.ts'
import type { Vendor } from '../contacts/vendor.ts'
import { requireSoundAmounts, type Spending, type Terms } from '../payables/bill.ts'
import { dueDateOf } from '../payables/due-date.ts'
import { requireOpenPeriod } from './open-bill.ts'
import { linesFrom } from './resolve-lines.ts'
import type { StoredBill } from '../payables/stored-bill.ts'
import type { WantedUpdate } from './wanted-update.ts'
import { type TaxAccountOf, taxesFrom } from '../line-items/resolve-lines.ts'

export type UpdateFacts = {
  books: Books
  /** The one that is named, if one is. */
  vendor: Vendor | undefined
  taxAccountOf: TaxAccountOf
  newId: () => string
  now: Date
  timeZone: string
}

/**
 * The bill with what is wanted; the same one if nothing is others, else a new version of it. Line items and taxes that it
 * has already keep their ids.
 * @throws BillVoided, BillHasPayments, AccountArchived, ControlAccount, DuplicateTagDimension, BalancingTagViolation,
 *   NegativeTotal, AmountOutOfRange, OverAllocated, PeriodClosed, InvalidPayload; every problem at once; AskAgain
 */
export function updated(bill: StoredBill, wanted: WantedUpdate, facts: UpdateFacts): StoredBill {
  requireNotVoided(bill)
  const problems = new Problems()
  const receivedAt = wanted.receivedAt ?? bill.receivedAt
  const after: StoredBill = {
    ...bill,
    externalId: given(wanted.externalId, bill.externalId),
    vendorId: vendorOf(bill, wanted, facts, problems),
    spending: bill.spending && spendingOf(bill.spending, wanted, facts, problems),
    terms: given(wanted.terms, bill.terms),
    receivedAt,
    dueAt: dueAtOf(bill, wanted, receivedAt, facts.timeZone),
    lineItems: same(wanted.lines && linesFrom(wanted.lines, bill.lineItems, facts, problems), bill.lineItems),
    additionalSalesTaxes: same(
      wanted.taxes && taxesFrom(wanted.taxes, bill.additionalSalesTaxes, facts, problems),
      bill.additionalSalesTaxes,
    ),
    additionalDiscount: given(wanted.additionalDiscount, bill.additionalDiscount),
    tags: tagsOf(bill, wanted, facts, problems),
    memo: given(wanted.memo, bill.memo),
    metadata: keptMetadata(given(wanted.metadata, bill.metadata), bill.metadata),
    referenceNumber: given(wanted.referenceNumber, bill.referenceNumber),
  }
  collectProblems(problems, () => requireSoundAmounts(after))
  problems.throwIfAny()
  if (receivedAt.getTime() !== bill.receivedAt.getTime())
    requireOpenPeriod(after, facts.books, bill.spending ? 'paid_at' : 'received_at')
  return isDeepStrictEqual(after, bill) ? bill : { ...after, version: bill.version + 1, updatedAt: facts.now }
}

/** @throws BillVoided */
export function requireNotVoided({ voidedAt, spending }: Pick<StoredBill, 'voidedAt' | 'spending'>): void {
  if (voidedAt === null) return
  throw refused('BillVoided', `The ${spending ? 'expense' : 'bill'} was voided at ${voidedAt.toISOString()}.`, {
    field: 'billId',
  })
}

const given = <Value>(wanted: Value | undefined, before: Value): Value => (wanted === undefined ? before : wanted)

/** What says the same is the same list: it is not written again. */
const same = <List extends readonly unknown[]>(wanted: List | undefined, before: List): List =>
  wanted === undefined || isDeepStrictEqual(wanted, before) ? before : wanted

/** Whom payments and credits on the bill went to cannot change. */
function vendorOf(bill: StoredBill, wanted: WantedUpdate, facts: UpdateFacts, problems: Problems): string | null {
  if (wanted.vendor === undefined) return bill.vendorId
  const vendorId = facts.vendor?.id ?? null
  if (vendorId !== bill.vendorId && bill.paid.length + bill.credited.length > 0)
    problems.add(
      'BillHasPayments',
      'Payments or credits of its vendor are allocated to the bill: it stays the bill of that vendor until they are taken back.',
      { field: wanted.vendor?.vendor_id === undefined ? 'vendor_external_id' : 'vendor_id', value: vendorId },
    )
  return vendorId
}

/** A clearing account that nobody has named is that of the method, also once that is another one. */
function spendingOf(spending: Spending, wanted: WantedUpdate, { books }: UpdateFacts, problems: Problems): Spending {
  const method = wanted.method ?? spending.method
  const processor = given(wanted.processor, spending.processor)
  const followsMethod = (): boolean =>
    spending.clearingAccountId === clearingAccountOf(books, spending.method, undefined).id
  const stays =
    wanted.clearingAccount === undefined &&
    (wanted.method === undefined || method === spending.method || !followsMethod())
  if (stays) return { ...spending, method, processor }
  const account = collectProblems(problems, () => clearingAccountOf(books, method, wanted.clearingAccount ?? undefined))
  return { method, processor, clearingAccountId: account?.id ?? spending.clearingAccountId }
}

/**
 * A due date that is named stands. One that followed from the terms follows from them still; with other terms it always
 * does.
 */
function dueAtOf(bill: StoredBill, wanted: WantedUpdate, receivedAt: Date, timeZone: string): Date | null {
  if (wanted.dueAt) return wanted.dueAt
  const terms = given(wanted.terms, bill.terms)
  const fromTerms = (at: Date, of: Terms | null): Date | null => of && dueDateOf(at, of, timeZone)
  const followed = bill.terms !== null && fromTerms(bill.receivedAt, bill.terms)?.getTime() === bill.dueAt?.getTime()
  const hasOthers = terms !== null && terms !== bill.terms
  return wanted.dueAt === null || hasOthers || followed ? fromTerms(receivedAt, terms) : bill.dueAt
}

function tagsOf(
  bill: StoredBill,
  wanted: WantedUpdate,
  { books, newId, now }: UpdateFacts,
  problems: Problems,
): readonly DocumentTag[] {
  const inputs = wanted.tags
  if (inputs === undefined) return bill.tags
  return collectProblems(problems, () => tagsFrom(inputs, books, { newId, now, there: bill.tags }, 'tags')) ?? []
}
