import { meetBusiness } from '@pacioli/ledger-facts'
import type { VendorAnswer } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { presentVendors } from './present-vendors.ts'
import { findVendor } from './vendor.store.ts'
import { vendorNotFound } from './vendor.ts'

/** A vendor, archived or not. @throws VendorNotFound, BusinessNotFound */
export async function getVendor(billing: Billing, context: BusinessRead, vendorId: string): Promise<VendorAnswer> {
  const { id: businessId } = await meetBusiness(billing, context)
  return billing.db.transact(context, async (tx) => {
    const vendor = isUuid(vendorId) ? await findVendor(tx, businessId, vendorId.toLowerCase()) : undefined
    if (!vendor) throw vendorNotFound(vendorId)
    return { data: (await presentVendors(tx, businessId, [vendor]))[0], created: false }
  })
}
