import { requireTagPair } from '@pacioli/paging'
import type { Refund__Output } from '@pacioli/protos/billing'
import { BareList, Data, Page, refTo } from '../schemas/parts.ts'
import * as examples from '../schemas/receivables-examples.ts'
import { ListRefundPaymentsQuery, RefundPayment } from '../schemas/refund-payments.ts'
import { CreateRefundBody, ListRefundsQuery, Refund, UpdateRefundBody } from '../schemas/refunds.ts'
import type { Services } from '../services.ts'
import { idOf } from './document-inputs.ts'
import { linkNext } from './next-page.ts'
import { refundId, RefundParams } from './path-ids.ts'
import { tellPosting } from './posting-state.ts'
import { publicRefund, publicRefundPayment } from './public-receivables.ts'
import { HANGING, NAMING, REFUNDING } from './receivables-errors.ts'
import { numbersOf } from './reference-numbers.ts'
import { limitRefund, refundChangesOf, refundOf } from './refund-inputs.ts'
import { BusinessParams, creates, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Refunds']
const answer = (description: string) => Data(refTo(Refund), examples.refund, description)

const LIMITS =
  'The refund, and each allocation, line item and payment, takes at most 10 tags; all together at most 10,000. Its parts ' +
  'are at most 10,000, too.'

const createRefund = {
  operationId: 'createRefund',
  summary: 'Refund a customer',
  description:
    'Its allocations issue it, at `completed_at`: in the accrual books what they hang on against REFUND_LIABILITIES. Its ' +
    'payments pay it out: REFUND_LIABILITIES, or in the cash books what the allocations hang on, against the clearing ' +
    `account of their method. More than was paid is refunded only to a customer alone. ${LIMITS}`,
  tags,
  params: BusinessParams,
  body: CreateRefundBody,
  response: { 201: answer('The new refund.'), 200: answer('The refund that this `external_id` made before.') },
}

const listRefunds = {
  operationId: 'listRefunds',
  summary: 'List refunds',
  description: 'Last issued first, unless asked for otherwise. Filters combine with AND.',
  tags,
  params: BusinessParams,
  querystring: ListRefundsQuery,
  response: { 200: Page(refTo(Refund), examples.refund, 'completed_at', 'A page of refunds.', 'DESC') },
}

const getRefund = {
  operationId: 'getRefund',
  summary: 'Get a refund',
  description: 'One refund with its allocations and payments.',
  tags,
  params: RefundParams,
  response: { 200: answer('The refund.') },
}

const updateRefund = {
  operationId: 'updateRefund',
  summary: 'Update a refund',
  description:
    'Changes the fields given; null clears one, and lists are replaced. What was posted is reversed and posted anew ' +
    `where that makes a difference; in a closed period at the first open instant. ${LIMITS}`,
  tags,
  params: RefundParams,
  body: UpdateRefundBody,
  response: { 200: answer('The refund as it is now.') },
}

const listRefundPayments = {
  operationId: 'listRefundPayments',
  summary: 'List refund payments',
  description:
    'A bare list, newest first. While there is more, the header `Link` has the next page. Filters combine with AND.',
  tags,
  params: BusinessParams,
  querystring: ListRefundPaymentsQuery,
  response: { 200: BareList(refTo(RefundPayment), examples.refundPayment, 'Refund payments.') },
}

const WRITING = [
  ...NAMING,
  ...HANGING,
  ...REFUNDING,
  'InvoicePaymentNotFound',
  'CustomerNotFound',
  'CustomerMismatch',
  'OverAllocated',
] as const
const KNOWN = ['BusinessNotFound', 'RefundNotFound'] as const

const single = ({ data }: { data: Refund__Output | null }) => ({ data: data && publicRefund(data) })

export const refundRoutes =
  ({ refunds }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/invoices/refunds',
      { schema: createRefund, config: creates('books:write', [...WRITING, 'CustomerArchived'], { posts: true }) },
      async (request, reply) => {
        limitRefund(request.body)
        const answered = await request.ask(refunds.CreateRefund, refundOf(request.body))
        tellPosting(reply, answered)
        return sendCreated(reply, answered.created, single(answered).data)
      },
    )

    app.get(
      '/businesses/:businessId/invoices/refunds',
      { schema: listRefunds, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor', 'MissingTagValues']) },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, reference_number, reference_numbers, ...rest } = request.query
        const { customer_id, invoice_id, invoice_payment_id, ...filters } = rest
        requireTagPair(filters.tag_key, filters.tag_values)
        const { data, pagination } = await request.ask(refunds.ListRefunds, {
          ...filters,
          page: { cursor, limit, sort_by, sort_order },
          customer_id: idOf(customer_id),
          invoice_id: idOf(invoice_id),
          invoice_payment_id: idOf(invoice_payment_id),
          reference_numbers: numbersOf(reference_number, reference_numbers),
        })
        return { data: data.map(publicRefund), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/invoices/refunds/payments',
      {
        schema: listRefundPayments,
        config: reads('books:read', ['BusinessNotFound', 'InvalidCursor'], { linksNext: true }),
      },
      async (request, reply) => {
        const { cursor, limit, reference_number, reference_numbers, ...filters } = request.query
        const { data, pagination } = await request.ask(refunds.ListRefundPayments, {
          ...filters,
          page: { cursor, limit },
          reference_numbers: numbersOf(reference_number, reference_numbers),
        })
        linkNext(request, reply, pagination?.cursor)
        return data.map(publicRefundPayment)
      },
    )

    app.get(
      '/businesses/:businessId/invoices/refunds/:refundId',
      { schema: getRefund, config: reads('books:read', KNOWN) },
      async (request) => single(await request.ask(refunds.GetRefund, { refund_id: refundId(request.params.refundId) })),
    )

    app.patch(
      '/businesses/:businessId/invoices/refunds/:refundId',
      {
        schema: updateRefund,
        config: writes('books:write', [...KNOWN, ...WRITING, 'DocumentMatched', 'PostingFailed'], { posts: true }),
      },
      async (request, reply) => {
        const changes = refundChangesOf(refundId(request.params.refundId), request.body)
        limitRefund(request.body)
        const answered = await request.ask(refunds.UpdateRefund, changes)
        tellPosting(reply, answered)
        return single(answered)
      },
    )
    done()
  }
