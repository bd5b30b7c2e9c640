/** What others learn of a vendor: its whole state, and which version of it this is. */
import { domainEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import { statusOf, type Vendor } from './vendor.ts'

const stateOf = (vendor: Vendor) => ({
  id: vendor.id,
  business_id: vendor.businessId,
  external_id: vendor.externalId,
  individual_name: vendor.individualName,
  company_name: vendor.companyName,
  email: vendor.email,
  mobile_phone: vendor.mobilePhone,
  office_phone: vendor.officePhone,
  address_string: vendor.addressString,
  memo: vendor.memo,
  metadata: vendor.metadata === null ? null : (JSON.parse(vendor.metadata) as unknown),
  reference_number: vendor.referenceNumber,
  status: statusOf(vendor),
  archived_at: vendor.archivedAt,
  transaction_tags: vendor.tags.map((tag) => ({ dimension_id: tag.dimensionId, definition_id: tag.definitionId })),
  created_at: vendor.createdAt,
  updated_at: vendor.updatedAt,
})

export const vendorEvent = (
  vendor: Vendor,
  type: 'created' | 'changed',
  id: string,
  time: Date,
  announce: (happened: DomainEvent) => StagedEvent = domainEvent,
): StagedEvent =>
  announce({
    id,
    time,
    service: 'billing',
    businessId: vendor.businessId,
    aggregateType: 'vendor',
    aggregateId: vendor.id,
    version: vendor.version,
    type,
    data: stateOf(vendor),
  })
