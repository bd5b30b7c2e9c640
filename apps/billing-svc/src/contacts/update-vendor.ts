import type { UpdateVendorRequest__Output, VendorAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { updateContact } from './update-contact.ts'
import { toldVendors } from './present-vendors.ts'

/**
 * Changes what is said of a vendor; its status archives it and brings it back. Absent fields stay as they are.
 * @throws what `updateContact` throws
 */
export const updateVendor = (
  billing: Billing,
  request: BusinessWrite,
  { vendor_id, ...change }: UpdateVendorRequest__Output,
): Promise<VendorAnswer> => updateContact(billing, request, toldVendors, vendor_id, change)
