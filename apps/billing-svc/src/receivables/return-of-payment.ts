/** What comes back with the return of a payment (docs/POSTING-RULES.md, "Returned payments"). Pure. */
import { inProportion } from '../rounding/pro-rata.ts'
import { sumOf } from '../rounding/sum.ts'
import { recognizeReturned, withReturned, type Recognition } from '../allocations/recognition.ts'
import { mergedTags, type TagRef } from '../tags/tags.ts'
import { isDeepStrictEqual } from 'node:util'
import { refused } from '@pacioli/errors'
import { inNextVersion } from '../document-writes/document-changes.ts'
import type { Change, Update } from '../documents/document-kind.ts'
import type { Invoice } from './invoice.ts'
import {
  restOf,
  returnOf,
  type InvoicePayment,
  type InvoicePaymentAllocation,
  type PaymentReturn,
} from './invoice-payment.ts'
import { refundableOfInvoice } from './refund-sources.ts'

type NewReturn = Omit<PaymentReturn, 'amount' | 'restAmount'>

/** Of the invoices of a payment, by id. */
export type Returnable = {
  /** Of its allocations that are no credit, locked. */
  invoices: ReadonlyMap<string, Invoice>
  /** Of voided ones, what their payments left that did not come back and is not refunded. */
  leftOfVoided: ReadonlyMap<string, number>
}

/** The payment with what of each destination is not refunded returned; null where all of it is refunded. */
export function withReturn(
  payment: InvoicePayment,
  returnable: Returnable,
  made: NewReturn,
): Pick<InvoicePayment, 'allocations' | 'returns'> | null {
  const returned = returnedAmounts(payment, returnable)
  const allocations = payment.allocations.map((one) => withReturnedAmount(one, returned.ofAllocation.get(one.id) ?? 0))
  const amount = sumOf([returned.ofRest, ...allocations.map(({ returnedAmount }) => returnedAmount)])
  if (amount === 0) return null
  return { allocations, returns: [...payment.returns, { ...made, amount, restAmount: returned.ofRest }] }
}

/**
 * The payment as if nothing had come back.
 * @param recognitionOf the invoice of an allocation that is no credit, with what is recognized of it
 */
export const withoutReturn = (
  payment: InvoicePayment,
  recognitionOf: (invoiceId: string) => Recognition | undefined,
  now: Date,
): Pick<InvoicePayment, 'allocations' | 'returns'> => ({
  allocations: payment.allocations.map((one) => {
    if (one.returnedAmount === 0) return one
    const recognition = one.movedToCreditAt === null ? recognitionOf(one.documentId) : undefined
    if (!recognition) return withReturnedAmount(one, 0)
    return { ...one, ...recognizeReturned(recognition, { ...one, paymentTags: payment.tags }), returnedAmount: 0 }
  }),
  returns: payment.returns.map((one) =>
    one.deletedAt === null ? { ...one, version: one.version + 1, updatedAt: now, deletedAt: now } : one,
  ),
})

const withReturnedAmount = (one: InvoicePaymentAllocation, returnedAmount: number): InvoicePaymentAllocation => ({
  ...one,
  returnedAmount,
  shares: withReturned(one.shares, returnedAmount),
})

/**
 * What was refunded of an invoice is of its allocation, also once that is voided. What was refunded of the customer's credit
 * is of the rest first, and then of allocations of voided invoices, in order.
 */
function returnedAmounts(payment: InvoicePayment, { invoices, leftOfVoided }: Returnable) {
  const refundedOf = (id: string | null): number =>
    sumOf(payment.refunded.flatMap(({ invoiceId, voidedId, amount }) => ((voidedId ?? invoiceId) === id ? amount : [])))
  let refundedCredit = refundedOf(null)
  const creditOf = (amount: number): number => {
    const kept = Math.min(amount, refundedCredit)
    refundedCredit -= kept
    return amount - kept
  }
  const ofRest = creditOf(restOf(payment))
  const ofAllocation = new Map(
    payment.allocations.map(({ id, documentId, amount, movedToCreditAt }) => {
      if (movedToCreditAt !== null)
        return [id, Math.min(creditOf(amount - refundedOf(documentId)), leftOfVoided.get(documentId) ?? 0)]
      const invoice = invoices.get(documentId)
      return [id, invoice ? Math.min(amount - refundedOf(documentId), refundableOfInvoice(invoice)) : 0]
    }),
  )
  return { ofRest, ofAllocation }
}

/** The change of a payment with the return in its next version, too: its event says how the payment is split by tags. */
export const withReturnChanged = ({ before, after }: Change<InvoicePayment>): Change<InvoicePayment> => {
  const same = new Set(before?.returns)
  const isFollowing = (one: PaymentReturn): boolean => one.deletedAt === null && same.has(one)
  if (!after.returns.some(isFollowing)) return { before, after }
  const returns = after.returns.map((one) => (isFollowing(one) ? { ...one, version: one.version + 1 } : one))
  return { before, after: { ...after, returns } }
}

/** The invoices that the payment pays another amount of now than before, in their next version. */
export const followedByInvoices = (
  invoices: readonly Invoice[],
  { allocations }: Pick<InvoicePayment, 'allocations'>,
  now: Date,
): Update<Invoice>[] => {
  const standing = new Map(allocations.map(({ id, amount, returnedAmount }) => [id, amount - returnedAmount]))
  return invoices.flatMap((before) => {
    const paid = before.paid.map((part) => ({ ...part, amount: standing.get(part.id) ?? part.amount }))
    return isDeepStrictEqual(paid, before.paid) ? [] : [inNextVersion(before, { paid }, now)]
  })
}

/** @throws DocumentMatched for a member of a payout */
export function refuseInPayout({ id, payoutId }: PaymentReturn): void {
  if (payoutId !== null)
    throw refused(
      'DocumentMatched',
      `The return ${id} is a member of the payout ${payoutId}, which has reported it, and cannot be undone.`,
      { field: 'paymentId', payout_id: payoutId },
    )
}

/** What came back and its share of the fee, by the tags under which it is posted. */
export function returnedParts(payment: InvoicePayment): { amount: number; fee: number; tags: readonly TagRef[] }[] {
  const back = returnOf(payment)
  if (back === null) return []
  const parts = [
    ...payment.allocations.map(({ returnedAmount: amount, postedTags: tags }) => ({ amount, tags })),
    { amount: back.restAmount, tags: mergedTags(payment.tags) },
  ]
  const fees = inProportion(
    parts.map(({ amount }) => amount),
    back.fee,
  )
  return parts.map((part, index) => ({ ...part, fee: fees[index] ?? 0 })).filter(({ amount }) => amount > 0)
}
