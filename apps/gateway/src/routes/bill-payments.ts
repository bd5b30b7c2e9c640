import { requireTagPair } from '@pacioli/paging'
import type { BillPayment__Output, BillPaymentInput } from '@pacioli/protos/billing'
import type { Static } from 'typebox'
import {
  AllocateBillPaymentBody,
  BillPayment,
  CreateBillPaymentBody,
  ListBillPaymentsQuery,
} from '../schemas/bill-payments.ts'
import * as examples from '../schemas/payables-examples.ts'
import { Data, Page, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { accountOf, idOf, saidOnce, withBill, withVendor } from './document-inputs.ts'
import { BillPaymentParams, paymentId } from './path-ids.ts'
import { tellPosting } from './posting-state.ts'
import { publicBillPayment } from './public-documents.ts'
import { numbersOf } from './reference-numbers.ts'
import { limitTags } from './request-limits.ts'
import { BusinessParams, creates, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Bill payments']
const answer = (description: string) => Data(refTo(BillPayment), examples.billPayment, description)

const createBillPayment = {
  operationId: 'createBillPayment',
  summary: 'Pay bills',
  description:
    'One payment to one vendor, over up to 1,000 of its bills, in whole or in part. What no allocation takes is a ' +
    'prepayment, to be allocated later. Posts at `paid_at`: ACCOUNTS_PAYABLE, or in the cash books the accounts of the ' +
    'bills, against the clearing account of its method. The payment, and each allocation, takes at most 10 tags; all ' +
    'together at most 10,000.',
  tags,
  params: BusinessParams,
  body: CreateBillPaymentBody,
  response: {
    201: answer('The new payment.'),
    200: answer('The payment that this `external_id` made before.'),
  },
}

const listBillPayments = {
  operationId: 'listBillPayments',
  summary: 'List bill payments',
  description: 'Last paid first, unless asked for otherwise. Filters combine with AND.',
  tags,
  params: BusinessParams,
  querystring: ListBillPaymentsQuery,
  response: { 200: Page(refTo(BillPayment), examples.billPayment, 'paid_at', 'A page of payments.', 'DESC') },
}

const getBillPayment = {
  operationId: 'getBillPayment',
  summary: 'Get a bill payment',
  description: 'One payment with its allocations, deleted or not.',
  tags,
  params: BillPaymentParams,
  response: { 200: answer('The payment.') },
}

const deleteBillPayment = {
  operationId: 'deleteBillPayment',
  summary: 'Delete a bill payment',
  description:
    'Reverses what it posted, and its bills owe again what it paid. Its `external_id` is free. Deleting it again ' +
    'changes nothing.',
  tags,
  params: BillPaymentParams,
  response: { 200: answer('The deleted payment.') },
}

const allocateBillPayment = {
  operationId: 'allocateBillPayment',
  summary: 'Allocate the rest of a bill payment',
  description:
    'To one more bill of its vendor, from `allocated_at` on: VENDOR_PREPAYMENTS, where it waited, against ' +
    'ACCOUNTS_PAYABLE, or in the cash books the accounts of the bill.',
  tags,
  params: BillPaymentParams,
  body: AllocateBillPaymentBody,
  response: { 201: answer('The payment as it is now.') },
}

const KNOWN = ['BusinessNotFound', 'BillPaymentNotFound'] as const

/** What allocating money to bills can be refused for. */
const ALLOCATING = [
  'BusinessArchived',
  'BillNotFound',
  'BillVoided',
  'VendorMismatch',
  'OverAllocated',
  'TooManyAllocations',
  'PeriodClosed',
  'AccountArchived',
  'DuplicateTagDimension',
  'TagValueArchived',
  'VersionConflict',
] as const

const isSameInstant = (one: string, other: string): boolean => Date.parse(one) === Date.parse(other)

function paymentOf({ at, ...payment }: Static<typeof CreateBillPaymentBody>): BillPaymentInput {
  const paid_at = saidOnce(['paid_at', payment.paid_at ?? undefined], ['at', at ?? undefined], isSameInstant)
  return {
    ...withVendor(payment),
    paid_at,
    payment_clearing_account_identifier: accountOf(payment.payment_clearing_account_identifier),
    allocations: (payment.allocations ?? []).map(withBill),
  }
}

const single = ({ data }: { data: BillPayment__Output | null }) => ({ data: data && publicBillPayment(data) })

export const billPaymentRoutes =
  ({ billPayments }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/bills/bill-payments',
      {
        schema: createBillPayment,
        config: creates(
          'books:write',
          [
            'BusinessNotFound',
            ...ALLOCATING,
            'VendorNotFound',
            'VendorArchived',
            'AccountNotFound',
            'ControlAccount',
            'AmountOutOfRange',
          ],
          { posts: true },
        ),
      },
      async (request, reply) => {
        limitTags('allocations', [request.body], request.body.allocations ?? [])
        const answered = await request.ask(billPayments.CreateBillPayment, paymentOf(request.body))
        tellPosting(reply, answered)
        return sendCreated(reply, answered.created, single(answered).data)
      },
    )

    app.get(
      '/businesses/:businessId/bills/bill-payments',
      {
        schema: listBillPayments,
        config: reads('books:read', ['BusinessNotFound', 'InvalidCursor', 'MissingTagValues']),
      },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, reference_number, reference_numbers, ...rest } = request.query
        const { vendor_id, bill_id, ...filters } = rest
        requireTagPair(filters.tag_key, filters.tag_values)
        const { data, pagination } = await request.ask(billPayments.ListBillPayments, {
          ...filters,
          page: { cursor, limit, sort_by, sort_order },
          vendor_id: idOf(vendor_id),
          bill_id: idOf(bill_id),
          reference_numbers: numbersOf(reference_number, reference_numbers),
        })
        return { data: data.map(publicBillPayment), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/bills/bill-payments/:paymentId',
      { schema: getBillPayment, config: reads('books:read', KNOWN) },
      async (request) => {
        const payment_id = paymentId(request.params.paymentId)
        return single(await request.ask(billPayments.GetBillPayment, { payment_id }))
      },
    )

    app.post(
      '/businesses/:businessId/bills/bill-payments/:paymentId/delete',
      {
        schema: deleteBillPayment,
        config: writes('books:write', [...KNOWN, 'BusinessArchived', 'DocumentMatched', 'VersionConflict'], {
          posts: true,
        }),
      },
      async (request, reply) => {
        const payment_id = paymentId(request.params.paymentId)
        const answered = await request.ask(billPayments.DeleteBillPayment, { payment_id })
        tellPosting(reply, answered)
        return single(answered)
      },
    )

    app.post(
      '/businesses/:businessId/bills/bill-payments/:paymentId/allocations',
      {
        schema: allocateBillPayment,
        config: writes('books:write', [...KNOWN, ...ALLOCATING, 'DocumentDeleted', 'PostingFailed'], { posts: true }),
      },
      async (request, reply) => {
        const payment_id = paymentId(request.params.paymentId)
        const { allocated_at, ...given } = request.body
        const input = { payment_id, allocation: withBill(given), allocated_at }
        const answered = await request.ask(billPayments.AllocateBillPayment, input)
        tellPosting(reply, answered)
        return sendCreated(reply, true, single(answered).data)
      },
    )
    done()
  }
