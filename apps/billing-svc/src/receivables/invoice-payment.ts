/** Invoice payments: money from a customer, allocated to their invoices; the remainder is their credit. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { liveOf, type DocumentHead } from '../documents/document.ts'
import type { Allocation } from '../allocations/allocation.ts'
import { inProportion } from '../rounding/pro-rata.ts'
import { sumOf } from '../rounding/sum.ts'

export const INVOICE_PAYMENT_METHODS = ['CASH', 'CHECK', 'CREDIT_CARD', 'ACH', 'CREDIT_BALANCE', 'OTHER'] as const
export type InvoicePaymentMethod = (typeof INVOICE_PAYMENT_METHODS)[number]

/** It counts from the time of the payment. */
export type InvoicePaymentAllocation = Allocation & {
  /** When the invoice was voided and it became the customer's credit, or when the payment was deleted. */
  movedToCreditAt: Date | null
  /** What of it came back with the return of the payment; its shares say how much of that each is. */
  returnedAmount: number
}

/** It bounced, or was charged back. One that was undone stays, with `deletedAt`. */
export type PaymentReturn = {
  id: string
  externalId: string | null
  /** The canonical request of its create; present only while it is created. */
  asked?: CanonicalRequest | undefined
  paymentId: string
  returnedAt: Date
  /** All that came back. */
  amount: number
  /** What of it was of the rest that no invoice got. */
  restAmount: number
  /** What the bank or the processor charged for it. */
  fee: number
  reason: string | null
  /** The payout that it is a member of. */
  payoutId: string | null
  /** Of its events. */
  version: number
  importedAt: Date
  updatedAt: Date
  deletedAt: Date | null
}

export type InvoicePayment = DocumentHead & {
  contactId: string
  paidAt: Date
  method: InvoicePaymentMethod
  processor: string | null
  clearingAccountId: string
  amount: number
  /** The processor's fee. */
  fee: number
  /** In the order of creation, each for a different invoice. */
  allocations: readonly InvoicePaymentAllocation[]
  /** Refunded amounts, by invoice; null is the customer's credit. */
  refunded: readonly RefundedOfPayment[]
  /** The payout that it is a member of. */
  payoutId: string | null
  /** In the order of creation; of those that stand, at most one. */
  returns: readonly PaymentReturn[]
  importedAt: Date
  /** It never was: it has no entries, and its allocations are off their invoices. */
  deletedAt: Date | null
}

/** The return of a payment with its payment. */
export type ReturnMember = { payment: InvoicePayment; back: PaymentReturn }

/** `id` of the refund's part; `voidedId` is the invoice that it was of until that was voided. */
export type RefundedOfPayment = {
  id: string
  refundId: string
  allocationId: string
  invoiceId: string | null
  voidedId?: string
  amount: number
}

/** The unallocated amount, which is the customer's credit. */
export const restOf = ({ amount, allocations }: Pick<InvoicePayment, 'amount' | 'allocations'>): number =>
  sumOf([amount, ...allocations.map((allocation) => -allocation.amount)])

/** Since when an allocation is the customer's credit: the instant of a deletion is none. */
export const creditSince = (
  { movedToCreditAt }: Pick<InvoicePaymentAllocation, 'movedToCreditAt'>,
  { deletedAt }: Pick<InvoicePayment, 'deletedAt'>,
): Date | null => (movedToCreditAt?.getTime() === deletedAt?.getTime() ? null : movedToCreditAt)

/** The return that stands. */
export const returnOf = ({ returns }: Pick<InvoicePayment, 'returns'>): PaymentReturn | null =>
  liveOf(returns)[0] ?? null

/** The refunded amount of the payment. */
export const refundedOf = ({ refunded }: Pick<InvoicePayment, 'refunded'>): number =>
  sumOf(refunded.map(({ amount }) => amount))

/** With the amounts that are derived from allocations and refunds. */
export const withAmounts = (payment: InvoicePayment) => ({
  ...payment,
  restAmount: restOf(payment),
  refundedAmount: refundedOf(payment),
})

/**
 * The fee of each allocation, and last that of the remainder, in proportion to their amounts, since each part of the entry
 * balances under its own tags.
 */
export const feesOf = (payment: Pick<InvoicePayment, 'amount' | 'fee' | 'allocations'>): number[] =>
  inProportion([...payment.allocations.map(({ amount }) => amount), restOf(payment)], payment.fee)

/** The payment's amount on its clearing account. Below zero where the fee exceeds the payment. */
export const clearedBy = ({ amount, fee }: Pick<InvoicePayment, 'amount' | 'fee'>): number => amount - fee

/** The amount that its return takes from the clearing account. */
export const clearedByReturn = ({ amount, fee }: Pick<PaymentReturn, 'amount' | 'fee'>): number => amount + fee

/**
 * What the payment adds to the customer's credit, by its entries: its remainder and allocations of voided invoices; less its
 * amount if it was paid out of the credit, and less what came back of that.
 */
export const creditOfPayment = (payment: InvoicePayment): { event: string; at: Date; amount: number }[] => {
  const { paidAt: at } = payment
  if (payment.deletedAt !== null) return []
  const moved = payment.allocations.filter(({ movedToCreditAt }) => movedToCreditAt !== null)
  const back = returnOf(payment)
  return [
    { event: 'paid', at, amount: restOf(payment) - (payment.method === 'CREDIT_BALANCE' ? payment.amount : 0) },
    ...moved.map(({ id, amount }) => ({ event: `moved:${id}`, at, amount })),
    ...(back === null
      ? []
      : [
          {
            event: 'returned',
            at: back.returnedAt,
            amount: 0 - sumOf([back.restAmount, ...moved.map(({ returnedAmount }) => returnedAmount)]),
          },
        ]),
  ]
}

/** Stable name of the clearing account of a payment method (docs/POSTING-RULES.md, "Clearing accounts"). */
export function clearingAccountOfMethod(
  method: InvoicePaymentMethod | 'STORE_CREDIT',
  processor: string | null,
): string {
  switch (method) {
    case 'CREDIT_CARD':
      return 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'
    case 'ACH':
      return processor === null ? 'UNDEPOSITED_FUNDS' : 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'
    case 'CASH':
      return 'CASH'
    case 'CREDIT_BALANCE':
    case 'STORE_CREDIT':
      return 'CUSTOMER_CREDITS'
    case 'CHECK':
    case 'OTHER':
      return 'UNDEPOSITED_FUNDS'
  }
}
