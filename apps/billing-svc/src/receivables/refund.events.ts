/** What others learn of a refund and of each of its payments: its whole state, and which version of it this is. */
import { domainEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import { candidateAllocations } from '../matches/match-candidate.ts'
import { metadataValue } from '../requests/metadata.ts'
import { tagState } from '../tags/tags.ts'
import { clearedPartsOfRefundPayment } from './payout-member.ts'
import {
  clearedByRefund,
  issuedAtOf,
  livePayments,
  paidOutOf,
  totalOf,
  type Refund,
  type RefundAllocation,
  type RefundLineItem,
  type RefundPayment,
} from './refund.ts'

const lineState = (line: RefundLineItem) => ({
  id: line.id,
  external_id: line.externalId,
  amount: line.amount,
  account_id: line.accountId,
  prepayment_account_id: line.prepaymentAccountId,
  transaction_tags: line.tags.map(tagState),
  memo: line.memo,
  metadata: metadataValue(line.metadata),
  reference_number: line.referenceNumber,
})

const allocationState = (allocation: RefundAllocation) => ({
  id: allocation.id,
  external_id: allocation.externalId,
  total_amount: allocation.totalAmount,
  line_items: allocation.lineItems.map(lineState),
  invoice_id: allocation.invoiceId,
  invoice_line_item_id: allocation.invoiceLineItemId,
  invoice_payment_id: allocation.invoicePaymentId,
  parts: allocation.parts.map((part) => ({
    id: part.id,
    invoice_id: part.invoiceId,
    invoice_payment_id: part.paymentId,
    amount: part.amount,
    is_of_credit: part.isOfCredit,
  })),
  transaction_tags: allocation.tags.map(tagState),
  memo: allocation.memo,
  metadata: metadataValue(allocation.metadata),
  reference_number: allocation.referenceNumber,
})

const stateOf = (refund: Refund) => ({
  id: refund.id,
  business_id: refund.businessId,
  external_id: refund.externalId,
  customer_id: refund.customerId,
  completed_at: refund.completedAt,
  issued_at: issuedAtOf(refund),
  total_amount: totalOf(refund),
  paid_out_amount: paidOutOf(refund),
  outstanding_balance: totalOf(refund) - paidOutOf(refund),
  allocations: refund.allocations.map(allocationState),
  payments: livePayments(refund).map(({ id, refundedAmount, completedAt }) => ({
    id,
    refunded_amount: refundedAmount,
    completed_at: completedAt,
  })),
  memo: refund.memo,
  metadata: metadataValue(refund.metadata),
  reference_number: refund.referenceNumber,
  transaction_tags: refund.tags.map(tagState),
  imported_at: refund.importedAt,
  updated_at: refund.updatedAt,
})

/**
 * What a bank transaction can be matched to: money that left through the clearing account, in the parts and under the tags
 * that its lines on that account have. Of its customer just the id. Null for store credit, which no bank reports; what a
 * payout settled is reported with that, and what the processor gave back more of than it paid out, not at all.
 */
function matchCandidateOf(payment: RefundPayment, refund: Refund) {
  if (payment.method === 'STORE_CREDIT') return null
  const amount = Math.max(0, clearedByRefund(payment))
  const isOpen = payment.deletedAt === null && payment.payoutId === null && amount > 0
  const parts = isOpen ? clearedPartsOfRefundPayment(refund, payment) : []
  return {
    is_open: isOpen,
    direction: 'DEBIT',
    amount,
    date: payment.completedAt,
    clearing_account_id: payment.clearingAccountId,
    description: payment.memo ?? payment.referenceNumber ?? '',
    customer_id: refund.customerId,
    vendor_id: null,
    allocations: candidateAllocations(parts.map((part) => ({ ...part, amount: -part.amount }))),
  }
}

const paymentState = (payment: RefundPayment, refund: Refund) => ({
  id: payment.id,
  business_id: refund.businessId,
  external_id: payment.externalId,
  refund_id: refund.id,
  customer_id: refund.customerId,
  refunded_amount: payment.refundedAmount,
  fee: payment.fee,
  completed_at: payment.completedAt,
  method: payment.method,
  processor: payment.processor,
  payment_clearing_account_id: payment.clearingAccountId,
  refunded_payment_fees: payment.refundedPaymentFees.map(({ accountId, feeAmount, description }) => ({
    account_id: accountId,
    fee_amount: feeAmount,
    description,
  })),
  payout_id: payment.payoutId,
  memo: payment.memo,
  metadata: metadataValue(payment.metadata),
  reference_number: payment.referenceNumber,
  transaction_tags: payment.tags.map(tagState),
  imported_at: payment.importedAt,
  updated_at: payment.updatedAt,
  deleted_at: payment.deletedAt,
  match_candidate: matchCandidateOf(payment, refund),
})

export type RefundHappened = 'created' | 'changed'

export const refundEvent = (
  refund: Refund,
  type: RefundHappened,
  id: string,
  time: Date,
  announce: (happened: DomainEvent) => StagedEvent = domainEvent,
): StagedEvent =>
  announce({
    id,
    time,
    service: 'billing',
    businessId: refund.businessId,
    aggregateType: 'refund',
    aggregateId: refund.id,
    version: refund.version,
    type,
    data: stateOf(refund),
  })

export type RefundPaymentHappened = 'created' | 'changed' | 'deleted'

/** @param refund that it is of, as it is with this payment */
export const refundPaymentEvent = (
  payment: RefundPayment,
  refund: Refund,
  type: RefundPaymentHappened,
  id: string,
  time: Date,
  announce: (happened: DomainEvent) => StagedEvent = domainEvent,
): StagedEvent =>
  announce({
    id,
    time,
    service: 'billing',
    businessId: refund.businessId,
    aggregateType: 'refund_payment',
    aggregateId: payment.id,
    version: payment.version,
    type,
    data: paymentState(payment, refund),
  })
