import { requireTagPair } from '@pacioli/paging'
import type { Invoice__Output } from '@pacioli/protos/billing'
import {
  CreateInvoiceBody,
  CreateInvoicesBody,
  Invoice,
  ListInvoicesQuery,
  VoidInvoiceBody,
} from '../schemas/invoices.ts'
import { BareList, Data, Page, refTo } from '../schemas/parts.ts'
import * as examples from '../schemas/receivables-examples.ts'
import type { Services } from '../services.ts'
import { idOf } from './document-inputs.ts'
import { invoiceOf, limitInvoices, statusesOf } from './invoice-inputs.ts'
import { BARE_LIST, sendList } from './long-answers.ts'
import { invoiceId, InvoiceParams } from './path-ids.ts'
import { tellPosting } from './posting-state.ts'
import { publicInvoice } from './public-receivables.ts'
import { NAMING, NAMING_CUSTOMERS, REFUNDING } from './receivables-errors.ts'
import { numbersOf } from './reference-numbers.ts'
import { BusinessParams, creates, MAX_BULK_BYTES, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Invoices']
const INVOICE = refTo(Invoice)
const answer = (description: string) => Data(INVOICE, examples.invoice, description)

const createInvoice = {
  operationId: 'createInvoice',
  summary: 'Send an invoice',
  description:
    'Posts at `sent_at`, in the accrual books: ACCOUNTS_RECEIVABLE against its line items, taxes and tips. Payments and ' +
    'refunds that come with it are made in the same request. With an `external_id` a repeated create answers with the ' +
    'invoice that exists; a `customer_external_id` that nobody has makes the customer. Its line items, taxes, payments, ' +
    'refunds and their parts together are at most 10,000, and so are its tags; it, and each of its parts, takes at most ' +
    '10 tags, a line item none of a BALANCING dimension.',
  tags,
  params: BusinessParams,
  body: CreateInvoiceBody,
  response: { 201: answer('The new invoice.'), 200: answer('The invoice that this `external_id` made before.') },
}

const createInvoices = {
  operationId: 'createInvoices',
  summary: 'Send up to 1,000 invoices',
  description:
    'A bare list, sent all or not at all, and answered with a bare list in its order; one whose `external_id` made an ' +
    'invoice before is answered with that. Errors name every failing index. All invoices together have at most 10,000 ' +
    'line items, taxes, payments, refunds and parts of refunds, and at most 10,000 tags. Each business of a client has ' +
    'a bucket of 40 such requests, which gains 20 with every whole second since its first use.',
  tags,
  params: BusinessParams,
  body: CreateInvoicesBody,
  response: { 200: BareList(INVOICE, examples.invoice, 'The invoices, in the order of the request.') },
}

const listInvoices = {
  operationId: 'listInvoices',
  summary: 'List invoices',
  description: 'Last sent first, unless asked for otherwise; voided ones too. Filters combine with AND.',
  tags,
  params: BusinessParams,
  querystring: ListInvoicesQuery,
  response: { 200: Page(INVOICE, examples.invoice, 'sent_at', 'A page of invoices.', 'DESC') },
}

const getInvoice = {
  operationId: 'getInvoice',
  summary: 'Get an invoice',
  description: 'One invoice, with what was paid, refunded and written off.',
  tags,
  params: InvoiceParams,
  response: { 200: answer('The invoice.') },
}

const voidInvoice = {
  operationId: 'voidInvoice',
  summary: 'Void an invoice',
  description:
    'Reverses what it posted, write-offs included. One that was paid is voided only with `move_payments_to_credit`: ' +
    'then what was paid becomes the customer’s credit. Voiding it again changes nothing.',
  tags,
  params: InvoiceParams,
  body: VoidInvoiceBody,
  response: { 200: answer('The voided invoice.') },
}

/** What creating invoices, with all that may come with them, can be refused for. */
const CREATING = [
  ...NAMING,
  ...NAMING_CUSTOMERS,
  ...REFUNDING,
  'InvoiceVoided',
  'NegativeTotal',
  'OverAllocated',
  'TooManyAllocations',
] as const

const KNOWN = ['BusinessNotFound', 'InvoiceNotFound'] as const

const single = ({ data }: { data: Invoice__Output | null }) => ({ data: data && publicInvoice(data) })

export const invoiceRoutes =
  ({ invoices }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/invoices',
      { schema: createInvoice, config: creates('books:write', CREATING, { posts: true }) },
      async (request, reply) => {
        limitInvoices([request.body])
        const answered = await request.ask(invoices.CreateInvoice, invoiceOf(request.body))
        tellPosting(reply, answered)
        return sendCreated(reply, answered.created, single(answered).data)
      },
    )

    app.post(
      '/businesses/:businessId/invoices/bulk',
      {
        schema: createInvoices,
        bodyLimit: MAX_BULK_BYTES,
        config: creates('books:write', CREATING, { posts: true, timeoutMs: 60_000, bucket: 'bulkInvoices' }),
      },
      async (request, reply) => {
        limitInvoices(request.body)
        const answered = await request.ask(invoices.CreateInvoices, { invoices: request.body.map(invoiceOf) })
        tellPosting(reply, answered)
        return sendList(reply, answered.data, publicInvoice, INVOICE, BARE_LIST)
      },
    )

    app.get(
      '/businesses/:businessId/invoices',
      { schema: listInvoices, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor', 'MissingTagValues']) },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, reference_number, reference_numbers, ...rest } = request.query
        const { status, statuses, customer_id, ...filters } = rest
        requireTagPair(filters.tag_key, filters.tag_values)
        const { data, pagination } = await request.ask(invoices.ListInvoices, {
          ...filters,
          page: { cursor, limit, sort_by, sort_order },
          statuses: statusesOf(status, statuses),
          customer_id: idOf(customer_id),
          reference_numbers: numbersOf(reference_number, reference_numbers),
        })
        return { data: data.map(publicInvoice), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/invoices/:invoiceId',
      { schema: getInvoice, config: reads('books:read', KNOWN) },
      async (request) =>
        single(await request.ask(invoices.GetInvoice, { invoice_id: invoiceId(request.params.invoiceId) })),
    )

    app.post(
      '/businesses/:businessId/invoices/:invoiceId/void',
      {
        schema: voidInvoice,
        config: writes(
          'books:write',
          [
            ...KNOWN,
            'BusinessArchived',
            'InvoiceHasPayments',
            'AccountArchived',
            'TagValueArchived',
            'VersionConflict',
          ],
          { posts: true },
        ),
      },
      async (request, reply) => {
        const invoice_id = invoiceId(request.params.invoiceId)
        const move_payments_to_credit = request.body?.move_payments_to_credit ?? false
        const answered = await request.ask(invoices.VoidInvoice, { invoice_id, move_payments_to_credit })
        tellPosting(reply, answered)
        return single(answered)
      },
    )
    done()
  }
