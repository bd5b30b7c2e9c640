/** Vendors: whom the business owes. Pure. */
import { refused } from '@pacioli/errors'
import {
  requireActiveContact,
  requireVisibleNames,
  type Contact,
  type ContactKind,
  type ContactNames,
} from './contact.ts'

/** At least one of the two names is there. */
export type Vendor = Contact

/** What people know it by. */
export const nameOf = ({ companyName, individualName }: Omit<ContactNames, 'externalId'>): string =>
  companyName ?? individualName ?? ''

/**
 * Somebody must be able to tell whom they owe.
 * @throws InvalidPayload
 */
export function requireNames(vendor: Omit<ContactNames, 'externalId'>): void {
  requireVisibleNames(vendor)
  if (vendor.companyName === null && vendor.individualName === null)
    throw refused('InvalidPayload', 'A vendor has a company_name, an individual_name, or both.', {
      field: 'company_name',
      value: null,
    })
}

export const VENDORS: ContactKind = {
  table: 'vendors',
  type: 'VENDOR',
  noun: 'vendor',
  notFound: 'VendorNotFound',
  archived: 'VendorArchived',
  nameOf,
  requireNames,
}

/**
 * An archived vendor takes no new documents; what it has can still be paid.
 * @throws VendorArchived
 */
export const requireActive = (vendor: Vendor, field: string): void => requireActiveContact(VENDORS, vendor, field)
