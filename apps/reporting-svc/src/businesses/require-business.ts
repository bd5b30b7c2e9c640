import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { Tenant } from '@pacioli/rpc'
import type { Business } from './business.ts'
import { findBusiness } from './business.store.ts'

/** Asks the ledger for a business of the caller, which may be one that no event has told of yet. */
export type FetchBusiness = () => Promise<Business | undefined>

/**
 * The business of a call: as events have told of it, else as the ledger knows it. Called before a transaction, since it
 * may ask.
 * @throws BusinessNotFound, also for a business of another client; ServiceUnavailable
 */
export async function requireBusiness(
  db: Database,
  tenant: Tenant,
  fetchBusiness: FetchBusiness,
): Promise<Business & { isCurrent: boolean }> {
  const { businessId } = tenant
  const known = await db.transact(tenant, (tx) => findBusiness(tx, businessId))
  const business = known ?? (await fetchNewBusiness(fetchBusiness))
  if (business?.clientId !== tenant.clientId)
    throw refused('BusinessNotFound', `There is no business ${businessId}.`, { field: 'businessId', value: businessId })
  return business
}

/** Of what no event has told of yet, nothing is missing here. */
async function fetchNewBusiness(
  fetchBusiness: FetchBusiness,
): Promise<(Business & { isCurrent: boolean }) | undefined> {
  const business = await fetchBusiness()
  return business && { ...business, isCurrent: true }
}

/**
 * The same for reports, which read models of an earlier release have not everything for.
 * @throws BusinessNotFound; ServiceUnavailable, also until the read models of the business are made anew
 */
export async function requireReportedBusiness(
  db: Database,
  tenant: Tenant,
  fetchBusiness: FetchBusiness,
): Promise<Business> {
  const business = await requireBusiness(db, tenant, fetchBusiness)
  if (business.isCurrent) return business
  throw refused(
    'ServiceUnavailable',
    'The reports of the business are being made anew for this release. Try again in a minute.',
  )
}
