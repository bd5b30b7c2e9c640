import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { Tenant } from '@pacioli/rpc'
import type { Business } from './business.ts'
import { findBusiness } from './business.store.ts'

/** Asks the ledger for a business of the caller, which may be one that no event has told of yet. */
export type AskLedger = () => Promise<Business | undefined>

/**
 * The business of a call: as events have told of it, else as the ledger knows it. Called before a transaction, since it
 * may ask.
 * @throws BusinessNotFound, also for a business of another client; ServiceUnavailable
 */
export async function meetBusiness(db: Database, tenant: Tenant, askLedger: AskLedger): Promise<Business> {
  const { businessId } = tenant
  const known = await db.transact(tenant, (tx) => findBusiness(tx, businessId))
  const business = known ?? (await askLedger())
  if (business?.clientId !== tenant.clientId)
    throw refused('BusinessNotFound', `There is no business ${businessId}.`, { field: 'businessId', value: businessId })
  return business
}
