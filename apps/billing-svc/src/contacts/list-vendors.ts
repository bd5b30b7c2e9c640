import type { ListVendorsRequest__Output, ListVendorsResponse } from '@pacioli/protos/billing'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { listContacts } from './list-contacts.ts'
import { toldVendors } from './present-vendors.ts'

/**
 * Vendors by name or in the order they were made, filtered.
 * @throws what `listContacts` throws
 */
export const listVendors = (
  billing: Billing,
  context: BusinessRead,
  asked: ListVendorsRequest__Output,
): Promise<ListVendorsResponse> => listContacts(billing, context, toldVendors, asked)
