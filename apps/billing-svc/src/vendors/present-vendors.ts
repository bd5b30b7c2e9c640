/** Vendors as callers see them. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Vendor as VendorMessage } from '@pacioli/protos/billing'
import { definitionIdsOf, toDocumentTags, type TagNames } from '../documents/present-tags.ts'
import { statusOf, type Vendor } from './vendor.ts'

export const toVendorMessage = (vendor: Vendor, names: TagNames): VendorMessage => ({
  id: vendor.id,
  external_id: vendor.externalId ?? undefined,
  individual_name: vendor.individualName ?? undefined,
  company_name: vendor.companyName ?? undefined,
  email: vendor.email ?? undefined,
  mobile_phone: vendor.mobilePhone ?? undefined,
  office_phone: vendor.officePhone ?? undefined,
  address_string: vendor.addressString ?? undefined,
  memo: vendor.memo ?? undefined,
  notes: vendor.memo ?? undefined,
  status: statusOf(vendor),
  transaction_tags: toDocumentTags(vendor.tags, names),
  metadata: vendor.metadata ?? undefined,
  reference_number: vendor.referenceNumber ?? undefined,
  archived_at: vendor.archivedAt?.toISOString(),
  created_at: vendor.createdAt.toISOString(),
  updated_at: vendor.updatedAt.toISOString(),
})

/** In the order given, with one statement for all of their tags. */
export async function presentVendors(tx: Tx, businessId: string, vendors: readonly Vendor[]): Promise<VendorMessage[]> {
  const names = await loadTagDefinitions(tx, businessId, definitionIdsOf(...vendors.map(({ tags }) => tags)))
  return vendors.map((vendor) => toVendorMessage(vendor, names))
}
