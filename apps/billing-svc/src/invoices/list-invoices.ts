import type { Invoice, ListInvoicesRequest__Output } from '@pacioli/protos/billing'
import { ofContact } from '../contacts/contact-filter.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { amount, due, isOpen, oneOf, tagged, within } from '../listing/filters.ts'
import { documentList } from '../listing/list-documents.ts'
import { INVOICE_STATUSES } from '../receivables/invoice.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'

/** Invoices; those without a due date are sorted by when they were sent. */
export const listInvoices = documentList<ListInvoicesRequest__Output, Invoice>(INVOICES, {
  sorts: { sent_at: 'sent_at', due_at: 'due_on', total_amount: 'total_amount' },
  filters: [
    oneOf('statuses', 'status', INVOICE_STATUSES),
    within('sent_at'),
    due,
    tagged('INVOICE'),
    ofContact(CUSTOMERS),
    amount('total_amount'),
    isOpen('outstanding_balance'),
  ],
})
