/**
 * Tokens for reading a provider's books. One caller at a time renews them, under a lease that is stored in a row and
 * expires: no transaction spans the call, and a process that dies does not block others for long.
 */
import { refused, type DomainError } from '@pacioli/errors'
import type { Tenant } from '@pacioli/rpc'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger } from '../ledger.ts'
import { notConnected, providerUnavailable, reauthorizationRequired, type Connection } from './connection.ts'
import {
  leaseTokens,
  loadConnectionWithTokens,
  rejectTokens,
  releaseTokens,
  renewTokens,
  type TokensKey,
} from './connection.store.ts'
import { RefusedByProvider, type IssuedTokens } from '../providers/oauth-client.ts'
import { providerNamed, type Provider } from '../providers/provider.ts'
import { isFresh, openTokens, sealTokens, tokenOwnerOf, tokensOf, type Tokens } from './tokens.ts'

/** The right to read one company's books at a provider. */
export type ProviderAccess = {
  provider: Provider
  /** Which of the provider's companies; null where the provider has not said. */
  externalCompanyId: string | null
  /** A token that is valid for another minute at least. @throws as accessTo does */
  accessToken: () => Promise<string>
  /** A token other than the one that the provider has just rejected. @throws as accessTo does */
  refresh: (rejected: string) => Promise<string>
  /** The provider rejects even a token that was just renewed: a person has to connect the business again. */
  requireReauthorization: (rejected: string) => Promise<DomainError>
}

/** Beyond the timeout of the provider: time to store its answer. */
const LEASE_MARGIN_MS = 20_000

const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 500

/**
 * The connection of a business to a provider, ready for use. Holds no database connection between calls. It ends when
 * the business is connected to another company: the books of two companies must not mix.
 * @throws ProviderNotFound, NotConnected, ReauthorizationRequired, ProviderUnavailable
 */
export async function accessTo(ledger: Ledger, tenant: Tenant, providerName: string): Promise<ProviderAccess> {
  const provider = providerNamed(ledger.providers, providerName)
  const { connection } = await load(ledger, tenant, provider)
  const { externalCompanyId } = connection
  const tokenUnless = (isStale: (tokens: Tokens) => boolean): Promise<string> =>
    usableToken(ledger, tenant, provider, externalCompanyId, isStale)
  return {
    provider,
    externalCompanyId,
    accessToken: () => tokenUnless((tokens) => !isFresh(tokens, ledger.now())),
    refresh: (rejected) => tokenUnless((tokens) => tokens.accessToken === rejected || !isFresh(tokens, ledger.now())),
    requireReauthorization: (rejected) => requireReauthorization(ledger, tenant, provider, rejected),
  }
}

/** Tokens that were replaced meanwhile were not rejected. */
async function requireReauthorization(
  ledger: Ledger,
  tenant: Tenant,
  provider: Provider,
  rejected: string,
): Promise<DomainError> {
  const current = await load(ledger, tenant, provider)
  if (current.tokens.accessToken === rejected)
    await ledger.db.transact(tenant, (tx) => rejectTokens(tx, current.key, ledger.now()))
  return reauthorizationRequired(provider.displayName)
}

type Current = { connection: Connection; tokens: Tokens; key: TokensKey; leaseToken: string | null }

/** @throws NotConnected, ReauthorizationRequired */
function load(ledger: Ledger, tenant: Tenant, provider: Provider): Promise<Current> {
  return ledger.db.transact(tenant, async (tx) => {
    const { connection, tokens } = (await loadConnectionWithTokens(tx, tenant.businessId, provider.name)) ?? {}
    if (!connection || !tokens || connection.clientId !== tenant.clientId) throw notConnected(provider.displayName)
    if (connection.needsReauthorizationSince !== null) throw reauthorizationRequired(provider.displayName)
    return {
      connection,
      tokens: openTokens(ledger.vault, tokens, tokenOwnerOf(connection)),
      key: { businessId: connection.businessId, connectionId: connection.id, revision: tokens.revision },
      leaseToken: tokens.leaseToken,
    }
  })
}

/** The stored token unless it is stale; else a renewed one, by this call or by a concurrent one. */
async function usableToken(
  ledger: Ledger,
  tenant: Tenant,
  provider: Provider,
  externalCompanyId: string | null,
  isStale: (tokens: Tokens) => boolean,
): Promise<string> {
  const leaseMs = ledger.oauth.timeoutMs + LEASE_MARGIN_MS
  const waitsUntil = performance.now() + leaseMs + ledger.oauth.timeoutMs
  let waitedFor: string | undefined
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const current = await load(ledger, tenant, provider)
    if (current.connection.externalCompanyId !== externalCompanyId) throw connectedElsewhere(provider)
    if (!isStale(current.tokens)) return current.tokens.accessToken
    // The concurrent renewal failed: do not ask a failing provider once per waiting call.
    if (waitedFor === current.key.revision && current.leaseToken === null)
      throw providerUnavailable(provider.displayName)
    const leaseToken = ledger.newId()
    if (await lease(ledger, tenant, current, leaseToken, leaseMs)) {
      const renewed = await renew(ledger, tenant, provider, current, leaseToken)
      if (renewed) return renewed.accessToken
    } else {
      waitedFor = current.key.revision
      if (performance.now() + pauseMs > waitsUntil) throw providerUnavailable(provider.displayName)
      await pause(pauseMs)
    }
  }
}

const connectedElsewhere = (provider: Provider) =>
  refused('NotConnected', `The business was connected to another company of ${provider.displayName} meanwhile.`, {
    field: 'provider',
  })

function lease(
  ledger: Ledger,
  tenant: Tenant,
  current: Current,
  leaseToken: string,
  leaseMs: number,
): Promise<boolean> {
  const now = ledger.now()
  const leaseUntil = new Date(now.getTime() + leaseMs)
  return ledger.db.transact(tenant, (tx) =>
    leaseTokens(tx, current.key, current.leaseToken, { leaseToken, leaseUntil }, now),
  )
}

/** @returns undefined if the tokens were replaced or deleted meanwhile: the provider's answer is void then */
async function renew(
  ledger: Ledger,
  tenant: Tenant,
  provider: Provider,
  { connection, tokens, key }: Current,
  leaseToken: string,
): Promise<Tokens | undefined> {
  let issued: IssuedTokens
  try {
    if (tokens.refreshToken === undefined) throw new RefusedByProvider('invalid_grant')
    issued = await ledger.oauth.refresh(provider, tokens.refreshToken)
  } catch (error) {
    if (!(error instanceof RefusedByProvider) || error.code !== 'invalid_grant') {
      await ledger.db.transact(tenant, (tx) => releaseTokens(tx, key, leaseToken))
      throw providerUnavailable(provider.displayName)
    }
    const isOver = await ledger.db.transact(tenant, (tx) => rejectTokens(tx, key, ledger.now()))
    if (isOver) throw reauthorizationRequired(provider.displayName)
    return undefined
  }
  const now = ledger.now()
  const renewed = tokensOf(issued, now, tokens)
  const sealed = sealTokens(ledger.vault, renewed, tokenOwnerOf(connection))
  const isKept = await ledger.db.transact(tenant, (tx) => renewTokens(tx, key, ledger.newId(), sealed, now))
  return isKept ? renewed : undefined
}
