/** Bill payments: what the business paid to a vendor, allocated to its bills; the rest is a prepayment. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import type { PaymentMethod } from './bill.ts'
import type { Share } from '../recognition/recognition.ts'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag, TagRef } from '../tags/tags.ts'

export type PaymentAllocation = {
  id: string
  paymentId: string
  billId: string
  /** When the bill in question was received. */
  billReceivedAt: Date
  amount: number
  /** When the bill got it: when it was paid, or later. */
  allocatedAt: Date
  /** Out of the rest of the payment, after it was made. */
  isLater: boolean
  /** They sum to the amount. */
  shares: readonly Share[]
  /** What its lines in the journal carry: the bill's tags first, then its own, then the payment's. */
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
  /** What a request asked for to have it made; there only while it is made. */
  asked?: CanonicalRequest | undefined
  vendorId: string
  paidAt: Date
  method: PaymentMethod
  processor: string | null
  clearingAccountId: string
  amount: number
  /** In the order in which they were made. Those of a deleted payment are deleted with it. */
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

/** What no bill has got. */
export const unallocatedOf = ({ amount, allocations }: Pick<BillPayment, 'amount' | 'allocations'>): number =>
  sumOf([amount, ...allocations.map((allocation) => (allocation.deletedAt === null ? -allocation.amount : 0))])

/** Stable names of the accounts that payments wait on until the bank reports them (posting-rules.md). */
export const CLEARING_ACCOUNTS: Record<PaymentMethod, string> = {
  ACH: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
  CHECK: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
  OTHER: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
  CASH: 'CASH',
  CREDIT_CARD: 'UNDEPOSITED_OUTFLOWS',
}
