/** Events of a vendor or a customer: its whole state and its version. */
import { domainEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import { metadataValue } from '../requests/metadata.ts'
import { tagState } from '../tags/tags.ts'
import { nameOf, publicTexts, statusOf, type Contact, type ContactKind } from './contact.ts'

function stateOf(kind: ContactKind, contact: Contact) {
  const { external_id, individual_name, company_name, ...others } = publicTexts(contact)
  return {
    id: contact.id,
    business_id: contact.businessId,
    external_id,
    individual_name,
    company_name,
    name: nameOf(kind, contact),
    ...others,
    metadata: metadataValue(contact.metadata),
    status: statusOf(contact),
    archived_at: contact.archivedAt,
    transaction_tags: contact.tags.map(tagState),
    created_at: contact.createdAt,
    updated_at: contact.updatedAt,
  }
}

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
    data: stateOf(kind, contact),
  })
