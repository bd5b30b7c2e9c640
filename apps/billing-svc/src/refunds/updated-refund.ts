/** A refund after an update. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import type { DocumentMatch } from '../matches/document-match.ts'
import type { ResolvingFacts } from '../posting/resolve-names.ts'
import { updatedHead, updatedValue } from '../requests/updates.ts'
import { receivableAccounts } from '../receivables/receivable-accounts.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { nextVersion } from '../receivables/next-version.ts'
import type { RefundTarget, Refundable } from '../receivables/refund-sources.ts'
import { refuseStoreCredit } from '../receivables/refund-of-credit.ts'
import { REFUND_DATES, refuseEarlyRefund } from '../receivables/refund-dates.ts'
import { clearedByRefund, issuedAtOf, type Refund, type RefundPayment } from '../receivables/refund.ts'
import { retaggedRefund } from '../receivables/retag-refund.ts'
import { issueAll, refundPayments } from '../receivables/build-refund-parts.ts'
import type { RequestedUpdate } from './requested-update.ts'

export type UpdateFacts = ResolvingFacts & {
  timeZone: string
  /** All current and requested targets, by id. */
  invoices: ReadonlyMap<string, Invoice>
  /** Of each requested allocation. */
  targets: readonly RefundTarget[]
  refundable: Refundable
}

/**
 * The refund with the requested changes, which also updates `refundable`; the same object if nothing changes.
 * @param matches of its payments, by id: amounts of matched ones cannot change
 * @throws every problem at once
 */
export function updatedRefund(
  before: Refund,
  requested: RequestedUpdate,
  matches: ReadonlyMap<string, DocumentMatch>,
  { timeZone, invoices, targets, refundable, ...making }: UpdateFacts,
): Refund {
  const { books, now } = making
  const accounts = receivableAccounts(books)
  const problems = new Problems()
  const head: Refund = {
    ...before,
    ...updatedHead(before, requested, making, problems),
    completedAt: updatedValue(requested.completedAt, before.completedAt),
  }
  if (issuedAtOf(head).getTime() !== issuedAtOf(before).getTime())
    collectProblems(problems, () => books.requireOpenAt(issuedAtOf(head), 'completed_at'))
  const issued = requested.allocations
    ? issueAll(requested.allocations, targets, { ...making, accounts, refund: head, refundable }, problems)
    : head.allocations
  const payments = requested.payments ? refundPayments(requested.payments, head, making, problems) : head.payments
  const made = { ...head, allocations: issued, payments: kept(before, payments) }
  refuseStoreCredit(made, problems)
  refuseEarlyRefund({ before, after: made }, refundable, { timeZone, fields: REFUND_DATES, problems })
  problems.throwIfAny()
  requireUnmatched(before.payments, payments, matches)
  const after = retaggedRefund(made, invoices, accounts, requested.payments ? 'payments' : 'allocations')
  return isDeepStrictEqual(after, before) ? before : nextVersion(before, after, now)
}

/** Equal payments stay the same objects. */
const kept = (before: Refund, payments: readonly RefundPayment[]): RefundPayment[] =>
  payments.map((payment) => before.payments.find((one) => isDeepStrictEqual(one, payment)) ?? payment)

/** Amounts that the bank or a payout has reported cannot change. @throws DocumentMatched */
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
