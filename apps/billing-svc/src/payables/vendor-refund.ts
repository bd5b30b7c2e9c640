/** Vendor refunds: money that a vendor pays back, of what is left of payments and of credits. Pure. */
import { Problems } from '@pacioli/errors'
import type { Share } from '../allocations/recognition.ts'
import { refuseEarlier } from '../documents/day-order.ts'
import type { Update } from '../documents/document-kind.ts'
import { nextVersionOf, type DocumentHead } from '../documents/document.ts'
import { mergedTags, type TagRef } from '../tags/tags.ts'
import { unallocatedOf as restOfPayment, type BillPayment } from './bill-payment.ts'
import type { PaymentMethod } from './bill.ts'
import { refundSharesOf } from './credit-recognition.ts'
import type { RefundedPart } from './refunded-part.ts'
import { unallocatedOf as restOfCredit, type VendorCredit } from './vendor-credit.ts'

/** Of one payment or of one credit. */
export type VendorRefundAllocation = {
  id: string
  paymentId: string | null
  vendorCreditId: string | null
  amount: number
  /** Of a credit: the shares of its line items that the cash books take back. */
  shares: readonly Share[]
  /** Tags of its journal lines: those of the payment or credit, then those of the refund. */
  postedTags: readonly TagRef[]
  createdAt: Date
  deletedAt: Date | null
}

export type VendorRefund = DocumentHead & {
  contactId: string
  documentDate: Date
  method: PaymentMethod
  processor: string | null
  clearingAccountId: string
  amount: number
  /** They sum to the amount. Those of a deleted refund are deleted with it. */
  allocations: readonly VendorRefundAllocation[]
  importedAt: Date
  deletedAt: Date | null
}

/** What is refunded: a payment or a credit. */
export type Refundable = { payment: BillPayment } | { credit: VendorCredit }

/** A part that a request names; `place` is the field of the name, `field` that of the part, with a trailing dot. */
export type RefundPart = { amount: number; field: string; place: string; of: Refundable }

export const refundableDocument = (of: Refundable): BillPayment | VendorCredit =>
  'payment' in of ? of.payment : of.credit

/** Adds every problem with what is refunded. */
function refusePart(
  { amount, field, place, of }: RefundPart,
  refund: Pick<VendorRefund, 'contactId' | 'documentDate'>,
  timeZone: string,
  problems: Problems,
): void {
  const { id, contactId, deletedAt } = refundableDocument(of)
  const [noun, at, happened, left] =
    'payment' in of
      ? (['payment', of.payment.paidAt, 'was made', restOfPayment(of.payment)] as const)
      : (['credit', of.credit.documentDate, 'was received', restOfCredit(of.credit)] as const)
  const where = { field: place, value: id }
  if (contactId !== refund.contactId)
    problems.add('VendorMismatch', `The ${noun} ${id} is not of the vendor ${refund.contactId}.`, where)
  else if (deletedAt !== null)
    problems.add('DocumentDeleted', `The ${noun} ${id} was deleted at ${deletedAt.toISOString()}.`, where)
  else if (amount > left)
    problems.add('OverAllocated', `${amount} would be refunded of the ${noun} ${id}; ${left} of it is left.`, {
      field: `${field}amount`,
      value: amount,
      unallocated_amount: left,
    })
  else {
    const cause = { at, what: `The ${noun} ${id} ${happened}` }
    refuseEarlier({ at: refund.documentDate, field: 'received_at' }, cause, timeZone, problems)
  }
}

type Refunding = { refund: VendorRefund; payments: Update<BillPayment>[]; credits: Update<VendorCredit>[] }

/**
 * The new refund with its allocations, and what it refunds.
 * @param parts of different payments and credits, locked
 * @throws VendorMismatch, DocumentDeleted, OverAllocated, DatedTooEarly; every problem at once
 */
export function refunding(
  refund: VendorRefund,
  parts: readonly RefundPart[],
  { timeZone, now, newId }: { timeZone: string; now: Date; newId: () => string },
): Refunding {
  const problems = new Problems()
  for (const part of parts) refusePart(part, refund, timeZone, problems)
  problems.throwIfAny()
  const made = parts.map(({ amount, of }) => {
    const allocation: VendorRefundAllocation = {
      id: newId(),
      paymentId: 'payment' in of ? of.payment.id : null,
      vendorCreditId: 'credit' in of ? of.credit.id : null,
      amount,
      shares: 'credit' in of ? refundSharesOf(of.credit, { amount, at: refund.documentDate, tags: refund.tags }) : [],
      postedTags: mergedTags(refundableDocument(of).tags, refund.tags),
      createdAt: now,
      deletedAt: null,
    }
    const { id, shares } = allocation
    return { of, allocation, part: { id, amount, shares } }
  })
  return {
    refund: { ...refund, allocations: made.map(({ allocation }) => allocation) },
    payments: made.flatMap(({ of, part }) =>
      'payment' in of ? [withRefunded(of.payment, [...of.payment.refunded, part], now)] : [],
    ),
    credits: made.flatMap(({ of, part }) =>
      'credit' in of ? [withRefunded(of.credit, [...of.credit.refunded, part], now)] : [],
    ),
  }
}

type Refunded = { refunded: readonly RefundedPart[]; version: number; updatedAt: Date }

const withRefunded = <Document extends Refunded>(
  before: Document,
  refunded: readonly RefundedPart[],
  now: Date,
): Update<Document> => ({ before, after: nextVersionOf<Document>(before, { ...before, refunded }, now) })

/** The documents that this refund takes from, without what it takes. */
export function unrefunded<Document extends Refunded>(
  documents: readonly Document[],
  { allocations }: Pick<VendorRefund, 'allocations'>,
  now: Date,
): Update<Document>[] {
  const gone = new Set(allocations.map(({ id }) => id))
  const isKept = ({ id }: RefundedPart): boolean => !gone.has(id)
  return documents
    .filter(({ refunded }) => !refunded.every(isKept))
    .map((one) => withRefunded(one, one.refunded.filter(isKept), now))
}

/** The refund with the tags of now: no amount moves. @param giverOf what an allocation is of, if that is at hand */
export function retaggedRefund(
  refund: VendorRefund,
  giverOf: (allocation: VendorRefundAllocation) => BillPayment | VendorCredit | undefined,
): VendorRefund {
  const allocations = refund.allocations.map((one): VendorRefundAllocation => {
    const giver = one.deletedAt === null ? giverOf(one) : undefined
    if (!giver) return one
    const taking = { amount: one.amount, at: refund.documentDate, tags: refund.tags }
    const shares = 'lineItems' in giver ? refundSharesOf(giver, taking, one.shares) : one.shares
    return { ...one, shares, postedTags: mergedTags(giver.tags, refund.tags) }
  })
  return { ...refund, allocations }
}
