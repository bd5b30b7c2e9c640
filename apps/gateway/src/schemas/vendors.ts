import { contactChanges, contactFields, contactQuery, newContact } from './contacts.ts'
import { Always, Body, Null, Query, Resource } from './parts.ts'

const vendorFields = {
  type: Always('VendorData'),
  ...contactFields('An ARCHIVED one takes no new documents; its bills can still be paid.'),
}

export const Vendor = Resource(vendorFields, { $id: 'Vendor', description: 'Whom the business owes.' })

/** Within a document that may have none. */
export const VendorOrNull = Null(Resource(vendorFields), { description: 'null for an expense without one.' })

const NAMED = 'A vendor has this name, a company name, or both.'

export const CreateVendorBody = Body(newContact('vendor', NAMED), {
  examples: [
    {
      external_id: 'supplier-42',
      company_name: 'Analytical Papers Ltd',
      email: 'accounts@papers.example',
      memo: 'Net 30 since 2025',
      tags: [{ key: 'department', value: 'consulting' }],
    },
  ],
})

export const UpdateVendorBody = Body(contactChanges('vendor', NAMED), {
  examples: [{ office_phone: '+1 617 555 0142', memo: null }],
})

export const ListVendorsQuery = Query(contactQuery('vendor'))
