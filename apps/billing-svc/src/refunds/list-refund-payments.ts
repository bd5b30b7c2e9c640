import type { ListRefundPaymentsRequest__Output, RefundPayment } from '@pacioli/protos/billing'
import { always, amount, completed, inPayout, is, oneOf, whether } from '../listing/filters.ts'
import { documentList } from '../listing/list-documents.ts'
import { isMatched } from '../matches/match.store.ts'
import { presentRefundPayments } from '../receivables/present-refunds.ts'
import { loadRefundPaymentsAlone } from '../receivables/refund-payment.store.ts'
import { REFUND_METHODS } from '../receivables/refund.ts'

const ALONE = { table: 'refund_payments', load: loadRefundPaymentsAlone, present: presentRefundPayments } as const

/** Refund payments that were not deleted. */
export const listRefundPayments = documentList<ListRefundPaymentsRequest__Output, RefundPayment>(ALONE, {
  sorts: { completed_at: 'completed_at' },
  filters: [
    completed,
    oneOf('method', 'method', REFUND_METHODS),
    is('processor'),
    amount('refunded_amount'),
    inPayout,
    whether('is_matched', isMatched),
    always('d.deleted_at IS NULL'),
  ],
})
