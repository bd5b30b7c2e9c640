/** Refunds and their payments as documents: their events and their desired entries. */
import { isDeepStrictEqual } from 'node:util'
import type { Refund as RefundMessage } from '@pacioli/protos/billing'
import {
  announcing,
  happenedTo,
  type Announcement,
  type Change,
  type DocumentKind,
} from '../documents/document-kind.ts'
import { pick, toState } from '../documents/wire-format.ts'
import { bankCandidate, candidateAllocations } from '../matches/match-candidate.ts'
import type { DesiredEntries } from '../posting/post-differences.ts'
import { tagState } from '../tags/tags.ts'
import { clearedPartsOfRefundPayment } from './payout-member.ts'
import {
  presentRefunds,
  REFUND_LINE,
  shownOfAllocation,
  shownOfRefund,
  shownOfRefundPayment,
} from './present-refunds.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { entriesOfRefund, entriesOfRefundPayment, sourceOfRefund, sourceOfRefundPayment } from './refund.postings.ts'
import { REFUND_STORE } from './refund.store.ts'
import {
  clearedByRefund,
  issuedAtOf,
  livePayments,
  paidOutOf,
  type Refund,
  type RefundAllocation,
  type RefundPayment,
} from './refund.ts'

const allocationState = (allocation: RefundAllocation) => ({
  ...toState(shownOfAllocation(allocation)),
  line_items: allocation.lineItems.map((line) => ({
    ...toState(pick(line, [...REFUND_LINE, 'accountId', 'prepaymentAccountId'])),
    transaction_tags: line.tags.map(tagState),
  })),
  parts: allocation.parts.map(({ paymentId, ...part }) => ({
    ...toState(pick(part, ['id', 'invoiceId', 'amount', 'isOfCredit'])),
    invoice_payment_id: paymentId,
  })),
  transaction_tags: allocation.tags.map(tagState),
})

export const stateOfRefund = (refund: Refund) => ({
  ...toState({ ...shownOfRefund(refund), paidOutAmount: paidOutOf(refund), issuedAt: issuedAtOf(refund) }),
  customer_id: refund.contactId,
  allocations: refund.allocations.map(allocationState),
  payments: livePayments(refund).map((payment) => toState(pick(payment, ['id', 'refundedAmount', 'completedAt']))),
  transaction_tags: refund.tags.map(tagState),
})

/**
 * Money that left through the clearing account, split by the tags of its lines there. Null where no bank reports it: store
 * credit, members of a payout, and refunded fees above the amount paid out.
 */
function candidateOf(payment: RefundPayment, refund: Refund) {
  if (payment.method === 'STORE_CREDIT') return null
  const amount = Math.max(0, clearedByRefund(payment))
  const isOpen = payment.deletedAt === null && payment.payoutId === null && amount > 0
  const parts = isOpen ? clearedPartsOfRefundPayment(refund, payment) : []
  return {
    ...bankCandidate(payment, {
      isOpen,
      direction: 'DEBIT',
      amount,
      date: payment.completedAt,
      clearingAccountId: payment.clearingAccountId,
      customerId: refund.contactId,
      parts: [],
    }),
    allocations: candidateAllocations(parts.map((part) => ({ ...part, amount: -part.amount }))),
  }
}

export const stateOfRefundPayment = (payment: RefundPayment, refund: Refund) => ({
  ...toState({ ...shownOfRefundPayment(payment), businessId: refund.businessId, deletedAt: payment.deletedAt }),
  customer_id: refund.contactId,
  payment_clearing_account_id: payment.clearingAccountId,
  refunded_payment_fees: payment.refundedPaymentFees.map((fee) => toState(fee)),
  transaction_tags: payment.tags.map(tagState),
  match_candidate: candidateOf(payment, refund),
})

/** @param refund of the payment, including it */
export const announcementOfPayment = ({ before, after }: Change<RefundPayment>, refund: Refund): Announcement => ({
  aggregateType: 'refund_payment',
  id: after.id,
  version: after.version,
  type: happenedTo(before, after),
  data: stateOfRefundPayment(after, refund),
})

/** Its new and changed payments. */
function changedPayments({ before, after }: Change<Refund>): Change<RefundPayment>[] {
  const known = new Map(before?.payments.map((payment) => [payment.id, payment]))
  return after.payments
    .map((payment) => ({ before: known.get(payment.id) ?? null, after: payment }))
    .filter((change) => change.before?.version !== change.after.version)
}

/** Payout and remarks of a refund payment post nothing. */
function entriesOf({ before, after }: Change<Refund>, accounts: () => ReceivableAccounts): DesiredEntries[] {
  const isOther =
    before === null ||
    before.allocations !== after.allocations ||
    issuedAtOf(before).getTime() !== issuedAtOf(after).getTime()
  const known = new Map(before?.payments.map((payment) => [payment.id, payment]))
  const payments = after.payments.filter((payment) => {
    const earlier = known.get(payment.id)
    if (earlier === undefined) return true
    if (earlier.deletedAt !== null) return false
    return isOther || !isDeepStrictEqual(postedOf(earlier), postedOf(payment))
  })
  return [
    ...(isOther ? [{ source: sourceOfRefund(after), desired: entriesOfRefund(after, accounts()) }] : []),
    ...payments.map((payment) => ({
      source: sourceOfRefundPayment(payment),
      desired: entriesOfRefundPayment(payment, after, accounts()),
    })),
  ]
}

const postedOf = ({ payoutId: _payout, version: _version, updatedAt: _at, ...posted }: RefundPayment) => posted

const announcedAlone = announcing('refund', stateOfRefund)

export const REFUNDS = {
  table: 'refunds',
  noun: 'refund',
  notFound: 'RefundNotFound',
  parameter: 'refundId',
  ...REFUND_STORE,
  sourcesOf: (document) => [sourceOfRefund(document), ...document.payments.map(sourceOfRefundPayment)],
  partyOf: ({ contactId }) => ({ customerId: contactId }),
  entriesOf,
  announcementsOf: (change) => [
    ...announcedAlone(change),
    ...changedPayments(change).map((payment) => announcementOfPayment(payment, change.after)),
  ],
  present: presentRefunds,
} satisfies DocumentKind<Refund, RefundMessage, ReceivableAccounts>
