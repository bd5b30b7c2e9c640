import { RefundsService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { getDocument } from '../documents/document-kind.ts'
import { REFUNDS } from '../receivables/refund.kind.ts'
import { createRefund } from './create-refund.ts'
import { listRefundPayments } from './list-refund-payments.ts'
import { listRefunds } from './list-refunds.ts'
import { refundInvoice } from './refund-invoice.ts'
import { updateRefund } from './update-refund.ts'

export const refundsRpc = (billing: Billing): Implementation =>
  implement(RefundsService, {
    CreateRefund: (request, context) => createRefund(billing, writeRequestOf(context), request),
    RefundInvoice: (request, context) => refundInvoice(billing, writeRequestOf(context), request),
    ListRefunds: (request, context) => listRefunds(billing, readRequestOf(context), request),
    GetRefund: ({ refund_id }, context) => getDocument(billing, readRequestOf(context), REFUNDS, refund_id),
    UpdateRefund: (request, context) => updateRefund(billing, writeRequestOf(context), request),
    ListRefundPayments: (request, context) => listRefundPayments(billing, readRequestOf(context), request),
  })
