/** Allocations and payments of a refund as requests want them, made what they are. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { collectProblems, Problems } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import { keptMetadata } from '../requests/metadata.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { tagsFrom } from '../tags/tag-inputs.ts'
import { issue, type WantedRefundAllocation } from './issue-refund.ts'
import type { Hanging, Refundable } from './refund-places.ts'
import { newRefundPayment, refundLines, replacedBy, type RefundFacts } from './open-refund.ts'
import { livePayments, totalOf, type Refund, type RefundAllocation, type RefundPayment } from './refund.ts'
import type { WantedAllocationOfRefund, WantedRefundPayment } from './wanted-refund.ts'

type IssuingFacts = RefundFacts & {
  accounts: ReceivableAccounts
  /** Whose allocations of the same id or external_id are replaced. */
  refund: Refund
  /** With the refund's own parts. */
  refundable: Refundable
}

/**
 * The allocations in their order; what each takes is gone for those after it. Where all ask for what they did, they take back
 * what they did, whatever was refunded since: no cent moves. Problems are added to `problems`.
 */
export function issueAll(
  wanted: readonly WantedAllocationOfRefund[],
  hanging: readonly Hanging[],
  { refund, refundable, ...facts }: IssuingFacts,
  problems: Problems,
): RefundAllocation[] {
  const there = refund.allocations
  const asked = askedOf(wanted, hanging, there, facts, problems)
  if (asked.length === there.length && asked.every((one, index) => isRestated(one, there[index])))
    return there.map((before, index) => reworded(before, asked[index]))
  takeBack(refund, refundable)
  const issuing = { refundId: refund.id, tags: refund.tags, accounts: facts.accounts, newId: facts.newId }
  const allocations = asked.flatMap((one) => issue(one, refundable, issuing, problems) ?? [])
  if (!isAmount(totalOf({ allocations })))
    problems.add('AmountOutOfRange', `The allocations come to more than ${MAX_AMOUNT} minor units.`, {
      field: 'allocations',
    })
  return allocations
}

function askedOf(
  wanted: readonly WantedAllocationOfRefund[],
  hanging: readonly Hanging[],
  there: readonly RefundAllocation[],
  facts: RefundFacts,
  problems: Problems,
): WantedRefundAllocation[] {
  const { books, newId, now } = facts
  const replaced = replacedBy(wanted, there, 'allocation', problems)
  return wanted.flatMap((one, index): WantedRefundAllocation[] => {
    const on = hanging[index]
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

/** Whether it is of the same thing, and of the same amounts on the same accounts; all that is refundable may be another. */
function isRestated(wanted: WantedRefundAllocation, before: RefundAllocation | undefined): boolean {
  if (before === undefined || !isDeepStrictEqual(termsOf(wanted), termsOf(before))) return false
  return wanted.totalAmount === before.totalAmount || (wanted.totalAmount === null && wanted.lineItems.length > 0)
}

const termsOf = ({
  id,
  invoiceId,
  invoiceLineItemId,
  invoicePaymentId,
  lineItems,
}: WantedRefundAllocation | RefundAllocation) => [
  [id, invoiceId, invoiceLineItemId, invoicePaymentId],
  ...lineItems.map((line) => [line.id, line.amount, line.accountId, line.prepaymentAccountId]),
]

const reworded = (before: RefundAllocation, wanted: WantedRefundAllocation | undefined): RefundAllocation => {
  if (!wanted) return before
  const { externalId, lineItems, tags, memo, metadata, referenceNumber } = wanted
  return { ...before, externalId, lineItems, tags, memo, metadata, referenceNumber }
}

/** What is held, without what the refund has taken of it. */
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
 * The payments of the refund as they are wanted: those that it has already keep their ids, those that are not wanted are
 * taken out. Problems are added to `problems`.
 */
export function refundPayments(
  wanted: readonly WantedRefundPayment[],
  refund: Refund,
  facts: RefundFacts,
  problems: Problems,
): RefundPayment[] {
  const { books, newId, now } = facts
  const replaced = replacedBy(wanted, livePayments(refund), 'payment', problems)
  const made = wanted.map((one, index): { before: RefundPayment | undefined; payment: RefundPayment } => {
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
 * An external_id is one refund payment's.
 * @param owners of the external ids that are wanted
 * @throws DuplicateExternalId, naming each that is of another refund
 */
export function refuseTakenPayments(
  wanted: readonly Pick<WantedRefundPayment, 'externalId' | 'field'>[],
  owners: ReadonlyMap<string, { refundId: string }>,
  refundId?: string,
): void {
  const problems = new Problems()
  for (const { externalId, field } of wanted) {
    const owner = externalId === null ? undefined : owners.get(externalId)
    if (owner && owner.refundId !== refundId)
      problems.add('DuplicateExternalId', `Another refund payment of the business has the external_id ${externalId}.`, {
        field: `${field}external_id`,
        value: externalId,
      })
  }
  problems.throwIfAny()
}
