import type { InvoicePayment, ListInvoicePaymentsRequest__Output } from '@pacioli/protos/billing'
import { ofContact } from '../contacts/contact-filter.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { among, amount, inPayout, is, liveUnlessIncluded, oneOf, tagged, whether, within } from '../listing/filters.ts'
import { documentList } from '../listing/list-documents.ts'
import { isMatched } from '../matches/match.store.ts'
import { INVOICE_PAYMENT_METHODS } from '../receivables/invoice-payment.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'

/** Includes allocations that became credit when the invoice was voided, and none of deleted payments. */
const allocatedTo = (invoice: string): string =>
  `SELECT a.payment_id FROM invoice_payment_allocations a
     JOIN invoice_payments p ON p.business_id = $1 AND p.id = a.payment_id AND p.deleted_at IS NULL
    WHERE a.business_id = $1 AND a.invoice_id = ${invoice}`

/** Invoice payments. */
export const listInvoicePayments = documentList<ListInvoicePaymentsRequest__Output, InvoicePayment>(INVOICE_PAYMENTS, {
  sorts: { paid_at: 'paid_at', amount: 'amount' },
  filters: [
    within('paid_at'),
    oneOf('method', 'method', INVOICE_PAYMENT_METHODS),
    tagged('INVOICE_PAYMENT'),
    ofContact(CUSTOMERS),
    is('processor'),
    amount('amount'),
    among('invoice_id', allocatedTo),
    inPayout,
    whether('is_matched', isMatched),
    liveUnlessIncluded,
  ],
})
