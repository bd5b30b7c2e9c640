/** What others learn of a vendor: its whole state, and which version of it this is. */
import { domainEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import { metadataValue } from '../documents/metadata.ts'
import { tagState } from '../documents/tags.ts'
import { nameOf, statusOf, type Vendor } from './vendor.ts'

const stateOf = (vendor: Vendor) => ({
  id: vendor.id,
  business_id: vendor.businessId,
  external_id: vendor.externalId,
  individual_name: vendor.individualName,
  company_name: vendor.companyName,
  name: nameOf(vendor),
  email: vendor.email,
  mobile_phone: vendor.mobilePhone,
  office_phone: vendor.officePhone,
  address_string: vendor.addressString,
  memo: vendor.memo,
  metadata: metadataValue(vendor.metadata),
  reference_number: vendor.referenceNumber,
  status: statusOf(vendor),
  archived_at: vendor.archivedAt,
  transaction_tags: vendor.tags.map(tagState),
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
