/** Bill payments: money paid to a vendor, allocated to its bills; the remainder is a prepayment. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import type { PaymentMethod } from './bill.ts'
import type { Share } from '../recognition/recognition.ts'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag, TagRef } from '../tags/tags.ts'

export type PaymentAllocation = {
  id: string
  paymentId: string
  documentId: string
  /** When its bill was received. */
  documentDate: Date
  amount: number
  /** The time of the payment, or later. */
  allocatedAt: Date
  /** Allocated after the payment was created, out of its remainder. */
  isLater: boolean
  /** They sum to the amount. */
  shares: readonly Share[]
  /** Tags of its journal lines: the bill's first, then its own, then the payment's. */
  postedTags: readonly TagRef[]
  tags: readonly DocumentTag[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
  createdAt: Date
  deletedAt: Date | null
}

export type BillPayment = {
  id: string
  businessId: string
  externalId: string | null
  /** The canonical request of its create; present only while it is created. */
  asked?: CanonicalRequest | undefined
  contactId: string
  paidAt: Date
  method: PaymentMethod
  processor: string | null
  clearingAccountId: string
  amount: number
  /** In the order of creation. Those of a deleted payment are deleted with it. */
  allocations: readonly PaymentAllocation[]
  tags: readonly DocumentTag[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
  version: number
  importedAt: Date
  updatedAt: Date
  deletedAt: Date | null
}

/** Those that are not deleted. */
export const liveAllocations = ({ allocations }: Pick<BillPayment, 'allocations'>): PaymentAllocation[] =>
  allocations.filter(({ deletedAt }) => deletedAt === null)

/** The unallocated amount. */
export const unallocatedOf = ({ amount, allocations }: Pick<BillPayment, 'amount' | 'allocations'>): number =>
  sumOf([amount, ...allocations.map((allocation) => (allocation.deletedAt === null ? -allocation.amount : 0))])

/** Stable names of the clearing accounts of payment methods (docs/POSTING-RULES.md, "Clearing accounts"). */
export const CLEARING_ACCOUNTS: Record<PaymentMethod, string> = {
  ACH: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
  CHECK: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
  OTHER: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
  CASH: 'CASH',
  CREDIT_CARD: 'UNDEPOSITED_OUTFLOWS',
}
