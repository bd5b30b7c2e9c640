import { Type } from 'typebox'
import { contactChanges, contactFields, contactQuery, newContact } from './contacts.ts'
import { Always, Body, Query, Resource } from './parts.ts'

export const Customer = Resource(
  {
    type: Always('Customer'),
    ...contactFields('An ARCHIVED one takes no new documents; what it owes can still be paid.'),
    credit_balance: Type.Integer({
      description:
        'What it has with the business, in minor units: rests of payments, payments moved off voided invoices, store ' +
        'credit. Payments of method CREDIT_BALANCE spend it.',
    }),
  },
  { $id: 'Customer', description: 'Whom the business sells to.' },
)

const NAMED = 'A customer has this name, a company name, both, or at least an `external_id`.'

export const CreateCustomerBody = Body(newContact('customer', NAMED), {
  examples: [
    {
      external_id: 'customer-17',
      individual_name: 'Ada Lovelace',
      email: 'ada@engines.example',
      tags: [{ key: 'department', value: 'consulting' }],
    },
  ],
})

export const UpdateCustomerBody = Body(contactChanges('customer', NAMED), {
  examples: [{ company_name: 'Analytical Engines Ltd', memo: null }],
})

export const ListCustomersQuery = Query(contactQuery('customer'))
