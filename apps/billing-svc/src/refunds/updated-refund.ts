/** What becomes of a refund by an update (endpoint 9). Pure. */
import { isDeepStrictEqual } from 'node:util'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import type { DocumentMatch } from '../matches/document-match.ts'
import { keptMetadata } from '../requests/metadata.ts'
import { receivableAccounts } from '../receivables/receivable-accounts.ts'
import { tagsFrom } from '../tags/tag-inputs.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { nextVersion } from '../receivables/next-version.ts'
import type { RefundFacts } from '../receivables/open-refund.ts'
import type { Hanging, Refundable } from '../receivables/refund-places.ts'
import { clearedByRefund, issuedAtOf, type Refund, type RefundPayment } from '../receivables/refund.ts'
import { retaggedRefund } from '../receivables/retag-refund.ts'
import { issueAll, refundPayments } from '../receivables/wanted-to-refund.ts'
import type { WantedUpdate } from './wanted-update.ts'

export type UpdateFacts = RefundFacts & {
  /** All that it hangs on, and is to hang on, by id. */
  invoices: ReadonlyMap<string, Invoice>
  /** Of each allocation that is wanted. */
  hanging: readonly Hanging[]
  refundable: Refundable
}

/**
 * The refund with what is wanted, and `refundable` with it; the same one if nothing is others.
 * @param matches of its payments, by id: what is matched moves no money
 * @throws every problem at once
 */
export function updatedRefund(
  before: Refund,
  wanted: WantedUpdate,
  matches: ReadonlyMap<string, DocumentMatch>,
  { invoices, hanging, refundable, ...making }: UpdateFacts,
): Refund {
  const { books, now } = making
  const accounts = receivableAccounts(books)
  const problems = new Problems()
  const { tags } = wanted
  const head: Refund = {
    ...before,
    externalId: given(wanted.externalId, before.externalId),
    completedAt: given(wanted.completedAt, before.completedAt),
    memo: given(wanted.memo, before.memo),
    metadata: keptMetadata(given(wanted.metadata, before.metadata), before.metadata),
    referenceNumber: given(wanted.referenceNumber, before.referenceNumber),
    tags:
      tags === undefined
        ? before.tags
        : (collectProblems(problems, () => tagsFrom(tags, books, { ...making, there: before.tags }, 'tags')) ?? []),
  }
  if (issuedAtOf(head).getTime() !== issuedAtOf(before).getTime())
    collectProblems(problems, () => books.requireOpenAt(issuedAtOf(head), 'completed_at'))
  const issued = wanted.allocations
    ? issueAll(wanted.allocations, hanging, { ...making, accounts, refund: head, refundable }, problems)
    : head.allocations
  const payments = wanted.payments ? refundPayments(wanted.payments, head, making, problems) : head.payments
  problems.throwIfAny()
  requireUnmatched(before.payments, payments, matches)
  const after = retaggedRefund(
    { ...head, allocations: issued, payments: kept(before, payments) },
    invoices,
    accounts,
    wanted.payments ? 'payments' : 'allocations',
  )
  return isDeepStrictEqual(after, before) ? before : nextVersion(before, after, now)
}

const given = <Value>(wanted: Value | undefined, there: Value): Value => (wanted === undefined ? there : wanted)

/** Payments that say the same stay the same objects. */
const kept = (before: Refund, payments: readonly RefundPayment[]): RefundPayment[] =>
  payments.map((payment) => before.payments.find((one) => isDeepStrictEqual(one, payment)) ?? payment)

/** What the bank or a payout has reported moves no more. @throws DocumentMatched */
function requireUnmatched(
  before: readonly RefundPayment[],
  after: readonly RefundPayment[],
  matches: ReadonlyMap<string, DocumentMatch>,
): void {
  const became = new Map(after.map((payment) => [payment.id, payment]))
  for (const payment of before) {
    const match = matches.get(payment.id)
    const other = became.get(payment.id)
    if (payment.deletedAt !== null || (!match && payment.payoutId === null)) continue
    if (other && moneyOf(other) === moneyOf(payment)) continue
    throw refused(
      'DocumentMatched',
      match
        ? `The refund payment ${payment.id} is matched to the bank transaction ${match.transactionId} and cannot move. Uncategorize that transaction first.`
        : `The refund payment ${payment.id} is a member of the payout ${payment.payoutId} and cannot move.`,
      {
        field: 'payments',
        value: payment.id,
        ...(match ? { transaction_id: match.transactionId, match_id: match.matchId } : { payout_id: payment.payoutId }),
      },
    )
  }
}

const moneyOf = (payment: RefundPayment): string =>
  JSON.stringify([
    payment.deletedAt,
    clearedByRefund(payment),
    payment.refundedAmount,
    payment.method,
    payment.clearingAccountId,
  ])
