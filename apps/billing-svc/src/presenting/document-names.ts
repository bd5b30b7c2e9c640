/** What documents show of other things: their vendors, customers, accounts and tags. */
import type { Tx } from '@pacioli/db'
import { loadAccounts, loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Customer as CustomerMessage, Vendor as VendorMessage } from '@pacioli/protos/billing'
import { toContactMessage } from '../contacts/present-contacts.ts'
import { loadCredits } from '../contacts/customer-credit.store.ts'
import { loadCustomers } from '../contacts/customer.store.ts'
import { toCustomerMessage } from '../contacts/present-customers.ts'
import { loadVendors } from '../contacts/vendor.store.ts'
import type { AccountNames } from '../posting/present-accounts.ts'
import { definitionIdsOf, type TagNames } from '../tags/present-tags.ts'
import type { DocumentTag } from '../tags/tags.ts'

/** What some documents name: those of payables vendors, those of receivables customers. */
export type Named = {
  vendorIds?: readonly (string | null)[]
  customerIds?: readonly string[]
  accountIds: readonly (string | null)[]
  tags: readonly DocumentTag[]
}

export type DocumentNames = {
  vendors: ReadonlyMap<string, VendorMessage>
  customers: ReadonlyMap<string, CustomerMessage>
  accounts: AccountNames
  tags: TagNames
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** For any number of documents in a constant number of statements. */
export async function loadDocumentNames(tx: Tx, businessId: string, named: readonly Named[]): Promise<DocumentNames> {
  const vendors = await loadVendors(tx, businessId, distinct(named.flatMap(({ vendorIds = [] }) => vendorIds)))
  const customerIds = distinct(named.flatMap(({ customerIds = [] }) => customerIds))
  const customers = await loadCustomers(tx, businessId, customerIds)
  const credits = await loadCredits(tx, businessId, customerIds)
  const accounts = await loadAccounts(tx, businessId, distinct(named.flatMap(({ accountIds }) => accountIds)))
  const tags = await loadTagDefinitions(
    tx,
    businessId,
    definitionIdsOf(...[...named, ...vendors, ...customers].map((one) => one.tags)),
  )
  return {
    vendors: new Map(vendors.map((vendor) => [vendor.id, toContactMessage(vendor, tags)])),
    customers: new Map(
      customers.map((customer) => [customer.id, toCustomerMessage(customer, tags, credits.get(customer.id) ?? 0)]),
    ),
    accounts,
    tags,
  }
}
