import type { Database } from '@pacioli/db'
import { isUuid, type OutgoingContext, type Tenant } from '@pacioli/rpc'
import { businessNotFound, type KnownBusiness } from './business.ts'
import { findBusiness } from './business.store.ts'
import { Recent } from './recent.ts'
import { seedBusiness } from './seed-business.ts'
import type { FactsService } from './service.ts'

/** Concurrent requests for a new business read it once. */
const seeding = new WeakMap<Database, Recent<KnownBusiness>>()

/**
 * The business of a call. An unknown one is queried from the ledger, which also knows its owner, together with its
 * chart and its tags. Called before a transaction, since it may call the ledger. Nothing is cached between calls: its
 * zone, for one, may change until something is posted.
 * @throws BusinessNotFound, also for a business of another client; ServiceUnavailable
 */
export async function requireBusiness(
  service: FactsService,
  context: OutgoingContext & Tenant,
): Promise<KnownBusiness> {
  if (!isUuid(context.businessId)) throw businessNotFound(context.businessId)
  const tenant = { clientId: context.clientId.toLowerCase(), businessId: context.businessId.toLowerCase() }
  const found = await service.db.read(tenant, (tx) => findBusiness(tx))
  if (found?.isSeeded) return found.business
  const shared = seeding.get(service.db) ?? new Recent<KnownBusiness>({ maxAgeMs: 0 })
  seeding.set(service.db, shared)
  return shared.get(`${tenant.clientId} ${tenant.businessId}`, service.now, () =>
    seedBusiness(service, { ...context, ...tenant }),
  )
}
