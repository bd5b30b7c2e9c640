import type { Tx } from '@pacioli/db'
import { ifNewer, safeInteger, table, text, uuid, writeLater } from '@pacioli/db/table'
import type { Contact } from './contact.ts'

const contacts = table('contacts', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid.named('contact_id'),
  name: text,
  address: text.orNull,
  version: safeInteger,
  eventId: text,
})

/** Stores the contacts as their events have them, unless newer versions are here. One version of each. */
export function upsertContacts(tx: Tx, businessId: string, changed: readonly Contact[]): void {
  writeLater(tx, [contacts.upserting({ businessId }, changed, ifNewer)])
}
