import { requireTagPair } from '@pacioli/paging'
import type { VendorCredit__Output, VendorCreditInput } from '@pacioli/protos/billing'
import type { Static } from 'typebox'
import * as examples from '../schemas/payables-examples.ts'
import { Data, Page, refTo } from '../schemas/parts.ts'
import {
  AllocateVendorCreditBody,
  CreateVendorCreditBody,
  ListVendorCreditsQuery,
  VendorCredit,
} from '../schemas/vendor-credits.ts'
import type { Services } from '../services.ts'
import { accountOf, idOf, withBill, withVendor } from './document-inputs.ts'
import { allocationId, AllocationParams, vendorCreditId, VendorCreditParams } from './path-ids.ts'
import { tellPosting } from './posting-state.ts'
import { publicVendorCredit } from './public-documents.ts'
import { withMetadataText } from './public-entry.ts'
import { numbersOf } from './reference-numbers.ts'
import { limitTags } from './request-limits.ts'
import { BusinessParams, creates, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Vendor credits']
const answer = (description: string) => Data(refTo(VendorCredit), examples.vendorCredit, description)

const createVendorCredit = {
  operationId: 'createVendorCredit',
  summary: 'Receive a vendor credit',
  description:
    'What a vendor owes back. Posts at `received_at`, in the accrual books: ACCOUNTS_PAYABLE against its line items. ' +
    'Allocating it to a bill posts nothing. The credit, and each line item, takes at most 10 tags, a line item none of ' +
    'a BALANCING dimension; all together at most 10,000.',
  tags,
  params: BusinessParams,
  body: CreateVendorCreditBody,
  response: {
    201: answer('The new credit.'),
    200: answer('The credit that this `external_id` made before.'),
  },
}

const listVendorCredits = {
  operationId: 'listVendorCredits',
  summary: 'List vendor credits',
  description: 'Last received first, unless asked for otherwise. Filters combine with AND.',
  tags,
  params: BusinessParams,
  querystring: ListVendorCreditsQuery,
  response: { 200: Page(refTo(VendorCredit), examples.vendorCredit, 'received_at', 'A page of credits.', 'DESC') },
}

const getVendorCredit = {
  operationId: 'getVendorCredit',
  summary: 'Get a vendor credit',
  description: 'One credit with its allocations, deleted or not.',
  tags,
  params: VendorCreditParams,
  response: { 200: answer('The credit.') },
}

const allocateVendorCredit = {
  operationId: 'allocateVendorCredit',
  summary: 'Allocate a vendor credit to a bill',
  description: 'Of the same vendor. Posts nothing: the credit has lowered ACCOUNTS_PAYABLE already.',
  tags,
  params: VendorCreditParams,
  body: AllocateVendorCreditBody,
  response: { 201: answer('The credit as it is now.') },
}

const removeVendorCreditAllocation = {
  operationId: 'removeVendorCreditAllocation',
  summary: 'Take back an allocation of a vendor credit',
  description: 'The bill owes that much again, and the credit can be allocated elsewhere. Posts nothing.',
  tags,
  params: AllocationParams,
  response: { 200: answer('The credit as it is now.') },
}

const deleteVendorCredit = {
  operationId: 'deleteVendorCredit',
  summary: 'Delete a vendor credit',
  description:
    'Takes its allocations back, and reverses what it posted. Its `external_id` is free. Deleting it again changes nothing.',
  tags,
  params: VendorCreditParams,
  response: { 200: answer('The deleted credit.') },
}

const KNOWN = ['BusinessNotFound', 'VendorCreditNotFound'] as const
const ALLOCATING = [
  'BusinessArchived',
  'BillNotFound',
  'BillVoided',
  'VendorMismatch',
  'OverAllocated',
  'TooManyAllocations',
] as const

const creditOf = (credit: Static<typeof CreateVendorCreditBody>): VendorCreditInput => ({
  ...withVendor(credit),
  line_items: credit.line_items.map((item) => ({
    ...withMetadataText(item),
    account_identifier: accountOf(item.account_identifier),
  })),
  allocations: (credit.allocations ?? []).map(withBill),
})

const single = ({ data }: { data: VendorCredit__Output | null }) => ({ data: data && publicVendorCredit(data) })

export const vendorCreditRoutes =
  ({ vendorCredits }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/bills/vendor-credits',
      {
        schema: createVendorCredit,
        config: creates(
          'books:write',
          [
            'BusinessNotFound',
            ...ALLOCATING,
            'VendorNotFound',
            'VendorArchived',
            'AccountNotFound',
            'AccountArchived',
            'ControlAccount',
            'AmountOutOfRange',
            'NegativeTotal',
            'PeriodClosed',
            'DuplicateTagDimension',
            'TagValueArchived',
            'BalancingTagViolation',
            'VersionConflict',
          ],
          { posts: true },
        ),
      },
      async (request, reply) => {
        limitTags('line_items', [request.body], request.body.line_items)
        const answered = await request.ask(vendorCredits.CreateVendorCredit, creditOf(request.body))
        tellPosting(reply, answered)
        return sendCreated(reply, answered.created, single(answered).data)
      },
    )

    app.get(
      '/businesses/:businessId/bills/vendor-credits',
      {
        schema: listVendorCredits,
        config: reads('books:read', ['BusinessNotFound', 'InvalidCursor', 'MissingTagValues']),
      },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, reference_number, reference_numbers, ...rest } = request.query
        const { vendor_id, bill_id, ...filters } = rest
        requireTagPair(filters.tag_key, filters.tag_values)
        const { data, pagination } = await request.ask(vendorCredits.ListVendorCredits, {
          ...filters,
          page: { cursor, limit, sort_by, sort_order },
          vendor_id: idOf(vendor_id),
          bill_id: idOf(bill_id),
          reference_numbers: numbersOf(reference_number, reference_numbers),
        })
        return { data: data.map(publicVendorCredit), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/bills/vendor-credits/:vendorCreditId',
      { schema: getVendorCredit, config: reads('books:read', KNOWN) },
      async (request) => {
        const vendor_credit_id = vendorCreditId(request.params.vendorCreditId)
        return single(await request.ask(vendorCredits.GetVendorCredit, { vendor_credit_id }))
      },
    )

    app.post(
      '/businesses/:businessId/bills/vendor-credits/:vendorCreditId/allocations',
      {
        schema: allocateVendorCredit,
        config: writes('books:write', [...KNOWN, ...ALLOCATING, 'DocumentDeleted', 'VersionConflict']),
      },
      async (request, reply) => {
        const vendor_credit_id = vendorCreditId(request.params.vendorCreditId)
        const input = { vendor_credit_id, allocation: withBill(request.body) }
        const answered = await request.ask(vendorCredits.AllocateVendorCredit, input)
        return sendCreated(reply, true, single(answered).data)
      },
    )

    app.delete(
      '/businesses/:businessId/bills/vendor-credits/allocations/:allocationId',
      {
        schema: removeVendorCreditAllocation,
        config: writes('books:write', [
          'BusinessNotFound',
          'BusinessArchived',
          'AllocationNotFound',
          'VersionConflict',
        ]),
      },
      async (request) => {
        const allocation_id = allocationId(request.params.allocationId)
        return single(await request.ask(vendorCredits.RemoveVendorCreditAllocation, { allocation_id }))
      },
    )

    app.delete(
      '/businesses/:businessId/bills/vendor-credits/:vendorCreditId',
      {
        schema: deleteVendorCredit,
        config: writes('books:write', [...KNOWN, 'BusinessArchived', 'VersionConflict'], { posts: true }),
      },
      async (request, reply) => {
        const vendor_credit_id = vendorCreditId(request.params.vendorCreditId)
        const answered = await request.ask(vendorCredits.DeleteVendorCredit, { vendor_credit_id })
        tellPosting(reply, answered)
        return single(answered)
      },
    )
    done()
  }
