/** Refunds given within another document, which they refer to: an invoice, a line item of it, or a payment. Pure. */
import { collectProblems, type Problems } from '@pacioli/errors'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { issue } from './refund-allocations.ts'
import type { RefundTarget, Refundable } from './refund-sources.ts'
import { newRefund, newRefundPayment, ownAccountOf, refundLines, refundTags, type RefundFacts } from './new-refund.ts'
import { withPaidShares } from './refund-shares.ts'
import type { Refund } from './refund.ts'
import type { RequestedDedicatedRefund } from './requested-refund.ts'

export type DedicatedFacts = RefundFacts & {
  accounts: ReceivableAccounts
  businessId: string
  contactId: string
}

/** The field of the amount: within another document only line items state it, so it is the refund itself. */
const amountFieldOf = ({ field, totalAmount }: RequestedDedicatedRefund): string =>
  totalAmount === null && field !== '' ? field.slice(0, -1) : `${field}refunded_amount`

/**
 * The refund, which also updates `locked`; undefined where it has problems, which are added to `problems`. Its payment has
 * the same external_id, since lists of refund payments filter by it.
 */
export function dedicatedRefund(
  requested: RequestedDedicatedRefund,
  target: RefundTarget,
  locked: Refundable,
  facts: DedicatedFacts,
  problems: Problems,
): Refund | undefined {
  const { field, externalId, asked, completedAt, memo, metadata, referenceNumber } = requested
  const { books, newId, now } = facts
  const tags = refundTags(requested, facts, problems)
  const id = newId()
  // Its payment has the same time and reports that problem itself.
  if (!requested.payment)
    collectProblems(problems, () => books.requireOpenAt(completedAt ?? now, `${field}completed_at`))
  const allocation = issue(
    {
      ...target,
      field,
      amountField: amountFieldOf(requested),
      id: newId(),
      externalId: null,
      totalAmount: requested.totalAmount,
      lineItems: refundLines(requested.lines, [], facts, problems),
      accountId: ownAccountOf(requested, facts, problems),
      partIds: [],
      tags: [],
      memo: null,
      metadata: null,
      referenceNumber: null,
    },
    locked,
    { refundId: id, tags, accounts: facts.accounts, newId },
    problems,
  )
  if (!allocation) return undefined
  const { businessId, contactId } = facts
  const head = { id, businessId, contactId, externalId, asked, completedAt, memo, metadata, referenceNumber, tags }
  const payment =
    requested.payment &&
    newRefundPayment(
      { ...requested.payment, externalId, refundedAmount: allocation.totalAmount, memo, metadata, referenceNumber },
      { refundId: id, tags: [], completedAt: completedAt ?? now },
      facts,
      problems,
    )
  return withPaidShares({ ...newRefund(head, now), allocations: [allocation], payments: payment ? [payment] : [] })
}
