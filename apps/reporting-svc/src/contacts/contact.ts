/** Vendors and customers, as reports name them. Pure. */
import { integer, text, textOrNull, type Fields } from '@pacioli/fields'
import { newestOf } from '../read-models/newest.ts'

export type ContactKind = 'VENDOR' | 'CUSTOMER'

export type Contact = {
  id: string
  kind: ContactKind
  name: string
  address: string | null
  version: number
  eventId: string
}

export const contactFrom = (kind: ContactKind, fields: Fields, eventId: string): Contact => ({
  id: text(fields, 'id'),
  kind,
  name: text(fields, 'name'),
  address: textOrNull(fields, 'address_string'),
  version: integer(fields, 'version'),
  eventId,
})

/** The newest version of each, in id order, in which rows are locked. */
export const newestContacts = (contacts: readonly Contact[]): Contact[] => newestOf(contacts, (contact) => contact)
