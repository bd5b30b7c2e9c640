import type { UpdateCustomerRequest__Output, CustomerAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { updateContact } from './update-contact.ts'
import { toldCustomers } from './present-customers.ts'

/**
 * Changes what is said of a customer; its status archives it and brings it back. Absent fields stay as they are.
 * @throws what `updateContact` throws
 */
export const updateCustomer = (
  billing: Billing,
  request: BusinessWrite,
  { customer_id, ...change }: UpdateCustomerRequest__Output,
): Promise<CustomerAnswer> => updateContact(billing, request, toldCustomers, customer_id, change)
