import { recordedContacts } from './contact.kind.ts'
import { newContact, type Contact } from './contact.ts'

export const CUSTOMERS = recordedContacts({
  table: 'customers',
  type: 'CUSTOMER',
  noun: 'customer',
  notFound: 'CustomerNotFound',
  archived: 'CustomerArchived',
  canBeInline: true,
  nameless: 'A customer has a company_name, an individual_name, or at least an external_id.',
})

/** A customer with only an external_id, as an invoice creates it inline. */
export const inlineCustomer = (id: string, businessId: string, externalId: string, now: Date): Contact => ({
  ...newContact({ id, businessId, now }, { externalId }),
  isInline: true,
})
