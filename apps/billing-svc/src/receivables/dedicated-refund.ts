/** Refunds that hang on what they are given with: an invoice, a line item of it, or a payment. Pure. */
import { collectProblems, type Problems } from '@pacioli/errors'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { issue } from './issue-refund.ts'
import type { Hanging, Refundable } from './refund-places.ts'
import { newRefund, newRefundPayment, ownAccountOf, refundLines, refundTags, type RefundFacts } from './open-refund.ts'
import { paidOutAnew } from './pay-out-refund.ts'
import type { Refund } from './refund.ts'
import type { WantedDedicatedRefund } from './wanted-refund.ts'

export type DedicatedFacts = RefundFacts & {
  accounts: ReceivableAccounts
  businessId: string
  customerId: string
}

/** Inside another document nothing says what a refund is worth but its line items; there it is the refund itself. */
const amountFieldOf = ({ field, totalAmount }: WantedDedicatedRefund): string =>
  totalAmount === null && field !== '' ? field.slice(0, -1) : `${field}refunded_amount`

/**
 * The refund, and `held` with it; undefined where it has problems, which are added to `problems`. What is paid out bears its
 * external_id, too: that is what lists of refund payments are filtered by.
 */
export function dedicatedRefund(
  wanted: WantedDedicatedRefund,
  hanging: Hanging,
  held: Refundable,
  facts: DedicatedFacts,
  problems: Problems,
): Refund | undefined {
  const { field, externalId, asked, completedAt, memo, metadata, referenceNumber } = wanted
  const { books, newId, now } = facts
  const tags = refundTags(wanted, facts, problems)
  const id = newId()
  // Its payment is of the same moment, and says so itself.
  if (!wanted.payment) collectProblems(problems, () => books.requireOpenAt(completedAt ?? now, `${field}completed_at`))
  const allocation = issue(
    {
      ...hanging,
      field,
      amountField: amountFieldOf(wanted),
      id: newId(),
      externalId: null,
      totalAmount: wanted.totalAmount,
      lineItems: refundLines(wanted.lines, [], facts, problems),
      accountId: ownAccountOf(wanted, facts, problems),
      partIds: [],
      tags: [],
      memo: null,
      metadata: null,
      referenceNumber: null,
    },
    held,
    { refundId: id, tags, accounts: facts.accounts, newId },
    problems,
  )
  if (!allocation) return undefined
  const { businessId, customerId } = facts
  const head = { id, businessId, customerId, externalId, asked, completedAt, memo, metadata, referenceNumber, tags }
  const payment =
    wanted.payment &&
    newRefundPayment(
      { ...wanted.payment, externalId, refundedAmount: allocation.totalAmount, memo, metadata, referenceNumber },
      { refundId: id, tags: [], completedAt: completedAt ?? now },
      facts,
      problems,
    )
  return paidOutAnew({ ...newRefund(head, now), allocations: [allocation], payments: payment ? [payment] : [] })
}
