import type { Tx } from '@pacioli/db'
import { safeInteger, table, text, uuid, writeLater } from '@pacioli/db/table'
import type { Contact, ContactKind } from './contact.ts'
import { ifNewer } from '../read-models/newest.ts'

export const contacts = table('contacts', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid.named('contact_id'),
  kind: text.as<ContactKind>().orNull,
  name: text,
  address: text.orNull,
  version: safeInteger,
  eventId: text,
  recorded: safeInteger.orNull,
})

/** Stores the contacts as their events have them, unless newer versions are here. One version of each. */
export function upsertContacts(tx: Tx, changed: readonly Contact[]): void {
  writeLater(tx, [contacts.upserting({}, changed, ifNewer)])
}

/** A contact, by the newest event that is applied. The kind is null until an event of this release arrives. */
export const findContact = (
  tx: Tx,
  businessId: string,
  id: string,
): Promise<(Pick<Contact, 'name' | 'address'> & { kind: ContactKind | null }) | undefined> =>
  contacts.row(tx, 't.business_id = $1 AND t.contact_id = $2', [businessId, id])
