/** What becomes of one invoice: it is paid, written off, refunded. */
import type { WriteOff__Output } from '@pacioli/protos/billing'
import { InvoicePayment, PayInvoiceBody } from '../schemas/invoice-payments.ts'
import { Data, refTo } from '../schemas/parts.ts'
import * as examples from '../schemas/receivables-examples.ts'
import { Refund, RefundInvoiceBody } from '../schemas/refunds.ts'
import { WriteOff, WriteOffInvoiceBody } from '../schemas/write-offs.ts'
import type { Services } from '../services.ts'
import { accountOf } from './document-inputs.ts'
import { dedicatedPaymentOf, limitDedicatedPayment } from './invoice-inputs.ts'
import { invoiceId, InvoiceParams, writeOffId, WriteOffParams } from './path-ids.ts'
import { tellPosting } from './posting-state.ts'
import { publicInvoicePayment, publicRefund } from './public-receivables.ts'
import { HANGING, NAMING, REFUNDING } from './receivables-errors.ts'
import { dedicatedRefundOf, limitDedicatedRefund } from './refund-inputs.ts'
import { creates, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Invoices']
const paid = (description: string) => Data(refTo(InvoicePayment), examples.invoicePayment, description)
const writtenOff = (description: string) => Data(refTo(WriteOff), examples.writeOff, description)
const refunded = (description: string) => Data(refTo(Refund), examples.refund, description)

const payInvoice = {
  operationId: 'payInvoice',
  summary: 'Record a payment of an invoice',
  description:
    'Of at most as much as is outstanding of it: what leaves a rest is recorded as a payment over invoices. Posts at ' +
    '`paid_at` as any invoice payment does. It takes at most 10 tags, and so does each of its refunds.',
  tags,
  params: InvoiceParams,
  body: PayInvoiceBody,
  response: { 201: paid('The new payment.'), 200: paid('The payment that this `external_id` made before.') },
}

const writeOffInvoice = {
  operationId: 'writeOffInvoice',
  summary: 'Write off what is outstanding of an invoice',
  description:
    'Posts at `write_off_at`, in the accrual books: BAD_DEBT, or the account named, against ACCOUNTS_RECEIVABLE. It ' +
    'takes at most 10 tags.',
  tags,
  params: InvoiceParams,
  body: WriteOffInvoiceBody,
  response: {
    201: writtenOff('The new write-off.'),
    200: writtenOff('The write-off that this `external_id` made before.'),
  },
}

const undoWriteOff = {
  operationId: 'undoWriteOff',
  summary: 'Undo a write-off',
  description: 'Reverses what it posted: the amount is outstanding again. Undoing it again changes nothing.',
  tags,
  params: WriteOffParams,
  response: { 200: writtenOff('The write-off, which counts no more.') },
}

const refundInvoice = {
  operationId: 'refundInvoice',
  summary: 'Refund an invoice',
  description:
    'A refund of this invoice, worth its line items; without any, `refunded_amount`; without that, all that is still ' +
    'refundable. Naming a `method` pays it out at once. It, and each line item, takes at most 10 tags.',
  tags,
  params: InvoiceParams,
  body: RefundInvoiceBody,
  response: { 201: refunded('The new refund.'), 200: refunded('The refund that this `external_id` made before.') },
}

const single = ({ data }: { data: WriteOff__Output | null }) => ({ data })

export const settlementRoutes =
  ({ invoices, invoicePayments, refunds }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/invoices/:invoiceId/payment',
      {
        schema: payInvoice,
        config: creates('books:write', [...NAMING, ...HANGING, ...REFUNDING, 'OverAllocated'], { posts: true }),
      },
      async (request, reply) => {
        const invoice_id = invoiceId(request.params.invoiceId)
        limitDedicatedPayment(request.body)
        const input = { invoice_id, payment: dedicatedPaymentOf(request.body) }
        const answered = await request.ask(invoicePayments.PayInvoice, input)
        tellPosting(reply, answered)
        return sendCreated(reply, answered.created, answered.data && publicInvoicePayment(answered.data))
      },
    )

    app.post(
      '/businesses/:businessId/invoices/:invoiceId/write-off',
      {
        schema: writeOffInvoice,
        config: creates('books:write', [...NAMING, ...HANGING, 'DuplicateExternalId', 'OverAllocated'], {
          posts: true,
        }),
      },
      async (request, reply) => {
        const invoice_id = invoiceId(request.params.invoiceId)
        const destination_ledger_account = accountOf(request.body.destination_ledger_account)
        const input = { ...request.body, invoice_id, destination_ledger_account }
        const answered = await request.ask(invoices.WriteOffInvoice, input)
        tellPosting(reply, answered)
        return sendCreated(reply, answered.created, single(answered).data)
      },
    )

    app.delete(
      '/businesses/:businessId/invoices/:invoiceId/write-offs/:writeOffId',
      {
        schema: undoWriteOff,
        config: writes(
          'books:write',
          ['BusinessNotFound', 'InvoiceNotFound', 'WriteOffNotFound', 'BusinessArchived', 'VersionConflict'],
          { posts: true },
        ),
      },
      async (request, reply) => {
        const invoice_id = invoiceId(request.params.invoiceId)
        const write_off_id = writeOffId(request.params.writeOffId)
        const answered = await request.ask(invoices.UndoWriteOff, { invoice_id, write_off_id })
        tellPosting(reply, answered)
        return single(answered)
      },
    )

    app.post(
      '/businesses/:businessId/invoices/:invoiceId/refund',
      {
        schema: refundInvoice,
        config: creates('books:write', [...NAMING, ...HANGING, ...REFUNDING], { posts: true }),
      },
      async (request, reply) => {
        const invoice_id = invoiceId(request.params.invoiceId)
        limitDedicatedRefund(request.body)
        const input = { invoice_id, refund: dedicatedRefundOf(request.body) }
        const answered = await request.ask(refunds.RefundInvoice, input)
        tellPosting(reply, answered)
        return sendCreated(reply, answered.created, answered.data && publicRefund(answered.data))
      },
    )
    done()
  }
