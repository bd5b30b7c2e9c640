import type { Tx } from '@pacioli/db'
import { holdContacts, loadContacts, loadContactsByExternalId } from './contact.store.ts'
import { CUSTOMERS, type Customer } from './customer.ts'

/** By id, in the order asked; unknown ones are left out. Who asks has made sure that these are UUIDs. */
export const loadCustomers = (tx: Tx, businessId: string, ids: readonly string[]): Promise<Customer[]> =>
  loadContacts(tx, CUSTOMERS, businessId, ids)

/** By external id; unknown ones are left out. */
export const loadCustomersByExternalId = (
  tx: Tx,
  businessId: string,
  externalIds: readonly string[],
): Promise<Customer[]> => loadContactsByExternalId(tx, CUSTOMERS, businessId, externalIds)

export const findCustomerByExternalId = async (
  tx: Tx,
  businessId: string,
  externalId: string,
): Promise<Customer | undefined> => (await loadCustomersByExternalId(tx, businessId, [externalId]))[0]

/** Held by who makes documents of theirs: nobody archives a customer meanwhile, and others can hold it, too. */
export const holdCustomers = (tx: Tx, businessId: string, ids: readonly string[]): Promise<Map<string, Customer>> =>
  holdContacts(tx, CUSTOMERS, businessId, ids)
