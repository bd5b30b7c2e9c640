import { requireTagPair } from '@pacioli/paging'
import * as examples from '../schemas/customer-examples.ts'
import { CreateCustomerBody, Customer, ListCustomersQuery, UpdateCustomerBody } from '../schemas/customers.ts'
import { Data, Page, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { contactChangesOf, contactsAskedBy, newContactOf } from './contact-inputs.ts'
import { customerId, CustomerParams } from './path-ids.ts'
import { withMetadata } from './public-entry.ts'
import { BusinessParams, creates, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Customers']
const answer = (description: string) => Data(refTo(Customer), examples.customer, description)

const createCustomer = {
  operationId: 'createCustomer',
  summary: 'Create a customer',
  description:
    'Whom the business sells to: a company, a person, or both; an `external_id` alone is enough. With an `external_id` a ' +
    'repeated create answers with the customer that exists. It takes at most 10 tags, of any dimension.',
  tags,
  params: BusinessParams,
  body: CreateCustomerBody,
  response: {
    201: answer('The new customer.'),
    200: answer('The customer that this `external_id` made before.'),
  },
}

const listCustomers = {
  operationId: 'listCustomers',
  summary: 'List customers',
  description: 'By name unless asked for otherwise, archived ones too. Filters combine with AND.',
  tags,
  params: BusinessParams,
  querystring: ListCustomersQuery,
  response: { 200: Page(refTo(Customer), examples.customer, 'name', 'A page of customers.') },
}

const getCustomer = {
  operationId: 'getCustomer',
  summary: 'Get a customer',
  description: 'One customer, archived or not.',
  tags,
  params: CustomerParams,
  response: { 200: answer('The customer.') },
}

const updateCustomer = {
  operationId: 'updateCustomer',
  summary: 'Update a customer',
  description:
    'Changes the fields given; null clears one. A `status` of ARCHIVED archives the customer, ACTIVE brings it back.',
  tags,
  params: CustomerParams,
  body: UpdateCustomerBody,
  response: { 200: answer('The customer as it is now.') },
}

const KNOWN = ['BusinessNotFound', 'CustomerNotFound'] as const
const TAGGING = ['DuplicateTagDimension', 'TagValueArchived'] as const

export const customerRoutes =
  ({ customers }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/customers',
      {
        schema: createCustomer,
        config: creates('books:write', ['BusinessNotFound', 'BusinessArchived', 'VersionConflict', ...TAGGING]),
      },
      async (request, reply) => {
        const { created, data } = await request.ask(customers.CreateCustomer, newContactOf(request.body))
        return sendCreated(reply, created, data && withMetadata(data))
      },
    )

    app.get(
      '/businesses/:businessId/customers',
      { schema: listCustomers, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor', 'MissingTagValues']) },
      async (request) => {
        requireTagPair(request.query.tag_key, request.query.tag_values)
        const { data, pagination } = await request.ask(customers.ListCustomers, contactsAskedBy(request.query))
        return { data: data.map(withMetadata), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/customers/:customerId',
      { schema: getCustomer, config: reads('books:read', KNOWN) },
      async (request) => {
        const customer_id = customerId(request.params.customerId)
        const { data } = await request.ask(customers.GetCustomer, { customer_id })
        return { data: data && withMetadata(data) }
      },
    )

    app.patch(
      '/businesses/:businessId/customers/:customerId',
      {
        schema: updateCustomer,
        config: writes('books:write', [
          ...KNOWN,
          'BusinessArchived',
          'DuplicateExternalId',
          'VersionConflict',
          ...TAGGING,
        ]),
      },
      async (request) => {
        const customer_id = customerId(request.params.customerId)
        const { data } = await request.ask(customers.UpdateCustomer, { ...contactChangesOf(request.body), customer_id })
        return { data: data && withMetadata(data) }
      },
    )
    done()
  }
