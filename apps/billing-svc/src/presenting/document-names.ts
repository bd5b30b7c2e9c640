/** Vendors, customers, accounts and tags that documents show. */
import type { Tx } from '@pacioli/db'
import { loadAccounts, loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Customer as CustomerMessage, Vendor as VendorMessage } from '@pacioli/protos/billing'
import { toContactMessage } from '../contacts/present-contacts.ts'
import { loadBalances } from '../contacts/contact-balance.store.ts'
import { loadContacts } from '../contacts/contact.store.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { VENDORS } from '../contacts/vendor.ts'
import type { Moment } from '../documents/moment.ts'
import type { AccountNames } from '../posting/present-accounts.ts'
import { definitionIdsOf, type TagNames } from '../tags/present-tags.ts'
import type { DocumentTag } from '../tags/tags.ts'

/** What documents name: payables name vendors, receivables name customers. */
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
export async function loadDocumentNames(tx: Tx, named: readonly Named[], at: Moment): Promise<DocumentNames> {
  const vendorIds = distinct(named.flatMap((one) => one.vendorIds ?? []))
  const customerIds = distinct(named.flatMap((one) => one.customerIds ?? []))
  const [vendors, customers, vendorBalanceOf, customerBalanceOf, accounts] = await Promise.all([
    loadContacts(tx, VENDORS, vendorIds),
    loadContacts(tx, CUSTOMERS, customerIds),
    loadBalances(tx, VENDORS, vendorIds, at),
    loadBalances(tx, CUSTOMERS, customerIds, at),
    loadAccounts(tx, distinct(named.flatMap(({ accountIds }) => accountIds))),
  ])
  const tags = await loadTagDefinitions(
    tx,
    definitionIdsOf(...[...named, ...vendors, ...customers].map((one) => one.tags)),
  )
  return {
    vendors: new Map(vendors.map((one) => [one.id, toContactMessage(one, tags, vendorBalanceOf(one.id))])),
    customers: new Map(customers.map((one) => [one.id, toContactMessage(one, tags, customerBalanceOf(one.id))])),
    accounts,
    tags,
  }
}
