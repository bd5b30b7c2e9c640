import type { Database } from '@pacioli/db'
import { isUuid, type OutgoingContext, type Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { suggestionRules } from '../matching/suggestion-rules.ts'
import { businessNotFound, type Business, type KnownBusiness } from './business.ts'
import { findBusiness } from './business.store.ts'
import { Recent } from './recent.ts'
import { seedBusiness } from './seed-business.ts'

/** Requests that meet a new business at the same moment read it once. */
const seeding = new WeakMap<Database, Recent<KnownBusiness>>()

/**
 * The business of a call. One that is not known here yet is asked of the ledger, which also knows whose it is; with it
 * come its chart and its tags. Called before a transaction, since it may ask. Nothing of it is remembered between calls:
 * its zone is fixed at the moment when its first bank account is made.
 * @throws BusinessNotFound, also for a business of another client; ServiceUnavailable
 */
export async function meetBusiness(banking: Banking, context: OutgoingContext & Tenant): Promise<Business> {
  if (!isUuid(context.businessId)) throw businessNotFound(context.businessId)
  const tenant = { clientId: context.clientId.toLowerCase(), businessId: context.businessId.toLowerCase() }
  const business = await lookUp(banking, { ...context, ...tenant })
  return { ...business, suggestionRules: await suggestionRules(banking, { ...context, ...tenant }) }
}

async function lookUp(banking: Banking, context: OutgoingContext & Tenant): Promise<KnownBusiness> {
  const { clientId, businessId } = context
  const found = await banking.db.transact({ clientId, businessId }, (tx) => findBusiness(tx, businessId))
  if (found && found.business.clientId !== clientId) throw businessNotFound(businessId)
  if (found?.isSeeded) return found.business
  const shared = seeding.get(banking.db) ?? new Recent<KnownBusiness>({ maxAgeMs: 0 })
  seeding.set(banking.db, shared)
  return shared.get(`${clientId} ${businessId}`, banking.now, () => seedBusiness(banking, context))
}
