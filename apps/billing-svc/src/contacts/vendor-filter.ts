/** Lists of one vendor's documents. */
import type { Tx } from '@pacioli/db'
import type { NamedVendor } from './named-vendors.ts'
import { VENDORS } from './vendor.ts'
import { contactAsked } from './contact-filter.ts'

/** The vendor that the documents are of; null where no filter asks for one, undefined where nobody is meant. */
export const vendorAsked = (
  tx: Tx,
  businessId: string,
  { vendor_id, vendor_external_id }: NamedVendor,
): Promise<string | null | undefined> => contactAsked(tx, VENDORS, businessId, vendor_id, vendor_external_id)
