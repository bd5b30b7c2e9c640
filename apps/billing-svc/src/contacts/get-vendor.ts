import type { VendorAnswer } from '@pacioli/protos/billing'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { getContact } from './get-contact.ts'
import { toldVendors } from './present-vendors.ts'

/** A vendor, archived or not. @throws VendorNotFound, BusinessNotFound */
export const getVendor = (billing: Billing, context: BusinessRead, vendorId: string): Promise<VendorAnswer> =>
  getContact(billing, context, toldVendors, vendorId)
