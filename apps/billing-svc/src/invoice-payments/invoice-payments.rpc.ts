import { InvoicePaymentsService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { getDocument } from '../documents/document-kind.ts'
import { createInvoicePayment } from './create-invoice-payment.ts'
import { deleteInvoicePayment } from './delete-invoice-payment.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import { listInvoicePayments } from './list-invoice-payments.ts'
import { payInvoice } from './pay-invoice.ts'
import { returnInvoicePayment } from './return-invoice-payment.ts'
import { undoInvoicePaymentReturn } from './undo-invoice-payment-return.ts'

export const invoicePaymentsRpc = (billing: Billing): Implementation =>
  implement(InvoicePaymentsService, {
    CreateInvoicePayment: (request, context) => createInvoicePayment(billing, writeRequestOf(context), request),
    PayInvoice: (request, context) => payInvoice(billing, writeRequestOf(context), request),
    DeleteInvoicePayment: ({ payment_id }, context) =>
      deleteInvoicePayment(billing, writeRequestOf(context), payment_id),
    ReturnInvoicePayment: (request, context) => returnInvoicePayment(billing, writeRequestOf(context), request),
    UndoInvoicePaymentReturn: ({ payment_id }, context) =>
      undoInvoicePaymentReturn(billing, writeRequestOf(context), payment_id),
    ListInvoicePayments: (request, context) => listInvoicePayments(billing, readRequestOf(context), request),
    GetInvoicePayment: ({ payment_id }, context) =>
      getDocument(billing, readRequestOf(context), INVOICE_PAYMENTS, payment_id),
  })
