import type { CreateCustomerRequest__Output, CustomerAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { createContact } from './create-contact.ts'
import { toldCustomers } from './present-customers.ts'

/**
 * A customer; the one that has the external_id already, as it is, if there is one.
 * @throws what `createContact` throws
 */
export const createCustomer = (
  billing: Billing,
  request: BusinessWrite,
  input: CreateCustomerRequest__Output,
): Promise<CustomerAnswer> => createContact(billing, request, toldCustomers, input)
