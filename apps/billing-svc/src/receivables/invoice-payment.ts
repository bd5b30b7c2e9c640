/** Invoice payments: money from a customer, allocated to their invoices; the remainder is their credit. Pure. */
import type { DocumentHead } from '../documents/document.ts'
import type { Allocation } from '../allocations/allocation.ts'
import { inProportion } from '../rounding/pro-rata.ts'
import { sumOf } from '../rounding/sum.ts'

export const INVOICE_PAYMENT_METHODS = ['CASH', 'CHECK', 'CREDIT_CARD', 'ACH', 'CREDIT_BALANCE', 'OTHER'] as const
export type InvoicePaymentMethod = (typeof INVOICE_PAYMENT_METHODS)[number]

/** It counts from the time of the payment. */
export type InvoicePaymentAllocation = Allocation & {
  /** When the invoice was voided and it became the customer's credit, or when the payment was deleted. */
  movedToCreditAt: Date | null
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
  importedAt: Date
  /** It never was: it has no entries, and its allocations are off their invoices. */
  deletedAt: Date | null
}

/** `id` of the refund's part. */
export type RefundedOfPayment = { id: string; refundId: string; invoiceId: string | null; amount: number }

/** The unallocated amount, which is the customer's credit. */
export const restOf = ({ amount, allocations }: Pick<InvoicePayment, 'amount' | 'allocations'>): number =>
  sumOf([amount, ...allocations.map((allocation) => -allocation.amount)])

/** Since when an allocation is the customer's credit: the instant of a deletion is none. */
export const creditSince = (
  { movedToCreditAt }: Pick<InvoicePaymentAllocation, 'movedToCreditAt'>,
  { deletedAt }: Pick<InvoicePayment, 'deletedAt'>,
): Date | null => (movedToCreditAt?.getTime() === deletedAt?.getTime() ? null : movedToCreditAt)

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

/**
 * What the payment adds to the customer's credit, by its entries: its remainder and allocations of voided invoices; less its
 * amount if it was paid out of the credit.
 */
export const creditOfPayment = (payment: InvoicePayment): { event: string; at: Date; amount: number }[] => {
  const { paidAt: at } = payment
  if (payment.deletedAt !== null) return []
  const moved = payment.allocations.filter(({ movedToCreditAt }) => movedToCreditAt !== null)
  return [
    { event: 'paid', at, amount: restOf(payment) - (payment.method === 'CREDIT_BALANCE' ? payment.amount : 0) },
    ...moved.map(({ id, amount }) => ({ event: `moved:${id}`, at, amount })),
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
