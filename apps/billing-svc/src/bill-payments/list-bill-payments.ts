import type { BillPayment, ListBillPaymentsRequest__Output } from '@pacioli/protos/billing'
import { ofContact } from '../contacts/contact-filter.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { among, oneOf, tagged, unallocated, within } from '../listing/filters.ts'
import { documentList } from '../listing/list-documents.ts'
import { PAYMENT_METHODS } from '../payables/bill.ts'
import { BILL_PAYMENTS } from '../payables/bill-payment.kind.ts'

const allocatedTo = (bill: string): string =>
  `SELECT payment_id FROM bill_payment_allocations WHERE business_id = $1 AND bill_id = ${bill} AND deleted_at IS NULL`

/** Bill payments. */
export const listBillPayments = documentList<ListBillPaymentsRequest__Output, BillPayment>(BILL_PAYMENTS, {
  sorts: { paid_at: 'paid_at', amount: 'amount' },
  filters: [
    within('paid_at'),
    oneOf('method', 'method', PAYMENT_METHODS),
    tagged('BILL_PAYMENT'),
    ofContact(VENDORS),
    among('bill_id', allocatedTo),
    unallocated,
  ],
})
