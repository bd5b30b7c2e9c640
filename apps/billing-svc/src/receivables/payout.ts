/** Payouts: what a processor deposits, over payments, refund payments, fees and whatever else it settles. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { refused } from '@pacioli/errors'
import { sumOf } from '../rounding/sum.ts'
import { mergedTags, type DocumentTag, type TagRef } from '../tags/tags.ts'

/** What of a member stands on its clearing account under these tags; below zero for a refund payment. */
export type ClearedPart = { amount: number; tags: readonly TagRef[] }

/** A payment or a refund payment that the payout settles. */
export type PayoutMember = {
  kind: 'payment' | 'refund_payment'
  id: string
  externalId: string | null
  clearingAccountId: string
  /** They sum to what it brought; of a refund payment to what it took, below zero. */
  parts: readonly ClearedPart[]
}

/** Something else that the processor settled. A credit on its account adds to the payout, a debit takes from it. */
export type PayoutTransaction = {
  id: string
  externalId: string | null
  amount: number
  direction: 'CREDIT' | 'DEBIT'
  accountId: string
  description: string | null
  tags: readonly DocumentTag[]
}

export type Payout = {
  id: string
  businessId: string
  externalId: string | null
  /** What a request asked for to have it made; there only while it is made. */
  asked?: CanonicalRequest | undefined
  processor: string | null
  /** What reaches the bank; below zero where the processor collects. */
  paidOutAmount: number
  /** Of the payout itself: those of its payments are theirs. */
  fee: number
  completedAt: Date
  /** Where the deposit waits for the bank: UNDEPOSITED_FUNDS of the chart. */
  clearingAccountId: string
  /** Payments first, each kind in the order of their ids, as they are read. */
  members: readonly PayoutMember[]
  otherTransactions: readonly PayoutTransaction[]
  tags: readonly DocumentTag[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
  version: number
  importedAt: Date
  updatedAt: Date
}

/** How a payout changes; null before it was made. */
export type PayoutChange = { before: Payout | null; after: Payout }

/** Its payments or its refund payments, in the order of their ids. */
export const membersOfKind = ({ members }: Pick<Payout, 'members'>, kind: PayoutMember['kind']): PayoutMember[] =>
  members.filter((member) => member.kind === kind).sort((one, other) => (one.id < other.id ? -1 : 1))

/** What a member brought. */
export const broughtBy = ({ parts }: Pick<PayoutMember, 'parts'>): number => sumOf(parts.map(({ amount }) => amount))

/**
 * What is paid out is what its payments brought, less what its refunds and fees took, and with whatever else there was.
 * @throws PayoutUnbalanced
 */
export function requireBalanced(payout: Payout): void {
  const { fee, members, otherTransactions, paidOutAmount } = payout
  const expected = sumOf([
    ...members.map(broughtBy),
    -fee,
    ...otherTransactions.map(({ amount, direction }) => (direction === 'CREDIT' ? amount : -amount)),
  ])
  if (expected !== paidOutAmount)
    throw refused(
      'PayoutUnbalanced',
      `The payments, refunds, fees and other transactions come to ${expected}; paid_out_amount is ${paidOutAmount}.`,
      { field: 'paid_out_amount', value: paidOutAmount, expected },
    )
}

/**
 * What stands on the payout's clearing account under which tags: what its members, its fee and other transactions leave
 * there, one part of each set of tags. They sum to what is paid out, some perhaps below zero.
 */
export function depositedParts({
  members,
  fee,
  otherTransactions,
  tags,
}: Omit<Payout, 'paidOutAmount'>): ClearedPart[] {
  const parts: ClearedPart[] = [
    ...members.flatMap((member) => member.parts),
    { amount: -fee, tags: mergedTags(tags) },
    ...otherTransactions.map((one) => ({
      amount: one.direction === 'CREDIT' ? one.amount : -one.amount,
      tags: mergedTags(one.tags, tags),
    })),
  ]
  const byTags = Map.groupBy(parts, (part) => keyOf(mergedTags(part.tags)))
  return [...byTags]
    .map(([key, alike]): [string, ClearedPart] => [
      key,
      { amount: sumOf(alike.map(({ amount }) => amount)), tags: mergedTags(alike[0]?.tags ?? []) },
    ])
    .filter(([, { amount }]) => amount !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, part]) => part)
}

const keyOf = (tags: readonly TagRef[]): string =>
  JSON.stringify(tags.map(({ dimensionId, definitionId }) => [dimensionId, definitionId]))

export const payoutNotFound = (value: string, field = 'payoutId') =>
  refused('PayoutNotFound', `The business has no payout ${value}.`, { field, value })
