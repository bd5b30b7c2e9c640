/** Lists of one vendor's documents. */
import type { Tx } from '@pacioli/db'
import { isKeepable } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import { findVendorByExternalId } from '../vendors/vendor.store.ts'
import type { NamedVendor } from '../vendors/named-vendors.ts'

/** The vendor that the documents are of; null where no filter asks for one, undefined where nobody is meant. */
export async function vendorAsked(
  tx: Tx,
  businessId: string,
  { vendor_id, vendor_external_id }: NamedVendor,
): Promise<string | null | undefined> {
  if (vendor_id !== undefined && !isUuid(vendor_id)) return undefined
  const id = vendor_id?.toLowerCase() ?? null
  if (vendor_external_id === undefined) return id
  const found = isKeepable(vendor_external_id)
    ? await findVendorByExternalId(tx, businessId, vendor_external_id)
    : undefined
  return found && (id === null || id === found.id) ? found.id : undefined
}
