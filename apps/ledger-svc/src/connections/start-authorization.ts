import type { StartAuthorizationResponse } from '@pacioli/protos/ledger'
import type { Tenant } from '@pacioli/rpc'
import { randomBytes } from 'node:crypto'
import { generateRandomCodeVerifier } from 'oauth4webapi'
import type { Ledger } from '../ledger.ts'
import { beginAuthorization, MAX_OPEN, STATE_RANDOM_BYTES, stateOf, verifierOwner } from './authorization.ts'
import { insertAuthorization } from './authorization.store.ts'
import { providerNamed } from '../providers/provider.ts'
import { requireOpenBusiness } from '../businesses/require-business.ts'

/**
 * Begins an attempt to connect the business, and answers the URL at which a person agrees to it. Each call begins a new
 * one: the answer holds the state, so it is never stored, not even with an Idempotency-Key.
 * @throws ProviderNotFound, BusinessNotFound, BusinessArchived
 */
export async function startAuthorization(
  ledger: Ledger,
  tenant: Tenant,
  providerName: string,
): Promise<StartAuthorizationResponse> {
  const provider = providerNamed(ledger.providers, providerName)
  const state = stateOf(tenant.businessId, randomBytes(STATE_RANDOM_BYTES))
  const verifier = generateRandomCodeVerifier()
  const authorization = beginAuthorization(
    { id: ledger.newId(), ...tenant, provider: provider.name },
    state,
    ledger.now(),
  )
  await ledger.db.transact(tenant, async (tx) => {
    await requireOpenBusiness(tx, tenant)
    const sealed = ledger.vault.seal(verifier, verifierOwner(authorization))
    await insertAuthorization(tx, authorization, sealed, MAX_OPEN)
  })
  return {
    redirect_url: await ledger.oauth.authorizationUrl(provider, state, verifier),
    display_name: provider.displayName,
  }
}
