import { requireTagPair } from '@pacioli/paging'
import * as examples from '../schemas/payables-examples.ts'
import { Data, Page, refTo } from '../schemas/parts.ts'
import { CreateVendorBody, ListVendorsQuery, UpdateVendorBody, Vendor } from '../schemas/vendors.ts'
import type { Services } from '../services.ts'
import { contactChangesOf, contactsAskedBy, newContactOf } from './contact-inputs.ts'
import { vendorId, VendorParams } from './path-ids.ts'
import { withMetadata } from './public-entry.ts'
import { BusinessParams, creates, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Vendors']
const answer = (description: string) => Data(refTo(Vendor), examples.vendor, description)

const createVendor = {
  operationId: 'createVendor',
  summary: 'Create a vendor',
  description:
    'Whom the business owes: a company, a person, or both. With an `external_id` a repeated create answers with the ' +
    'vendor that exists. It takes at most 10 tags, of any dimension.',
  tags,
  params: BusinessParams,
  body: CreateVendorBody,
  response: {
    201: answer('The new vendor.'),
    200: answer('The vendor that this `external_id` made before.'),
  },
}

const listVendors = {
  operationId: 'listVendors',
  summary: 'List vendors',
  description: 'By name unless asked for otherwise, archived ones too. Filters combine with AND.',
  tags,
  params: BusinessParams,
  querystring: ListVendorsQuery,
  response: { 200: Page(refTo(Vendor), examples.vendor, 'name', 'A page of vendors.') },
}

const getVendor = {
  operationId: 'getVendor',
  summary: 'Get a vendor',
  description: 'One vendor, archived or not.',
  tags,
  params: VendorParams,
  response: { 200: answer('The vendor.') },
}

const updateVendor = {
  operationId: 'updateVendor',
  summary: 'Update a vendor',
  description:
    'Changes the fields given; null clears one. A `status` of ARCHIVED archives the vendor, ACTIVE brings it back.',
  tags,
  params: VendorParams,
  body: UpdateVendorBody,
  response: { 200: answer('The vendor as it is now.') },
}

const KNOWN = ['BusinessNotFound', 'VendorNotFound'] as const
const TAGGING = ['DuplicateTagDimension', 'TagValueArchived'] as const

export const vendorRoutes =
  ({ vendors }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/vendors',
      {
        schema: createVendor,
        config: creates('books:write', ['BusinessNotFound', 'BusinessArchived', 'VersionConflict', ...TAGGING]),
      },
      async (request, reply) => {
        const { created, data } = await request.ask(vendors.CreateVendor, newContactOf(request.body))
        return sendCreated(reply, created, data && withMetadata(data))
      },
    )

    app.get(
      '/businesses/:businessId/vendors',
      { schema: listVendors, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor', 'MissingTagValues']) },
      async (request) => {
        requireTagPair(request.query.tag_key, request.query.tag_values)
        const { data, pagination } = await request.ask(vendors.ListVendors, contactsAskedBy(request.query))
        return { data: data.map(withMetadata), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/vendors/:vendorId',
      { schema: getVendor, config: reads('books:read', KNOWN) },
      async (request) => {
        const vendor_id = vendorId(request.params.vendorId)
        const { data } = await request.ask(vendors.GetVendor, { vendor_id })
        return { data: data && withMetadata(data) }
      },
    )

    app.patch(
      '/businesses/:businessId/vendors/:vendorId',
      {
        schema: updateVendor,
        config: writes('books:write', [
          ...KNOWN,
          'BusinessArchived',
          'DuplicateExternalId',
          'VersionConflict',
          ...TAGGING,
        ]),
      },
      async (request) => {
        const vendor_id = vendorId(request.params.vendorId)
        const { data } = await request.ask(vendors.UpdateVendor, { ...contactChangesOf(request.body), vendor_id })
        return { data: data && withMetadata(data) }
      },
    )
    done()
  }
