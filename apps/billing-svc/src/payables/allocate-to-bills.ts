/** Allocations of payments and vendor credits to bills, and their removal. Pure. */
import { Problems, refused } from '@pacioli/errors'
import type { Update } from '../documents/document-kind.ts'
import { refuseEarlier } from '../documents/day-order.ts'
import { liveOf, nextVersionOf } from '../documents/document.ts'
import { recognize, type Recognized } from '../allocations/recognition.ts'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { unallocatedOf, type BillPayment, type PaymentAllocation } from './bill-payment.ts'
import { recognizableBill, type PayableAccounts } from './bill.postings.ts'
import { amountsOf, type Bill } from './bill.ts'
import { billFieldOf } from './named-bills.ts'
import type { RequestedAllocation } from './bill-recipients.ts'
import { sharesOfCredit } from './credit-recognition.ts'
import {
  unallocatedOf as unallocatedOfCredit,
  type VendorCredit,
  type VendorCreditAllocation,
} from './vendor-credit.ts'
import type { REMARKS } from '../requests/remarks.ts'

/** The most allocations of a payment or a credit, and on a bill: each is shown with all of them. */
const MAX_ALLOCATIONS = 1_000

/** A requested allocation with its bill, locked, and what live allocations have recognized of that. */
export type BillPart = RequestedAllocation & { bill: Bill; before: readonly Recognized[] }

/** The same of a credit. */
export type ResolvedCreditPart = BillPart & {
  /** As the request names it. */
  allocatedAt: Date | null
}

/** The same of a payment. */
export type ResolvedAllocation = BillPart &
  Pick<PaymentAllocation, (typeof REMARKS)[number]> & {
    ownTags: readonly DocumentTag[]
  }

/** A payment or a credit, its name in messages, and its unallocated amount. */
type Giver = {
  kind: 'payment' | 'credit'
  contactId: string
  unallocated: number
  allocations: readonly { deletedAt: Date | null }[]
}

/** @throws VendorMismatch, BillVoided, OverAllocated, TooManyAllocations; every problem of the bills at once */
function requireGivable(giver: Giver, parts: readonly BillPart[]): void {
  const problems = new Problems()
  for (const part of parts) refuseReceiving(part, giver, problems)
  problems.throwIfAny()
  const [first] = parts
  if (first === undefined) return
  const field = `${first.field}amount`
  const amount = sumOf(parts.map((one) => one.amount))
  const { kind, unallocated, allocations } = giver
  if (amount > unallocated)
    throw refused(
      'OverAllocated',
      `${amount} would be allocated of the ${kind}; ${unallocated} of it is unallocated.`,
      {
        field,
        value: amount,
        unallocated_amount: unallocated,
      },
    )
  const live = liveOf(allocations).length + parts.length
  if (live > MAX_ALLOCATIONS)
    throw refused(
      'TooManyAllocations',
      `The ${kind} would have ${live} allocations; at most ${MAX_ALLOCATIONS} are possible.`,
      { field },
    )
}

/** Adds a problem where the bill cannot receive this. */
function refuseReceiving({ bill, name, amount, field }: BillPart, { contactId }: Giver, problems: Problems): void {
  const { outstandingBalance } = amountsOf(bill)
  const where = { field: billFieldOf(name, field), value: bill.id }
  if (bill.contactId !== contactId)
    problems.add('VendorMismatch', `The bill ${bill.id} is not of the vendor ${contactId}.`, where)
  else if (bill.voidedAt !== null)
    problems.add('BillVoided', `The bill ${bill.id} was voided at ${bill.voidedAt.toISOString()}.`, where)
  else if (amount > outstandingBalance)
    problems.add(
      'OverAllocated',
      `${amount} would be allocated to the bill ${bill.id}; ${outstandingBalance} of it is outstanding.`,
      { field: `${field}amount`, value: amount, bill_id: bill.id, outstanding_balance: outstandingBalance },
    )
  else if (bill.paid.length + bill.credited.length >= MAX_ALLOCATIONS)
    problems.add(
      'TooManyAllocations',
      `The bill ${bill.id} has ${MAX_ALLOCATIONS} allocations of payments and credits, and takes no more. Delete payments or take credits back, and pay it in fewer parts.`,
      where,
    )
}

/** A new version of the bill with these allocations. */
export const withParts = (before: Bill, parts: Partial<Pick<Bill, 'paid' | 'credited'>>, now: Date): Update<Bill> => ({
  before,
  after: nextVersionOf<Bill>(before, parts, now),
})

export type AllocationFacts = {
  accounts: PayableAccounts
  /** When the allocations count. */
  allocatedAt: Date
  /** Out of the unallocated amount of an earlier payment. */
  isLater: boolean
  now: Date
  newId: () => string
}

/**
 * The payment with further allocations, each to a different bill, and these bills. The payment keeps its version, since it
 * may be new.
 * @throws VendorMismatch, BillVoided, OverAllocated, TooManyAllocations; every problem at once
 */
export function allocate(
  payment: BillPayment,
  parts: readonly ResolvedAllocation[],
  facts: AllocationFacts,
): { payment: BillPayment; bills: Update<Bill>[] } {
  requireGivable({ ...payment, kind: 'payment', unallocated: unallocatedOf(payment) }, parts)
  const made = parts.map((part) => ({ bill: part.bill, allocation: allocationOf(payment, part, facts) }))
  return {
    payment: { ...payment, allocations: [...payment.allocations, ...made.map(({ allocation }) => allocation)] },
    bills: made.map(({ bill, allocation: { id, paymentId, amount, allocatedAt } }) =>
      withParts(bill, { paid: [...bill.paid, { id, paymentId, amount, allocatedAt }] }, facts.now),
    ),
  }
}

function allocationOf(
  payment: BillPayment,
  { bill, before, amount, ownTags: tags, memo, metadata, referenceNumber }: ResolvedAllocation,
  { accounts, allocatedAt, isLater, now, newId }: AllocationFacts,
): PaymentAllocation {
  const paying = { amount, allocatedAt, tags, paymentTags: payment.tags }
  const recognized = recognize({ ...recognizableBill(bill, accounts), before }, paying)
  return {
    id: newId(),
    paymentId: payment.id,
    documentId: bill.id,
    documentDate: bill.documentDate,
    amount,
    allocatedAt,
    isLater,
    ...recognized,
    tags,
    memo,
    metadata,
    referenceNumber,
    createdAt: now,
    deletedAt: null,
  }
}

/** When both the credit and the bill have been received. */
export const bothReceivedAt = (
  { documentDate: credited }: Pick<VendorCredit, 'documentDate'>,
  { documentDate: billed }: Pick<Bill, 'documentDate'>,
): Date => (credited < billed ? billed : credited)

type Changed = { credit: VendorCredit; bills: Update<Bill>[] }

/**
 * The credit with further allocations, each to a different bill, and these bills; it keeps its version likewise.
 * @throws VendorMismatch, BillVoided, OverAllocated, TooManyAllocations, DatedTooEarly; every problem at once
 */
export function allocateCredit(
  before: VendorCredit,
  parts: readonly ResolvedCreditPart[],
  { accounts, timeZone, now, newId }: { accounts: PayableAccounts; timeZone: string; now: Date; newId: () => string },
): Changed {
  requireGivable({ ...before, kind: 'credit', unallocated: unallocatedOfCredit(before) }, parts)
  const problems = new Problems()
  let credit = before
  const bills = parts.map(({ bill, amount, allocatedAt: named, before: recognized, field }) => {
    const bothAt = bothReceivedAt(before, bill)
    const received = { at: before.documentDate, what: 'The credit was received' }
    refuseEarlier({ at: named ?? bothAt, field: `${field}allocated_at` }, received, timeZone, problems)
    const part = {
      id: newId(),
      vendorCreditId: before.id,
      amount,
      allocatedAt: named ?? bothAt,
      countsFrom: named && bothAt,
    }
    const allocation: VendorCreditAllocation = {
      ...part,
      documentId: bill.id,
      documentDate: bill.documentDate,
      ...sharesOfCredit(credit, { ...part, bill, before: recognized }, accounts),
      createdAt: now,
      deletedAt: null,
    }
    credit = { ...credit, allocations: [...credit.allocations, allocation] }
    return withParts(bill, { credited: [...bill.credited, part] }, now)
  })
  problems.throwIfAny()
  return { credit, bills }
}

/**
 * The credit without these allocations, and the bills that had them; it keeps its version.
 * @param bills of these allocations, locked
 */
export function takeBack(
  credit: VendorCredit,
  allocationIds: ReadonlySet<string>,
  bills: readonly Bill[],
  now: Date,
): Changed {
  return {
    credit: {
      ...credit,
      allocations: credit.allocations.map((one) =>
        one.deletedAt === null && allocationIds.has(one.id) ? { ...one, deletedAt: now } : one,
      ),
    },
    bills: bills
      .filter(({ credited }) => credited.some(({ id }) => allocationIds.has(id)))
      .map((bill) => withParts(bill, { credited: bill.credited.filter(({ id }) => !allocationIds.has(id)) }, now)),
  }
}

/** The bill without the payment's allocations. */
export const withoutPayment = (bill: Bill, paymentId: string, now: Date): Update<Bill> =>
  withParts(bill, { paid: bill.paid.filter((part) => part.paymentId !== paymentId) }, now)
