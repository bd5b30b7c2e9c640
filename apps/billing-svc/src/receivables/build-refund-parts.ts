/** Builds allocations and payments of a refund from a request. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { collectProblems, Problems } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import { keptMetadata } from '../requests/metadata.ts'
import { replacedBy } from '../requests/parts.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { tagsFrom } from '../tags/tag-inputs.ts'
import { issue, type NewRefundAllocation } from './refund-allocations.ts'
import type { RefundTarget, Refundable } from './refund-sources.ts'
import { newRefundPayment, refundLines, type RefundFacts } from './new-refund.ts'
import { livePayments, totalOf, type Refund, type RefundAllocation, type RefundPayment } from './refund.ts'
import type { RequestedRefundAllocation, RequestedRefundPayment } from './requested-refund.ts'

type IssuingFacts = RefundFacts & {
  accounts: ReceivableAccounts
  /** The refund before; its allocations with the same id or external_id are replaced. */
  refund: Refund
  /** Including the refund's own parts. */
  refundable: Refundable
}

/**
 * The allocations in order; what each takes is no longer refundable for the next. Where all request the same as before, they
 * keep their parts, whatever was refunded since: no cent moves. Problems are added to `problems`.
 */
export function issueAll(
  requested: readonly RequestedRefundAllocation[],
  targets: readonly RefundTarget[],
  { refund, refundable, ...facts }: IssuingFacts,
  problems: Problems,
): RefundAllocation[] {
  const there = refund.allocations
  const requestedParts = requestedPartsOf(requested, targets, there, facts, problems)
  if (requestedParts.length === there.length && requestedParts.every((one, index) => isRestated(one, there[index])))
    return there.map((before, index) => reworded(before, requestedParts[index]))
  takeBack(refund, refundable)
  const issuing = { refundId: refund.id, tags: refund.tags, accounts: facts.accounts, newId: facts.newId }
  const allocations = requestedParts.flatMap((one) => issue(one, refundable, issuing, problems) ?? [])
  if (!isAmount(totalOf({ allocations })))
    problems.add('AmountOutOfRange', `The allocations come to more than ${MAX_AMOUNT} minor units.`, {
      field: 'allocations',
    })
  return allocations
}

function requestedPartsOf(
  requested: readonly RequestedRefundAllocation[],
  targets: readonly RefundTarget[],
  there: readonly RefundAllocation[],
  facts: RefundFacts,
  problems: Problems,
): NewRefundAllocation[] {
  const { books, newId, now } = facts
  const replaced = replacedBy(requested, there, { document: 'refund', part: 'allocation' }, problems)
  return requested.flatMap((one, index): NewRefundAllocation[] => {
    const on = targets[index]
    const before = replaced[index]
    const tags =
      collectProblems(problems, () =>
        tagsFrom(one.tags, books, { newId, now, there: before?.tags ?? [] }, `${one.field}tags`),
      ) ?? []
    if (!on) return []
    const { externalId, totalAmount, memo, metadata, referenceNumber, field } = one
    return [
      {
        ...on,
        field,
        amountField: `${field}total_amount`,
        id: before?.id ?? newId(),
        externalId,
        totalAmount,
        lineItems: refundLines(one.lines, before?.lineItems ?? [], facts, problems),
        accountId: null,
        partIds: before?.parts.map(({ id }) => id) ?? [],
        tags,
        memo,
        metadata: keptMetadata(metadata, before?.metadata ?? null),
        referenceNumber,
      },
    ]
  })
}

/** Whether it has the same target and the same amounts on the same accounts; "all that is refundable" may have changed. */
function isRestated(requested: NewRefundAllocation, before: RefundAllocation | undefined): boolean {
  if (before === undefined || !isDeepStrictEqual(termsOf(requested), termsOf(before))) return false
  return (
    requested.totalAmount === before.totalAmount || (requested.totalAmount === null && requested.lineItems.length > 0)
  )
}

const termsOf = ({
  id,
  invoiceId,
  invoiceLineItemId,
  invoicePaymentId,
  lineItems,
}: NewRefundAllocation | RefundAllocation) => [
  [id, invoiceId, invoiceLineItemId, invoicePaymentId],
  ...lineItems.map((line) => [line.id, line.amount, line.accountId, line.prepaymentAccountId]),
]

const reworded = (before: RefundAllocation, requested: NewRefundAllocation | undefined): RefundAllocation => {
  if (!requested) return before
  const { externalId, lineItems, tags, memo, metadata, referenceNumber } = requested
  return { ...before, externalId, lineItems, tags, memo, metadata, referenceNumber }
}

/** The locked documents without the refund's own parts. */
function takeBack({ id }: Refund, { invoices, payments }: Refundable): void {
  for (const invoice of invoices.values()) {
    const refunded = invoice.refunded.filter(({ refundId }) => refundId !== id)
    if (refunded.length < invoice.refunded.length) invoices.set(invoice.id, { ...invoice, refunded })
  }
  for (const payment of payments.values()) {
    const refunded = payment.refunded.filter(({ refundId }) => refundId !== id)
    if (refunded.length < payment.refunded.length) payments.set(payment.id, { ...payment, refunded })
  }
}

/**
 * The payments of the refund as requested: existing ones keep their ids, those not requested are deleted. Problems are added
 * to `problems`.
 */
export function refundPayments(
  requested: readonly RequestedRefundPayment[],
  refund: Refund,
  facts: RefundFacts,
  problems: Problems,
): RefundPayment[] {
  const { books, newId, now } = facts
  const replaced = replacedBy(requested, livePayments(refund), { document: 'refund', part: 'payment' }, problems)
  const made = requested.map((one, index): { before: RefundPayment | undefined; payment: RefundPayment } => {
    const before = replaced[index]
    const completedAt = one.completedAt ?? before?.completedAt ?? refund.completedAt ?? now
    const tags =
      collectProblems(problems, () =>
        tagsFrom(one.tags, books, { newId, now, there: before?.tags ?? [] }, `${one.field}tags`),
      ) ?? []
    const payment = newRefundPayment(
      one,
      { refundId: refund.id, tags, completedAt, ...(before ? { before } : {}) },
      facts,
      problems,
    )
    return { before, payment: before ? { ...before, ...changeable(payment) } : payment }
  })
  const kept = new Map(made.flatMap(({ before, payment }) => (before ? [[before.id, payment] as const] : [])))
  return [
    ...refund.payments.map(
      (payment) => kept.get(payment.id) ?? (payment.deletedAt === null ? { ...payment, deletedAt: now } : payment),
    ),
    ...made.flatMap(({ before, payment }) => (before ? [] : [payment])),
  ]
}

/** What an update may change of a refund payment. */
const changeable = ({
  externalId,
  refundedAmount,
  fee,
  completedAt,
  method,
  processor,
  clearingAccountId,
  refundedPaymentFees,
  tags,
  memo,
  metadata,
  referenceNumber,
}: RefundPayment) => ({
  externalId,
  refundedAmount,
  fee,
  completedAt,
  method,
  processor,
  clearingAccountId,
  refundedPaymentFees,
  tags,
  memo,
  metadata,
  referenceNumber,
})

/**
 * An external_id identifies one refund payment.
 * @param owners of the requested external ids
 * @throws DuplicateExternalId, naming each that belongs to another refund
 */
export function refuseTakenPayments(
  requested: readonly Pick<RequestedRefundPayment, 'externalId' | 'field'>[],
  owners: ReadonlyMap<string, { refundId: string }>,
  refundId?: string,
): void {
  const problems = new Problems()
  for (const { externalId, field } of requested) {
    const owner = externalId === null ? undefined : owners.get(externalId)
    if (owner && owner.refundId !== refundId)
      problems.add('DuplicateExternalId', `Another refund payment of the business has the external_id ${externalId}.`, {
        field: `${field}external_id`,
        value: externalId,
      })
  }
  problems.throwIfAny()
}
