/** Payouts: a processor's deposits of payments less refund payments, fees and other transactions. Pure. */
import type { DocumentHead } from '../documents/document.ts'
import { refused } from '@pacioli/errors'
import { sumOf } from '../rounding/sum.ts'
import { mergedTags, type DocumentTag, type TagRef } from '../tags/tags.ts'

/** A member's amount on its clearing account under these tags; below zero for a refund payment or a return. */
export type ClearedPart = { amount: number; tags: readonly TagRef[] }

/** A payment, a refund payment or the return of a payment that the payout settles. */
export type PayoutMember = {
  kind: 'payment' | 'refund_payment' | 'payment_return'
  id: string
  externalId: string | null
  clearingAccountId: string
  /** They sum to the member's amount, below zero for what left. */
  parts: readonly ClearedPart[]
}

/** Another transaction that the processor settled. A credit on its account adds to the payout, a debit subtracts. */
export type PayoutTransaction = {
  id: string
  externalId: string | null
  amount: number
  direction: 'CREDIT' | 'DEBIT'
  accountId: string
  description: string | null
  tags: readonly DocumentTag[]
}

export type Payout = DocumentHead & {
  processor: string | null
  /** The amount that reaches the bank; below zero where the processor collects. */
  paidOutAmount: number
  /** Of the payout itself, without its members' fees. */
  fee: number
  completedAt: Date
  /** The clearing account of the deposit: UNDEPOSITED_FUNDS of the chart. */
  clearingAccountId: string
  /** Payments first, then refund payments, then returns; each kind in the order of their ids. */
  members: readonly PayoutMember[]
  otherTransactions: readonly PayoutTransaction[]
  importedAt: Date
  /** It never was: it has no entries, and its members, which it still names, are free. */
  deletedAt: Date | null
}

/** Its members of one kind, in the order of their ids. */
export const membersOfKind = ({ members }: Pick<Payout, 'members'>, kind: PayoutMember['kind']): PayoutMember[] =>
  members.filter((member) => member.kind === kind).sort((one, other) => (one.id < other.id ? -1 : 1))

/** The amount of a member. */
export const broughtBy = ({ parts }: Pick<PayoutMember, 'parts'>): number => sumOf(parts.map(({ amount }) => amount))

/**
 * The payout must equal its payments less refunds and fees, plus other transactions.
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
 * The payout's amounts on its clearing account by tags: members, fee and other transactions, one part for each set of tags.
 * They sum to the payout; some may be below zero.
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
