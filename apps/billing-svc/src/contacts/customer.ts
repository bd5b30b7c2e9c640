/** Customers: whom the business sells to. Pure. */
import { refused } from '@pacioli/errors'
import {
  requireActiveContact,
  requireVisibleNames,
  type Contact,
  type ContactKind,
  type ContactNames,
} from './contact.ts'

/** At least one of the two names or the external_id is there: an invoice makes a customer on the way by the latter alone. */
export type Customer = Contact

/** What people know it by. */
export const nameOf = ({ companyName, individualName, externalId }: ContactNames): string =>
  companyName ?? individualName ?? externalId ?? ''

/**
 * Somebody must be able to tell who owes.
 * @throws InvalidPayload
 */
export function requireNames(customer: ContactNames): void {
  requireVisibleNames(customer)
  if (nameOf(customer).trim() === '')
    throw refused('InvalidPayload', 'A customer has a company_name, an individual_name, or at least an external_id.', {
      field: 'company_name',
      value: null,
    })
}

export const CUSTOMERS: ContactKind = {
  table: 'customers',
  type: 'CUSTOMER',
  noun: 'customer',
  notFound: 'CustomerNotFound',
  archived: 'CustomerArchived',
  nameOf,
  requireNames,
}

/**
 * An archived customer takes no new documents; what it owes can still be paid.
 * @throws CustomerArchived
 */
export const requireActive = (customer: Customer, field: string): void =>
  requireActiveContact(CUSTOMERS, customer, field)

/** A customer of whom only the external_id is known, as an invoice makes it on the way. */
export const customerOnTheWay = (id: string, businessId: string, externalId: string, now: Date): Customer => ({
  id,
  businessId,
  externalId,
  isOnTheWay: true,
  individualName: null,
  companyName: null,
  email: null,
  mobilePhone: null,
  officePhone: null,
  addressString: null,
  memo: null,
  metadata: null,
  referenceNumber: null,
  archivedAt: null,
  tags: [],
  version: 1,
  createdAt: now,
  updatedAt: now,
})
