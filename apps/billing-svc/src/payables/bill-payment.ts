/** Bill payments: money paid to a vendor, allocated to its bills; the remainder is a prepayment. Pure. */
import { liveOf, type DocumentHead } from '../documents/document.ts'
import type { Allocation } from '../allocations/allocation.ts'
import type { PaymentMethod } from './bill.ts'
import type { RefundedPart } from './refunded-part.ts'
import { sumOf } from '../rounding/sum.ts'

export type PaymentAllocation = Allocation & {
  /** Allocated after the payment was created, out of its remainder. */
  isLater: boolean
  deletedAt: Date | null
}

export type BillPayment = DocumentHead & {
  contactId: string
  paidAt: Date
  method: PaymentMethod
  processor: string | null
  clearingAccountId: string
  amount: number
  /** In the order of creation. Those of a deleted payment are deleted with it. */
  allocations: readonly PaymentAllocation[]
  /** What live vendor refunds take of it. */
  refunded: readonly RefundedPart[]
  importedAt: Date
  deletedAt: Date | null
}

/** What is neither allocated nor refunded. */
export const unallocatedOf = (payment: Pick<BillPayment, 'amount' | 'allocations' | 'refunded'>): number =>
  sumOf([payment.amount, ...[...liveOf(payment.allocations), ...payment.refunded].map(({ amount }) => -amount)])

/** Stable names of the clearing accounts of payment methods (docs/POSTING-RULES.md, "Clearing accounts"). */
export const CLEARING_ACCOUNTS: Record<PaymentMethod, string> = {
  ACH: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
  CHECK: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
  OTHER: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
  CASH: 'CASH',
  CREDIT_CARD: 'UNDEPOSITED_OUTFLOWS',
}

/** Those of refunds of vendors. */
export const REFUND_CLEARING_ACCOUNTS: Record<PaymentMethod, string> = {
  ACH: 'UNDEPOSITED_FUNDS',
  CHECK: 'UNDEPOSITED_FUNDS',
  OTHER: 'UNDEPOSITED_FUNDS',
  CASH: 'CASH',
  CREDIT_CARD: 'UNDEPOSITED_OUTFLOWS',
}
