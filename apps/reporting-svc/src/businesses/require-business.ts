import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { Tenant } from '@pacioli/rpc'
import type { Business } from './business.ts'
import { MODELS } from '../read-models/models.ts'
import { findBusiness } from './business.store.ts'

/** Fetches a business of the caller from the ledger, since its first event may not have arrived yet. */
export type FetchBusiness = () => Promise<Business | undefined>

/**
 * The business of a call: as known from events, else fetched from the ledger. Call it before a transaction, since it may query
 * the ledger.
 * @throws BusinessNotFound, also for a business of another client; ServiceUnavailable
 */
export async function requireBusiness(
  db: Pick<Database, 'read'>,
  tenant: Tenant,
  fetchBusiness: FetchBusiness,
): Promise<Business & { builtAs: number }> {
  const { businessId } = tenant
  const known = await db.read(tenant, (tx) => findBusiness(tx, businessId))
  const business = known ?? (await fetchNewBusiness(fetchBusiness))
  if (business?.clientId !== tenant.clientId)
    throw refused('BusinessNotFound', `There is no business ${businessId}.`, { field: 'businessId', value: businessId })
  return business
}

/** A business without events misses none here. */
async function fetchNewBusiness(fetchBusiness: FetchBusiness): Promise<(Business & { builtAs: number }) | undefined> {
  const business = await fetchBusiness()
  return business && { ...business, builtAs: MODELS.newest }
}

/**
 * The same for reports, which need read models of this release.
 * @param model the first one whose rows have what the report needs
 * @throws BusinessNotFound; ServiceUnavailable, also until the read models of the business are rebuilt
 */
export async function requireReportedBusiness(
  db: Pick<Database, 'read'>,
  tenant: Tenant,
  fetchBusiness: FetchBusiness,
  model = MODELS.oldest,
): Promise<Business> {
  const business = await requireBusiness(db, tenant, fetchBusiness)
  if (business.builtAs >= model) return business
  throw refused(
    'ServiceUnavailable',
    'The reports of the business are being rebuilt for this release. Try again in a minute.',
  )
}
