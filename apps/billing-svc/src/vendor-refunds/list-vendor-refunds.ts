import type { ListVendorRefundsRequest__Output, VendorRefund } from '@pacioli/protos/billing'
import { ofContact } from '../contacts/contact-filter.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { among, liveUnlessIncluded, oneOf, tagged, within } from '../listing/filters.ts'
import { documentList } from '../listing/list-documents.ts'
import { PAYMENT_METHODS } from '../payables/bill.ts'
import { VENDOR_REFUNDS } from '../payables/vendor-refund.kind.ts'

/** A deleted refund takes back nothing, as a deleted payment is allocated to nothing. */
const ofWhat =
  (column: string) =>
  (at: string): string =>
    `SELECT vendor_refund_id FROM vendor_refund_allocations
      WHERE business_id = $1 AND ${column} = ${at} AND deleted_at IS NULL`

/** Vendor refunds. */
export const listVendorRefunds = documentList<ListVendorRefundsRequest__Output, VendorRefund>(VENDOR_REFUNDS, {
  sorts: { received_at: 'received_at', amount: 'amount' },
  filters: [
    within('received_at'),
    oneOf('method', 'method', PAYMENT_METHODS),
    tagged('VENDOR_REFUND'),
    ofContact(VENDORS),
    among('payment_id', ofWhat('payment_id')),
    among('vendor_credit_id', ofWhat('vendor_credit_id')),
    liveUnlessIncluded,
  ],
})
