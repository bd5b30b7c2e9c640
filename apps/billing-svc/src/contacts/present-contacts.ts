/** Vendors and customers as callers see them. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Vendor as ContactMessage } from '@pacioli/protos/billing'
import { definitionIdsOf, toDocumentTags, type TagNames } from '../tags/present-tags.ts'
import { statusOf, type Contact, type ContactKind } from './contact.ts'

/** A kind of contacts with the way in which they are told, in the order given. */
export type ToldContacts<Message> = ContactKind & {
  present: (tx: Tx, businessId: string, contacts: readonly Contact[]) => Promise<Message[]>
}

/** What is answered about one of them; `created` is false where the external_id named one that exists. */
export type ContactAnswer<Message> = { data: Message | undefined; created: boolean }

export const toContactMessage = (contact: Contact, names: TagNames): ContactMessage => ({
  id: contact.id,
  external_id: contact.externalId ?? undefined,
  individual_name: contact.individualName ?? undefined,
  company_name: contact.companyName ?? undefined,
  email: contact.email ?? undefined,
  mobile_phone: contact.mobilePhone ?? undefined,
  office_phone: contact.officePhone ?? undefined,
  address_string: contact.addressString ?? undefined,
  memo: contact.memo ?? undefined,
  notes: contact.memo ?? undefined,
  status: statusOf(contact),
  transaction_tags: toDocumentTags(contact.tags, names),
  metadata: contact.metadata ?? undefined,
  reference_number: contact.referenceNumber ?? undefined,
  archived_at: contact.archivedAt?.toISOString(),
  created_at: contact.createdAt.toISOString(),
  updated_at: contact.updatedAt.toISOString(),
})

/** In the order given, with one statement for all of their tags. */
export async function presentContacts(
  tx: Tx,
  businessId: string,
  contacts: readonly Contact[],
): Promise<ContactMessage[]> {
  const names = await loadTagDefinitions(tx, businessId, definitionIdsOf(...contacts.map(({ tags }) => tags)))
  return contacts.map((contact) => toContactMessage(contact, names))
}
