/** What others learn of a vendor or a customer: its whole state, and which version of it this is. */
import { domainEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import { metadataValue } from '../requests/metadata.ts'
import { tagState } from '../tags/tags.ts'
import { statusOf, type Contact, type ContactKind } from './contact.ts'

const stateOf = (contact: Contact, { nameOf }: Pick<ContactKind, 'nameOf'>) => ({
  id: contact.id,
  business_id: contact.businessId,
  external_id: contact.externalId,
  individual_name: contact.individualName,
  company_name: contact.companyName,
  name: nameOf(contact),
  email: contact.email,
  mobile_phone: contact.mobilePhone,
  office_phone: contact.officePhone,
  address_string: contact.addressString,
  memo: contact.memo,
  metadata: metadataValue(contact.metadata),
  reference_number: contact.referenceNumber,
  status: statusOf(contact),
  archived_at: contact.archivedAt,
  transaction_tags: contact.tags.map(tagState),
  created_at: contact.createdAt,
  updated_at: contact.updatedAt,
})

export const contactEvent = (
  kind: ContactKind,
  contact: Contact,
  type: 'created' | 'changed',
  id: string,
  time: Date,
  announce: (happened: DomainEvent) => StagedEvent = domainEvent,
): StagedEvent =>
  announce({
    id,
    time,
    service: 'billing',
    businessId: contact.businessId,
    aggregateType: kind.noun,
    aggregateId: contact.id,
    version: contact.version,
    type,
    data: stateOf(contact, kind),
  })
