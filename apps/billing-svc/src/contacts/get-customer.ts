import type { CustomerAnswer } from '@pacioli/protos/billing'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { getContact } from './get-contact.ts'
import { toldCustomers } from './present-customers.ts'

/** A customer, archived or not. @throws CustomerNotFound, BusinessNotFound */
export const getCustomer = (billing: Billing, context: BusinessRead, customerId: string): Promise<CustomerAnswer> =>
  getContact(billing, context, toldCustomers, customerId)
