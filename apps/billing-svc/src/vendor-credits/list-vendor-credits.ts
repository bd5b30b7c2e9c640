import type { ListVendorCreditsRequest__Output, VendorCredit } from '@pacioli/protos/billing'
import { ofContact } from '../contacts/contact-filter.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { among, tagged, unallocated, within } from '../listing/filters.ts'
import { documentList } from '../listing/list-documents.ts'
import { VENDOR_CREDITS } from '../payables/vendor-credit.kind.ts'

const allocatedTo = (bill: string): string =>
  `SELECT vendor_credit_id FROM vendor_credit_allocations
    WHERE business_id = $1 AND bill_id = ${bill} AND deleted_at IS NULL`

/** Vendor credits. */
export const listVendorCredits = documentList<ListVendorCreditsRequest__Output, VendorCredit>(VENDOR_CREDITS, {
  sorts: { received_at: 'received_at', total_amount: 'total_amount' },
  filters: [
    within('received_at'),
    tagged('VENDOR_CREDIT'),
    ofContact(VENDORS),
    among('bill_id', allocatedTo),
    unallocated,
  ],
})
