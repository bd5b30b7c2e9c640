import { BillPaymentsService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { getDocument } from '../documents/document-kind.ts'
import { BILL_PAYMENTS } from '../payables/bill-payment.kind.ts'
import { allocateBillPayment } from './allocate-bill-payment.ts'
import { createBillPayment } from './create-bill-payment.ts'
import { deleteBillPayment } from './delete-bill-payment.ts'
import { listBillPayments } from './list-bill-payments.ts'

export const billPaymentsRpc = (billing: Billing): Implementation =>
  implement(BillPaymentsService, {
    CreateBillPayment: (request, context) => createBillPayment(billing, writeRequestOf(context), request),
    ListBillPayments: (request, context) => listBillPayments(billing, readRequestOf(context), request),
    GetBillPayment: ({ payment_id }, context) =>
      getDocument(billing, readRequestOf(context), BILL_PAYMENTS, payment_id),
    DeleteBillPayment: ({ payment_id }, context) => deleteBillPayment(billing, writeRequestOf(context), payment_id),
    AllocateBillPayment: (request, context) => allocateBillPayment(billing, writeRequestOf(context), request),
  })
