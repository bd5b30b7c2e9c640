/** Builds allocations and payments of a refund from a request. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { Problems } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import { keptMetadata } from '../requests/metadata.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { resolveTags, type ResolvingFacts } from '../posting/resolve-names.ts'
import { issue, type NewRefundAllocation } from './refund-allocations.ts'
import { refuseExisting } from '../requests/existing-external-ids.ts'
import { replacing } from '../requests/parts.ts'
import { NO_TARGET, type RefundTarget, type Refundable } from './refund-sources.ts'
import { newRefundPayment, refundLines } from './new-refund.ts'
import { livePayments, totalOf, type Refund, type RefundAllocation, type RefundPayment } from './refund.ts'
import type { RequestedRefundAllocation, RequestedRefundPayment } from './requested-refund.ts'

type IssuingFacts = ResolvingFacts & {
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
  { refund, refundable, accounts, ...facts }: IssuingFacts,
  problems: Problems,
): RefundAllocation[] {
  const existing = refund.allocations
  const names = { document: 'refund', part: 'allocation' }
  const resolved = replacing(requested, existing, names, problems, (one, before, index): NewRefundAllocation => {
    const { lines, names: _names, customer: _customer, ...rest } = one
    return {
      ...rest,
      ...(targets[index] ?? NO_TARGET),
      amountField: `${one.field}total_amount`,
      id: before?.id ?? facts.newId(),
      tags: resolveTags(one, facts, problems, before?.tags),
      lineItems: refundLines(lines, before?.lineItems ?? [], facts, problems),
      accountId: null,
      partIds: before?.parts.map(({ id }) => id) ?? [],
      metadata: keptMetadata(one.metadata, before?.metadata ?? null),
    }
  })
  if (resolved.length === existing.length && resolved.every((one, index) => isRestated(one, existing[index])))
    return existing.map((before, index) => reworded(before, resolved[index]))
  takeBack(refund, refundable)
  const issuing = { refundId: refund.id, tags: refund.tags, accounts, newId: facts.newId }
  const allocations = resolved.flatMap((one) => issue(one, refundable, issuing, problems) ?? [])
  if (!isAmount(totalOf({ allocations })))
    problems.add('AmountOutOfRange', `The allocations come to more than ${MAX_AMOUNT} minor units.`, {
      field: 'allocations',
    })
  return allocations
}

/** Whether it has the same target and the same amounts on the same accounts; "all that is refundable" may have changed. */
function isRestated(requested: NewRefundAllocation, before: RefundAllocation | undefined): boolean {
  if (before === undefined || !isDeepStrictEqual(termsOf(requested), termsOf(before))) return false
  const { totalAmount, lineItems } = requested
  return totalAmount === before.totalAmount || (totalAmount === null && lineItems.length > 0)
}

const termsOf = (one: NewRefundAllocation | RefundAllocation) => [
  [one.id, one.invoiceId, one.invoiceLineItemId, one.invoicePaymentId, one.source],
  ...one.lineItems.map((line) => [line.id, line.amount, line.accountId, line.prepaymentAccountId]),
]

const reworded = (before: RefundAllocation, requested: NewRefundAllocation | undefined): RefundAllocation => {
  if (!requested) return before
  const { externalId, lineItems, tags, memo, metadata, referenceNumber } = requested
  return { ...before, externalId, lineItems, tags, memo, metadata, referenceNumber }
}

/** Takes the refund's own parts out of the locked documents. */
function takeBack({ id }: Refund, { invoices, payments }: Refundable): void {
  const isOther = ({ refundId }: { refundId: string }): boolean => refundId !== id
  for (const one of invoices.values())
    if (!one.refunded.every(isOther)) invoices.set(one.id, { ...one, refunded: one.refunded.filter(isOther) })
  for (const one of payments.values())
    if (!one.refunded.every(isOther)) payments.set(one.id, { ...one, refunded: one.refunded.filter(isOther) })
}

/**
 * The payments of the refund as requested: existing ones keep their ids, those not requested are deleted. Problems are added
 * to `problems`.
 */
export function refundPayments(
  requested: readonly RequestedRefundPayment[],
  refund: Refund,
  facts: ResolvingFacts,
  problems: Problems,
): RefundPayment[] {
  const { now } = facts
  const ofRefund = { document: 'refund', part: 'payment' }
  const made = replacing(requested, livePayments(refund), ofRefund, problems, (one, before) => {
    const completedAt = one.completedAt ?? before?.completedAt ?? refund.completedAt ?? now
    const tags = resolveTags(one, facts, problems, before?.tags)
    return newRefundPayment(one, { refundId: refund.id, tags, completedAt, before }, facts, problems)
  })
  const byId = new Map(made.map((payment) => [payment.id, payment]))
  const existing = new Set(refund.payments.map(({ id }) => id))
  return [
    ...refund.payments.map(
      (payment) => byId.get(payment.id) ?? (payment.deletedAt === null ? { ...payment, deletedAt: now } : payment),
    ),
    ...made.filter(({ id }) => !existing.has(id)),
  ]
}

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
  const taken = [...owners].filter(([, owner]) => owner.refundId !== refundId).map(([externalId]) => externalId)
  refuseExisting(requested, new Set(taken), 'refund payment', problems)
  problems.throwIfAny()
}
