import type { CreateVendorRequest__Output, VendorAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { createContact } from './create-contact.ts'
import { toldVendors } from './present-vendors.ts'

/**
 * A vendor; the one that has the external_id already, as it is, if there is one.
 * @throws what `createContact` throws
 */
export const createVendor = (
  billing: Billing,
  request: BusinessWrite,
  input: CreateVendorRequest__Output,
): Promise<VendorAnswer> => createContact(billing, request, toldVendors, input)
