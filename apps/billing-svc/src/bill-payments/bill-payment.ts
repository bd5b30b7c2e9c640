/** Bill payments: what the business paid to a vendor, allocated to its bills; the rest is a prepayment. Pure. */
import type { PaymentMethod } from '../bills/bill.ts'
import type { Component } from '../bills/bill.postings.ts'
import { sharesOf } from '../documents/pro-rata.ts'
import { sumOf } from '../documents/sum.ts'
import { mergedTags, type DocumentTag, type TagRef } from '../documents/tags.ts'

/** What of one component of a bill an allocation pays, as it was recognised in the cash books. */
export type Share = {
  /** The component's key. */
  component: string
  accountId: string
  /** Where it waits, if it was paid before the bill was received and the line has such an account. */
  prepaymentAccountId: string | null
  amount: number
  tags: readonly TagRef[]
}

/** What of a component was recognised. */
export type Recognised = Pick<Share, 'component' | 'amount'>

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

/** What is recognised of a bill: its components, and what earlier allocations have of them. */
export type Recognition = {
  components: readonly Component[]
  total: number
  receivedAt: Date
  tags: readonly TagRef[]
  /** By the allocations that stand, a component perhaps by several. */
  before: readonly Recognised[]
}

/** What of an allocation decides how it is recognised. */
type Paying = { amount: number; allocatedAt: Date; tags: readonly TagRef[]; paymentTags: readonly TagRef[] }

type Carried = { shares: Share[]; postedTags: TagRef[] }

/**
 * What an allocation pays of a bill: pro rata of what is paid of it by then, less what was recognised before, so that a
 * fully paid bill has recognised exactly its total. A share may be negative.
 * @throws RangeError, for it is a defect of who asks: more is allocated than the bill's total
 */
export function recognise(bill: Recognition, allocation: Paying): Carried {
  const recognised = amountsByComponent(bill.before)
  const paidBefore = sumOf([...recognised.values()])
  const targets = sharesOf(
    bill.components.map(({ amount }) => amount),
    bill.total,
    paidBefore + allocation.amount,
  )
  return carried(bill, allocation, ({ key }, index) => (targets[index] ?? 0) - (recognised.get(key) ?? 0))
}

/**
 * All allocations of a bill that has changed, recognised from the beginning, in the order in which they were made. Where
 * its components are worth what they were, each allocation keeps what it has recognised: an account or a tag changes, and
 * no cent moves from one entry to another.
 * @param bill with the components that it had before, `was`; without them everything is recognised anew
 * @param allocations each with the tags of its payment
 */
export function recogniseAnew(
  bill: Omit<Recognition, 'before'> & { was?: readonly Component[] },
  allocations: readonly { allocation: PaymentAllocation; paymentTags: readonly TagRef[] }[],
): PaymentAllocation[] {
  const isWorthTheSame = bill.was !== undefined && worthOf(bill.was) === worthOf(bill.components)
  const before: Recognised[] = []
  return allocations.map(({ allocation, paymentTags }) => {
    const paying = { ...allocation, paymentTags }
    const kept = amountsByComponent(allocation.shares)
    const recognised = isWorthTheSame
      ? carried(bill, paying, ({ key }) => kept.get(key) ?? 0)
      : recognise({ ...bill, before }, paying)
    before.push(...recognised.shares)
    return { ...allocation, ...recognised, billReceivedAt: bill.receivedAt }
  })
}

const worthOf = (components: readonly Component[]): string =>
  JSON.stringify(components.map(({ key, amount }) => [key, amount]).sort())

function amountsByComponent(shares: readonly Recognised[]): Map<string, number> {
  const amounts = new Map<string, number>()
  for (const { component, amount } of shares) amounts.set(component, (amounts.get(component) ?? 0) + amount)
  return amounts
}

/** Each share on the accounts of its component, under the tags of the bill first. */
function carried(
  bill: Omit<Recognition, 'before'>,
  { allocatedAt, tags, paymentTags }: Paying,
  amountOf: (component: Component, index: number) => number,
): Carried {
  const isEarly = allocatedAt < bill.receivedAt
  const shares = bill.components.map((part, index): Share => ({
    component: part.key,
    accountId: part.accountId,
    prepaymentAccountId: isEarly ? part.prepaymentAccountId : null,
    amount: amountOf(part, index),
    tags: mergedTags(part.tags, tags, paymentTags),
  }))
  return {
    shares: shares.filter(({ amount }) => amount !== 0),
    postedTags: mergedTags(bill.tags, tags, paymentTags),
  }
}
