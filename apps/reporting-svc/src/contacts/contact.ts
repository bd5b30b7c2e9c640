/** Vendors and customers, as reports name them. Pure. */
import { integer, text, type Fields } from '@pacioli/fields'

export type Contact = { id: string; name: string; version: number; eventId: string }

export const contactFrom = (fields: Fields, eventId: string): Contact => ({
  id: text(fields, 'id'),
  name: text(fields, 'name'),
  version: integer(fields, 'version'),
  eventId,
})

/** The newest version of each, in the order of their ids, in which rows are locked. */
export function newestContacts(contacts: readonly Contact[]): Contact[] {
  const newest = new Map<string, Contact>()
  for (const contact of contacts) {
    const other = newest.get(contact.id)
    if (!other || other.version < contact.version) newest.set(contact.id, contact)
  }
  return [...newest.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
