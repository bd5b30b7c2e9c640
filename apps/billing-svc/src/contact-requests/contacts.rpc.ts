/** Vendors and customers: the same requests, each kind by its own names. */
import { ContactsService, CustomersService, VendorsService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { getDocument } from '../documents/document-kind.ts'
import { createContact } from './create-contact.ts'
import { listContacts } from './list-contacts.ts'
import { findContacts } from './find-contacts.ts'
import { updateContact } from './update-contact.ts'

export const vendorsRpc = (billing: Billing): Implementation =>
  implement(VendorsService, {
    CreateVendor: (request, context) => createContact(billing, writeRequestOf(context), VENDORS, request),
    ListVendors: (request, context) => listContacts(billing, readRequestOf(context), VENDORS, request),
    GetVendor: (request, context) => getDocument(billing, readRequestOf(context), VENDORS, request.vendor_id),
    UpdateVendor: ({ vendor_id, ...change }, context) =>
      updateContact(billing, writeRequestOf(context), VENDORS, vendor_id, change),
  })

export const customersRpc = (billing: Billing): Implementation =>
  implement(CustomersService, {
    CreateCustomer: (request, context) => createContact(billing, writeRequestOf(context), CUSTOMERS, request),
    ListCustomers: (request, context) => listContacts(billing, readRequestOf(context), CUSTOMERS, request),
    GetCustomer: (request, context) => getDocument(billing, readRequestOf(context), CUSTOMERS, request.customer_id),
    UpdateCustomer: ({ customer_id, ...change }, context) =>
      updateContact(billing, writeRequestOf(context), CUSTOMERS, customer_id, change),
  })

export const contactsRpc = (billing: Billing): Implementation =>
  implement(ContactsService, {
    FindContacts: (request, context) => findContacts(billing, readRequestOf(context), request),
  })
