import type { Bill, ListBillsRequest__Output } from '@pacioli/protos/billing'
import { ofContact } from '../contacts/contact-filter.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { due, is, isOpen, oneOf, tagged, within } from '../listing/filters.ts'
import { documentList } from '../listing/list-documents.ts'
import { BILL_STATUSES } from '../payables/bill.ts'
import { BILLS } from '../payables/bill.kind.ts'

/** Bills and expenses; those without a due date are sorted by when they were received. */
export const listBills = documentList<ListBillsRequest__Output, Bill>(BILLS, {
  sorts: { received_at: 'received_at', due_at: 'due_on', total_amount: 'total_amount' },
  filters: [
    oneOf('statuses', 'status', BILL_STATUSES),
    within('received_at'),
    due,
    tagged('BILL'),
    ofContact(VENDORS),
    is('is_expense'),
    isOpen('outstanding_balance'),
  ],
})
