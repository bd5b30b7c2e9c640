import { recordedContacts } from './contact.kind.ts'

export const VENDORS = recordedContacts({
  table: 'vendors',
  type: 'VENDOR',
  noun: 'vendor',
  notFound: 'VendorNotFound',
  archived: 'VendorArchived',
  canBeInline: false,
  nameless: 'A vendor has a company_name, an individual_name, or both.',
})
