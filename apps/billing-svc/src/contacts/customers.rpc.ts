import { CustomersService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { createCustomer } from './create-customer.ts'
import { getCustomer } from './get-customer.ts'
import { listCustomers } from './list-customers.ts'
import { updateCustomer } from './update-customer.ts'

export const customersRpc = (billing: Billing): Implementation =>
  implement(CustomersService, {
    CreateCustomer: (request, context) => createCustomer(billing, writeRequestOf(context), request),
    ListCustomers: (request, context) => listCustomers(billing, readRequestOf(context), request),
    GetCustomer: (request, context) => getCustomer(billing, readRequestOf(context), request.customer_id),
    UpdateCustomer: (request, context) => updateCustomer(billing, writeRequestOf(context), request),
  })
