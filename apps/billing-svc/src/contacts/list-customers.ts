import type { ListCustomersRequest__Output, ListCustomersResponse } from '@pacioli/protos/billing'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { listContacts } from './list-contacts.ts'
import { toldCustomers } from './present-customers.ts'

/**
 * Customers by name or in the order they were made, filtered.
 * @throws what `listContacts` throws
 */
export const listCustomers = (
  billing: Billing,
  context: BusinessRead,
  asked: ListCustomersRequest__Output,
): Promise<ListCustomersResponse> => listContacts(billing, context, toldCustomers, asked)
