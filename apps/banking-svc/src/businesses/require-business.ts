import { requireBusiness as requireKnownBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { seedBillingFacts } from '../matches/billing-facts.ts'
import { suggestionRules } from './suggestion-rules.ts'
import type { Business } from './business.ts'

/**
 * The business of a call, with its thresholds of suggestions. Called before a transaction: it may query the ledger and,
 * at the first use of a business, billing for its documents, vendors and customers.
 * @throws BusinessNotFound, also for a business of another client; ServiceUnavailable
 */
export async function requireBusiness(banking: Banking, context: OutgoingContext & Tenant): Promise<Business> {
  const alsoSeed = (caller: OutgoingContext, met: KnownBusiness) => seedBillingFacts(banking, caller, met)
  const business = await requireKnownBusiness({ ...banking, alsoSeed }, context)
  const tenant = { clientId: business.clientId, businessId: business.id }
  return { ...business, suggestionRules: await suggestionRules(banking, { ...context, ...tenant }) }
}
