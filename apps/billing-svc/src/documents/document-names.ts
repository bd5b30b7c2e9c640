/** What documents show of other things: their vendors, accounts and tags. */
import type { Tx } from '@pacioli/db'
import { loadAccounts, loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Vendor as VendorMessage } from '@pacioli/protos/billing'
import { toVendorMessage } from '../vendors/present-vendors.ts'
import { loadVendors } from '../vendors/vendor.store.ts'
import type { AccountNames } from './present-accounts.ts'
import { definitionIdsOf, type TagNames } from './present-tags.ts'
import type { DocumentTag } from './tags.ts'

/** What some documents name. */
export type Named = {
  vendorIds: readonly (string | null)[]
  accountIds: readonly (string | null)[]
  tags: readonly DocumentTag[]
}

export type DocumentNames = {
  vendors: ReadonlyMap<string, VendorMessage>
  accounts: AccountNames
  tags: TagNames
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** For any number of documents in a constant number of statements. */
export async function loadDocumentNames(tx: Tx, businessId: string, named: readonly Named[]): Promise<DocumentNames> {
  const vendors = await loadVendors(tx, businessId, distinct(named.flatMap(({ vendorIds }) => vendorIds)))
  const accounts = await loadAccounts(tx, businessId, distinct(named.flatMap(({ accountIds }) => accountIds)))
  const tags = await loadTagDefinitions(
    tx,
    businessId,
    definitionIdsOf(...named.map((one) => one.tags), ...vendors.map((vendor) => vendor.tags)),
  )
  return { vendors: new Map(vendors.map((vendor) => [vendor.id, toVendorMessage(vendor, tags)])), accounts, tags }
}
