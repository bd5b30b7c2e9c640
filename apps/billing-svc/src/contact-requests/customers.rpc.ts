import { CustomersService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { getDocument } from '../documents/document-kind.ts'
import { createContact } from './create-contact.ts'
import { listContacts } from './list-contacts.ts'
import { updateContact } from './update-contact.ts'

export const customersRpc = (billing: Billing): Implementation =>
  implement(CustomersService, {
    CreateCustomer: (request, context) => createContact(billing, writeRequestOf(context), CUSTOMERS, request),
    ListCustomers: (request, context) => listContacts(billing, readRequestOf(context), CUSTOMERS, request),
    GetCustomer: (request, context) => getDocument(billing, readRequestOf(context), CUSTOMERS, request.customer_id),
    UpdateCustomer: ({ customer_id, ...change }, context) =>
      updateContact(billing, writeRequestOf(context), CUSTOMERS, customer_id, change),
  })
