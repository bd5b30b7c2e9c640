/** Vendors and customers, as reports name them. Pure. */
import { integer, text, textOrNull, type Fields } from '@pacioli/fields'
import { newestOf, type Origin } from '../read-models/newest.ts'

export type ContactKind = 'VENDOR' | 'CUSTOMER'

export type Contact = Origin & {
  id: string
  kind: ContactKind
  name: string
  address: string | null
  version: number
}

export const contactFrom = (kind: ContactKind, fields: Fields, origin: Origin): Contact => ({
  ...origin,
  id: text(fields, 'id'),
  kind,
  name: text(fields, 'name'),
  address: textOrNull(fields, 'address_string'),
  version: integer(fields, 'version'),
})

/** The newest version of each, in the order in which rows are locked. */
export const newestContacts = (contacts: readonly Contact[]): Contact[] => newestOf(contacts, (contact) => contact)
