import { recordedContacts } from './contact.kind.ts'
import type { Contact } from './contact.ts'

/** A vendor of the business. At least one of the two names is present. */
export type Vendor = Contact

export const VENDORS = recordedContacts({
  table: 'vendors',
  type: 'VENDOR',
  noun: 'vendor',
  notFound: 'VendorNotFound',
  archived: 'VendorArchived',
  hasCredit: false,
  canBeInline: false,
  nameless: 'A vendor has a company_name, an individual_name, or both.',
})
