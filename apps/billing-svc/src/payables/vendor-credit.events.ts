/** What others learn of a vendor credit: its whole state, and which version of it this is. */
import { domainEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import { metadataValue } from '../requests/metadata.ts'
import { tagState } from '../tags/tags.ts'
import { totalOf, unallocatedOf, type VendorCredit } from './vendor-credit.ts'

const stateOf = (credit: VendorCredit) => ({
  id: credit.id,
  business_id: credit.businessId,
  external_id: credit.externalId,
  vendor_id: credit.vendorId,
  received_at: credit.receivedAt,
  line_items: credit.lineItems.map((line) => ({
    id: line.id,
    account_id: line.accountId,
    amount: line.amount,
    memo: line.memo,
    metadata: metadataValue(line.metadata),
    reference_number: line.referenceNumber,
    transaction_tags: line.tags.map(tagState),
  })),
  total_amount: totalOf(credit),
  unallocated_amount: credit.deletedAt === null ? unallocatedOf(credit) : 0,
  allocations: credit.allocations
    .filter(({ deletedAt }) => deletedAt === null)
    .map((allocation) => ({
      id: allocation.id,
      bill_id: allocation.billId,
      amount: allocation.amount,
      allocated_at: allocation.allocatedAt,
    })),
  memo: credit.memo,
  metadata: metadataValue(credit.metadata),
  reference_number: credit.referenceNumber,
  transaction_tags: credit.tags.map(tagState),
  created_at: credit.createdAt,
  updated_at: credit.updatedAt,
  deleted_at: credit.deletedAt,
})

export type CreditHappened = 'created' | 'changed' | 'deleted'

export const creditEvent = (
  credit: VendorCredit,
  type: CreditHappened,
  id: string,
  time: Date,
  announce: (happened: DomainEvent) => StagedEvent = domainEvent,
): StagedEvent =>
  announce({
    id,
    time,
    service: 'billing',
    businessId: credit.businessId,
    aggregateType: 'vendor_credit',
    aggregateId: credit.id,
    version: credit.version,
    type,
    data: stateOf(credit),
  })
