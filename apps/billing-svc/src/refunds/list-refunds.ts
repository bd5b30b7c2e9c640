import type { ListRefundsRequest__Output, Refund } from '@pacioli/protos/billing'
import { ofContact } from '../contacts/contact-filter.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { among, isOpen, tagged, within } from '../listing/filters.ts'
import { documentList } from '../listing/list-documents.ts'
import { REFUNDS } from '../receivables/refund.kind.ts'

/** Refunds with an allocation or a part that refers to this. */
const of = (column: 'invoice_id' | 'invoice_payment_id') =>
  among(column, (id) =>
    ['refund_allocations', 'refund_parts']
      .map((table) => `SELECT refund_id FROM ${table} WHERE business_id = $1 AND ${column} = ${id}`)
      .join(' UNION '),
  )

/** Refunds; what was not completed is sorted by when it was created. */
export const listRefunds = documentList<ListRefundsRequest__Output, Refund>(REFUNDS, {
  sorts: { completed_at: 'issued_at', total_amount: 'total_amount' },
  filters: [
    within('issued_at'),
    tagged('REFUND'),
    ofContact(CUSTOMERS),
    of('invoice_id'),
    of('invoice_payment_id'),
    isOpen('outstanding_amount'),
  ],
})
