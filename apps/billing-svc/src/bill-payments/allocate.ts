/** What of a payment goes to bills. Pure. */
import { Problems } from '@pacioli/errors'
import { componentsOf, type PayableAccounts } from '../payables/bill.postings.ts'
import { amountsOf } from '../payables/bill.ts'
import type { BillChange, StoredBill } from '../payables/stored-bill.ts'
import { canGet, requireRoom, withPayment } from '../payables/bill-parts.ts'
import { billFieldOf } from '../payables/named-bills.ts'
import { recognise, type Recognised } from '../recognition/recognition.ts'
import { mergedTags, type DocumentTag } from '../tags/tags.ts'
import { unallocatedOf, type BillPayment, type PaymentAllocation } from '../payables/bill-payment.ts'
import type { WantedAllocation } from './wanted-payment.ts'

/** An allocation that a request wants, with what its names stand for. */
export type ResolvedAllocation = WantedAllocation & {
  /** The bill that it names, held. */
  bill: StoredBill
  /** What the allocations that stand on the bill have recognised of it. */
  before: readonly Recognised[]
  ownTags: readonly DocumentTag[]
}

export type AllocationFacts = {
  accounts: PayableAccounts
  /** When the bills get it. */
  allocatedAt: Date
  /** Out of the rest of a payment that was made before. */
  isLater: boolean
  now: Date
  newId: () => string
}

/**
 * The payment with further allocations, each of another bill, and the bills that get them. The payment keeps its version,
 * since it may be a new one.
 * @throws VendorMismatch, BillVoided, OverAllocated, TooManyAllocations; every problem at once
 */
export function allocate(
  payment: BillPayment,
  wanted: readonly ResolvedAllocation[],
  facts: AllocationFacts,
): { payment: BillPayment; bills: BillChange[] } {
  const problems = new Problems()
  for (const { bill, name, amount, field } of wanted)
    canGet({ bill, vendorId: payment.vendorId, amount, field, billField: billFieldOf(name, field) }, problems)
  problems.throwIfAny()
  requireRoom({ kind: 'payment', rest: unallocatedOf(payment), allocations: payment.allocations }, wanted)
  const made = wanted.map((one) => ({ bill: one.bill, allocation: allocationOf(payment, one, facts) }))
  return {
    payment: { ...payment, allocations: [...payment.allocations, ...made.map(({ allocation }) => allocation)] },
    bills: made.map(({ bill, allocation: { id, paymentId, amount, allocatedAt } }) =>
      withPayment(bill, { id, paymentId, amount, allocatedAt }, facts.now),
    ),
  }
}

function allocationOf(
  payment: BillPayment,
  wanted: ResolvedAllocation,
  { accounts, allocatedAt, isLater, now, newId }: AllocationFacts,
): PaymentAllocation {
  const { bill, before, amount, ownTags: tags } = wanted
  const { shares, postedTags } = recognise(
    {
      components: componentsOf(bill, accounts),
      total: amountsOf(bill).totalAmount,
      standsFrom: bill.receivedAt,
      tags: mergedTags(bill.tags),
      before,
    },
    { amount, allocatedAt, tags, paymentTags: payment.tags },
  )
  return {
    id: newId(),
    paymentId: payment.id,
    billId: bill.id,
    billReceivedAt: bill.receivedAt,
    amount,
    allocatedAt,
    isLater,
    shares,
    postedTags,
    tags,
    memo: wanted.memo,
    metadata: wanted.metadata,
    referenceNumber: wanted.referenceNumber,
    createdAt: now,
    deletedAt: null,
  }
}
