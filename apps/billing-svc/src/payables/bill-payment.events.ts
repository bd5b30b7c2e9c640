/** What others learn of a bill payment: its whole state, and which version of it this is. */
import { domainEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import { metadataValue } from '../requests/metadata.ts'
import { mergedTags, tagState } from '../tags/tags.ts'
import { unallocatedOf, type BillPayment } from './bill-payment.ts'

/**
 * What a bank transaction can be matched to: money that left through the clearing account, in the parts and under the tags
 * that its lines on that account have. What is allocated later posts nothing there. Of its vendor just the id: what a
 * vendor is called, its own events tell.
 */
function matchCandidateOf(payment: BillPayment) {
  const initial = payment.allocations.filter(({ isLater }) => !isLater)
  const rest = initial.reduce((left, { amount }) => left - amount, payment.amount)
  return {
    is_open: payment.deletedAt === null,
    direction: 'DEBIT',
    amount: payment.amount,
    date: payment.paidAt,
    clearing_account_id: payment.clearingAccountId,
    description: payment.memo ?? payment.referenceNumber ?? '',
    customer_id: null,
    customer_external_id: null,
    vendor_id: payment.vendorId,
    allocations: [
      ...initial.map(({ amount, postedTags }) => ({ amount, tags: postedTags.map(tagState) })),
      ...(rest > 0 ? [{ amount: rest, tags: mergedTags(payment.tags).map(tagState) }] : []),
    ],
  }
}

const stateOf = (payment: BillPayment) => ({
  id: payment.id,
  business_id: payment.businessId,
  external_id: payment.externalId,
  vendor_id: payment.vendorId,
  paid_at: payment.paidAt,
  method: payment.method,
  processor: payment.processor,
  payment_clearing_account_id: payment.clearingAccountId,
  amount: payment.amount,
  unallocated_amount: payment.deletedAt === null ? unallocatedOf(payment) : 0,
  allocations: payment.allocations
    .filter(({ deletedAt }) => deletedAt === null)
    .map((allocation) => ({
      id: allocation.id,
      bill_id: allocation.billId,
      amount: allocation.amount,
      allocated_at: allocation.allocatedAt,
      transaction_tags: allocation.tags.map(tagState),
    })),
  memo: payment.memo,
  metadata: metadataValue(payment.metadata),
  reference_number: payment.referenceNumber,
  transaction_tags: payment.tags.map(tagState),
  imported_at: payment.importedAt,
  updated_at: payment.updatedAt,
  deleted_at: payment.deletedAt,
  match_candidate: matchCandidateOf(payment),
})

export type PaymentHappened = 'created' | 'changed' | 'deleted'

export const paymentEvent = (
  payment: BillPayment,
  type: PaymentHappened,
  id: string,
  time: Date,
  announce: (happened: DomainEvent) => StagedEvent = domainEvent,
): StagedEvent =>
  announce({
    id,
    time,
    service: 'billing',
    businessId: payment.businessId,
    aggregateType: 'bill_payment',
    aggregateId: payment.id,
    version: payment.version,
    type,
    data: stateOf(payment),
  })
