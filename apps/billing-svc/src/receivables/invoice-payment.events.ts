/** What others learn of an invoice payment: its whole state, and which version of it this is. */
import { domainEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import { metadataValue } from '../requests/metadata.ts'
import { tagState } from '../tags/tags.ts'
import { clearedPartsOfPayment } from './payout-member.ts'
import { clearedBy, refundedOf, restOf, type InvoicePayment } from './invoice-payment.ts'

/**
 * What a bank transaction can be matched to: money that comes in through the clearing account, in the parts and under the
 * tags that its lines on that account have. No bank reports what was paid out of the customer's credit, nor a payment of
 * which the processor kept more than it was. Of its customer just the id: what a customer is called, its own events tell.
 */
function matchCandidateOf(payment: InvoicePayment) {
  const amount = clearedBy(payment)
  if (payment.method === 'CREDIT_BALANCE' || amount < 0) return null
  return {
    is_open: payment.payoutId === null && amount > 0,
    direction: 'CREDIT',
    amount,
    date: payment.paidAt,
    clearing_account_id: payment.clearingAccountId,
    description: payment.memo ?? payment.referenceNumber ?? '',
    customer_id: payment.customerId,
    vendor_id: null,
    allocations: clearedPartsOfPayment(payment).map((part) => ({ amount: part.amount, tags: part.tags.map(tagState) })),
  }
}

const stateOf = (payment: InvoicePayment) => ({
  id: payment.id,
  business_id: payment.businessId,
  external_id: payment.externalId,
  customer_id: payment.customerId,
  paid_at: payment.paidAt,
  method: payment.method,
  processor: payment.processor,
  payment_clearing_account_id: payment.clearingAccountId,
  amount: payment.amount,
  fee: payment.fee,
  unallocated_amount: restOf(payment),
  refunded_amount: refundedOf(payment),
  payout_id: payment.payoutId,
  allocations: payment.allocations.map((allocation) => ({
    id: allocation.id,
    invoice_id: allocation.invoiceId,
    amount: allocation.amount,
    moved_to_credit_at: allocation.movedToCreditAt,
    transaction_tags: allocation.tags.map(tagState),
  })),
  refunded_parts: payment.refunded.map(({ id, refundId, invoiceId, amount }) => ({
    id,
    refund_id: refundId,
    invoice_id: invoiceId,
    amount,
  })),
  memo: payment.memo,
  metadata: metadataValue(payment.metadata),
  reference_number: payment.referenceNumber,
  transaction_tags: payment.tags.map(tagState),
  imported_at: payment.importedAt,
  updated_at: payment.updatedAt,
  match_candidate: matchCandidateOf(payment),
})

export type InvoicePaymentHappened = 'created' | 'changed'

export const invoicePaymentEvent = (
  payment: InvoicePayment,
  type: InvoicePaymentHappened,
  id: string,
  time: Date,
  announce: (happened: DomainEvent) => StagedEvent = domainEvent,
): StagedEvent =>
  announce({
    id,
    time,
    service: 'billing',
    businessId: payment.businessId,
    aggregateType: 'invoice_payment',
    aggregateId: payment.id,
    version: payment.version,
    type,
    data: stateOf(payment),
  })
