import { VendorsService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { getDocument } from '../documents/document-kind.ts'
import { createContact } from './create-contact.ts'
import { listContacts } from './list-contacts.ts'
import { updateContact } from './update-contact.ts'

export const vendorsRpc = (billing: Billing): Implementation =>
  implement(VendorsService, {
    CreateVendor: (request, context) => createContact(billing, writeRequestOf(context), VENDORS, request),
    ListVendors: (request, context) => listContacts(billing, readRequestOf(context), VENDORS, request),
    GetVendor: (request, context) => getDocument(billing, readRequestOf(context), VENDORS, request.vendor_id),
    UpdateVendor: ({ vendor_id, ...change }, context) =>
      updateContact(billing, writeRequestOf(context), VENDORS, vendor_id, change),
  })
