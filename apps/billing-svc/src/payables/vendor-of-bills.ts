/** Whose bills a payment or a credit is for. */
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { AskAgain } from '@pacioli/postings'
import type { StoredBill } from './stored-bill.ts'
import { findNamedVendors, type NamedVendor } from '../contacts/named-vendors.ts'
import { findVendor } from '../contacts/vendor.store.ts'
import type { Vendor } from '../contacts/vendor.ts'
import type { NamedBill } from './named-bills.store.ts'

/** The field that names the vendor, for refusals. */
export const vendorFieldOf = ({ vendor_id, vendor_external_id }: NamedVendor): string =>
  vendor_id === undefined && vendor_external_id !== undefined ? 'vendor_external_id' : 'vendor_id'

/**
 * The vendor that is named, else that of the bills. Nothing is held.
 * @throws VendorNotFound, InvalidPayload
 */
export async function findVendorOf(
  tx: Tx,
  businessId: string,
  named: NamedVendor,
  [first]: readonly NamedBill[],
): Promise<Vendor> {
  const [vendor] = await findNamedVendors(tx, businessId, [named])
  const found = vendor ?? (first?.vendorId ? await findVendor(tx, businessId, first.vendorId) : undefined)
  if (!found)
    throw refused('InvalidPayload', 'Expected the vendor, by vendor_id or vendor_external_id, or a bill of theirs.', {
      field: 'vendor_id',
    })
  return found
}

/** Who was not named is the vendor of the first bill, also as it is now that it is held. @throws AskAgain */
export function requireStillTheirs(
  vendorId: string,
  { vendor_id, vendor_external_id }: NamedVendor,
  [first]: readonly StoredBill[],
): void {
  if (vendor_id === undefined && vendor_external_id === undefined && first && first.vendorId !== vendorId)
    throw new AskAgain()
}
