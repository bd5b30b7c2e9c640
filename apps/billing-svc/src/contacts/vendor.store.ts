import type { Tx } from '@pacioli/db'
import { holdContacts, loadContacts, loadContactsByExternalId } from './contact.store.ts'
import { VENDORS, type Vendor } from './vendor.ts'

/** By id, in the order asked; unknown ones are left out. Who asks has made sure that these are UUIDs. */
export const loadVendors = (tx: Tx, businessId: string, ids: readonly string[]): Promise<Vendor[]> =>
  loadContacts(tx, VENDORS, businessId, ids)

/** By external id; unknown ones are left out. */
export const loadVendorsByExternalId = (
  tx: Tx,
  businessId: string,
  externalIds: readonly string[],
): Promise<Vendor[]> => loadContactsByExternalId(tx, VENDORS, businessId, externalIds)

export const findVendor = async (tx: Tx, businessId: string, id: string): Promise<Vendor | undefined> =>
  (await loadVendors(tx, businessId, [id]))[0]

/** Held by who makes documents of theirs: nobody archives a vendor meanwhile, and others can hold it, too. */
export const holdVendors = (tx: Tx, businessId: string, ids: readonly string[]): Promise<Map<string, Vendor>> =>
  holdContacts(tx, VENDORS, businessId, ids)
