import { requireTagPair } from '@pacioli/paging'
import type { InvoicePayment__Output } from '@pacioli/protos/billing'
import { CreateInvoicePaymentBody, InvoicePayment, ListInvoicePaymentsQuery } from '../schemas/invoice-payments.ts'
import { Data, Page, refTo } from '../schemas/parts.ts'
import * as examples from '../schemas/receivables-examples.ts'
import type { Services } from '../services.ts'
import { idOf } from './document-inputs.ts'
import { invoicePaymentOf } from './invoice-inputs.ts'
import { invoicePaymentId, InvoicePaymentParams } from './path-ids.ts'
import { tellPosting } from './posting-state.ts'
import { publicInvoicePayment } from './public-receivables.ts'
import { HANGING, NAMING, NAMING_CUSTOMERS } from './receivables-errors.ts'
import { numbersOf } from './reference-numbers.ts'
import { limitTags } from './request-limits.ts'
import { BusinessParams, creates, reads, type Routes, sendCreated } from './route.ts'

const tags = ['Invoice payments']
const answer = (description: string) => Data(refTo(InvoicePayment), examples.invoicePayment, description)

const createInvoicePayment = {
  operationId: 'createInvoicePayment',
  summary: 'Record a payment of a customer',
  description:
    'One payment of one customer, over up to 1,000 of its invoices, in whole or in part. What no allocation takes is the ' +
    'customer’s credit. Posts at `paid_at`: the clearing account of its method and PAYMENT_PROCESSING_FEES against ' +
    'ACCOUNTS_RECEIVABLE, or in the cash books the accounts of the invoices. The payment, and each allocation, takes at ' +
    'most 10 tags; all together at most 10,000.',
  tags,
  params: BusinessParams,
  body: CreateInvoicePaymentBody,
  response: {
    201: answer('The new payment.'),
    200: answer('The payment that this `external_id` made before.'),
  },
}

const listInvoicePayments = {
  operationId: 'listInvoicePayments',
  summary: 'List invoice payments',
  description: 'Last paid first, unless asked for otherwise. Filters combine with AND.',
  tags,
  params: BusinessParams,
  querystring: ListInvoicePaymentsQuery,
  response: { 200: Page(refTo(InvoicePayment), examples.invoicePayment, 'paid_at', 'A page of payments.', 'DESC') },
}

const getInvoicePayment = {
  operationId: 'getInvoicePayment',
  summary: 'Get an invoice payment',
  description: 'One payment with its allocations.',
  tags,
  params: InvoicePaymentParams,
  response: { 200: answer('The payment.') },
}

const single = ({ data }: { data: InvoicePayment__Output | null }) => ({ data: data && publicInvoicePayment(data) })

export const invoicePaymentRoutes =
  ({ invoicePayments }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/invoices/payments',
      {
        schema: createInvoicePayment,
        config: creates(
          'books:write',
          [...NAMING, ...NAMING_CUSTOMERS, ...HANGING, 'OverAllocated', 'AmountOutOfRange', 'CustomerMismatch'],
          {
            posts: true,
          },
        ),
      },
      async (request, reply) => {
        limitTags('allocations', [request.body], request.body.allocations ?? [])
        const answered = await request.ask(invoicePayments.CreateInvoicePayment, invoicePaymentOf(request.body))
        tellPosting(reply, answered)
        return sendCreated(reply, answered.created, single(answered).data)
      },
    )

    app.get(
      '/businesses/:businessId/invoices/payments',
      {
        schema: listInvoicePayments,
        config: reads('books:read', ['BusinessNotFound', 'InvalidCursor', 'MissingTagValues']),
      },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, reference_number, reference_numbers, ...rest } = request.query
        const { customer_id, invoice_id, ...filters } = rest
        requireTagPair(filters.tag_key, filters.tag_values)
        const { data, pagination } = await request.ask(invoicePayments.ListInvoicePayments, {
          ...filters,
          page: { cursor, limit, sort_by, sort_order },
          customer_id: idOf(customer_id),
          invoice_id: idOf(invoice_id),
          reference_numbers: numbersOf(reference_number, reference_numbers),
        })
        return { data: data.map(publicInvoicePayment), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/invoices/payments/:paymentId',
      { schema: getInvoicePayment, config: reads('books:read', ['BusinessNotFound', 'InvoicePaymentNotFound']) },
      async (request) => {
        const payment_id = invoicePaymentId(request.params.paymentId)
        return single(await request.ask(invoicePayments.GetInvoicePayment, { payment_id }))
      },
    )
    done()
  }
