/** Journal entries of refunds and refund payments (docs/POSTING-RULES.md, "Receivables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import { inProportion } from '../rounding/pro-rata.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { tagged, type EntryLine, type DesiredEntry } from '../posting/standing-entries.ts'
import { sumOf } from '../rounding/sum.ts'
import { mergedTags } from '../tags/tags.ts'
import { issuedAtOf, type Refund, type RefundPart, type RefundPayment, type RefundShare } from './refund.ts'

export const sourceOfRefund = ({ id }: Pick<Refund, 'id'>): Source => ({ type: 'refund', id })
export const sourceOfRefundPayment = ({ id }: Pick<RefundPayment, 'id'>): Source => ({ type: 'refund_payment', id })

type EarlyShare = RefundShare & { prepaymentAccountId: string }

/** Whether the share is still prepaid at this instant: its invoice is not sent yet. */
const isEarly = (share: RefundShare, { invoiceSentAt }: RefundPart, at: Date): share is EarlyShare =>
  share.prepaymentAccountId !== null && invoiceSentAt !== null && at < invoiceSentAt

/** The lines that take shares back from the accounts that they are on at this instant. */
const takenBack = (shares: readonly RefundShare[], part: RefundPart, at: Date): EntryLine[] =>
  shares.map((share) =>
    tagged(debit(isEarly(share, part, at) ? share.prepaymentAccountId : share.accountId, share.amount), share.tags),
  )

/** When the invoice is sent, all of it is earned, and earlier refunds are taken back from revenue. */
const released = (shares: readonly RefundShare[], part: RefundPart, at: Date): EntryLine[] =>
  shares
    .filter((share) => isEarly(share, part, at))
    .flatMap(({ accountId, prepaymentAccountId, amount, tags }) => [
      tagged(debit(accountId, amount), tags),
      tagged(credit(prepaymentAccountId, amount), tags),
    ])

const partsOf = ({ allocations }: Refund): RefundPart[] => allocations.flatMap(({ parts }) => parts)

/** Desired entries of the refund itself: the liability to the customer, in the accrual books. */
export function entriesOfRefund(refund: Refund, { refundLiabilities }: ReceivableAccounts): DesiredEntry[] {
  const parts = partsOf(refund)
  const head = { memo: refund.memo, referenceNumber: refund.referenceNumber, basis: 'ACCRUAL' as const }
  const issuedAt = issuedAtOf(refund)
  return [
    {
      ...head,
      event: 'issued',
      entryAt: issuedAt,
      lines: parts.flatMap((part) => [
        ...takenBack(part.shares, part, issuedAt),
        tagged(credit(refundLiabilities, part.amount), part.postedTags),
      ]),
    },
    ...parts.flatMap((part) =>
      releasedAt(part, { ...head, event: `prepaid.accrual:${part.id}`, lines: released(part.shares, part, issuedAt) }),
    ),
  ]
}

/** An entry at the time when the invoice of the part is sent. */
const releasedAt = ({ invoiceSentAt }: RefundPart, entry: Omit<DesiredEntry, 'entryAt'>): DesiredEntry[] =>
  invoiceSentAt === null ? [] : [{ ...entry, entryAt: invoiceSentAt }]

/** The amounts of a refund payment for one part of the refund. Rounding may make them negative. */
type PaidOut = {
  part: RefundPart
  shares: readonly RefundShare[]
  amount: number
  fee: number
  /** Of each of the refunded payment fees. */
  refundedFees: readonly number[]
}

/** Divides a refund payment among the parts of its refund: each part of its entry balances under its own tags. */
export function paidOutByPart(payment: RefundPayment, refund: Refund): PaidOut[] {
  const paid = partsOf(refund)
    .map((part) => ({ part, shares: payment.shares.filter(({ partId }) => partId === part.id) }))
    .filter(({ shares }) => shares.length > 0)
    .map((one) => ({ ...one, amount: sumOf(one.shares.map(({ amount }) => amount)) }))
  const amounts = paid.map(({ amount }) => amount)
  const fees = inProportion(amounts, payment.fee ?? 0)
  const refundedFees = payment.refundedPaymentFees.map(({ feeAmount }) => inProportion(amounts, feeAmount))
  return paid.map((one, index) => ({
    ...one,
    fee: fees[index] ?? 0,
    refundedFees: refundedFees.map((shares) => shares[index] ?? 0),
  }))
}

/**
 * Desired entries of a refund payment: it pays the liability in the accrual books, and takes back revenue in the cash books.
 */
export function entriesOfRefundPayment(
  payment: RefundPayment,
  refund: Refund,
  { refundLiabilities, processingFees }: ReceivableAccounts,
): DesiredEntry[] {
  if (payment.deletedAt !== null) return []
  const { clearingAccountId, completedAt, refundedPaymentFees } = payment
  const paid = paidOutByPart(payment, refund).map((one) => ({
    ...one,
    tags: mergedTags(one.part.postedTags, payment.tags),
  }))
  const cleared = paid.flatMap(({ amount, fee, refundedFees, tags }) => [
    tagged(debit(processingFees, fee), tags),
    ...refundedPaymentFees.map(({ accountId, description }, index) =>
      tagged(credit(accountId, refundedFees[index] ?? 0, { memo: description }), tags),
    ),
    tagged(credit(clearingAccountId, sumOf([amount, fee, ...refundedFees.map((one) => -one)])), tags),
  ])
  const head = {
    memo: payment.memo ?? refund.memo,
    referenceNumber: payment.referenceNumber ?? refund.referenceNumber,
  }
  return [
    {
      ...head,
      event: 'refunded.accrual',
      basis: 'ACCRUAL',
      entryAt: completedAt,
      lines: [...paid.map(({ amount, tags }) => tagged(debit(refundLiabilities, amount), tags)), ...cleared],
    },
    {
      ...head,
      event: 'refunded.cash',
      basis: 'CASH',
      entryAt: completedAt,
      lines: [...paid.flatMap(({ part, shares }) => takenBack(under(shares, payment), part, completedAt)), ...cleared],
    },
    ...paid.flatMap(({ part, shares }) =>
      releasedAt(part, {
        ...head,
        event: `prepaid.cash:${part.id}`,
        basis: 'CASH',
        lines: released(under(shares, payment), part, completedAt),
      }),
    ),
  ]
}

/** The shares with the payment's tags added. */
const under = (shares: readonly RefundShare[], { tags }: RefundPayment): RefundShare[] =>
  shares.map((share) => ({ ...share, tags: mergedTags(share.tags, tags) }))
