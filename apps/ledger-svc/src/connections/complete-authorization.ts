import { DomainError, refused } from '@pacioli/errors'
import type { Ledger } from '../ledger.ts'
import { businessOfState, hashOfState, isValid, verifierOwner, type Authorization } from './authorization.ts'
import { takeAuthorization } from './authorization.store.ts'
import { isExternalCompanyId, providerUnavailable, type Connection } from './connection.ts'
import { loadConnection, lockConnection, replaceTokens, saveConnection } from './connection.store.ts'
import { errorCodeOf, RefusedByProvider, type IssuedTokens } from '../providers/oauth-client.ts'
import { providerNamed, type Provider } from '../providers/provider.ts'
import { requireOpenBusiness } from '../businesses/require-business.ts'
import { sealTokens, tokenOwnerOf, tokensOf } from './tokens.ts'
import { revokeGrant } from './unlink.ts'

/** What the provider's redirect carries. */
export type Callback = { provider: string; state: string; parameters: Readonly<Record<string, string>> }

export type Completed = { provider: Provider; connection: Connection }

/** The connection, and where to redirect the person. */
export type Outcome = { completed?: Completed; returnUrl?: string }

/**
 * Completes the attempt of this state: exchanges the code and stores the tokens. A state works once, even if this fails.
 * @throws ProviderNotFound, InvalidQuery, InvalidState, BusinessArchived, AuthorizationFailed, ProviderUnavailable; but
 *   if the provider has a return URL, that carries the error instead
 */
export async function completeAuthorization(ledger: Ledger, callback: Callback): Promise<Outcome> {
  const provider = providerNamed(ledger.providers, callback.provider)
  try {
    const completed = { provider, connection: await complete(ledger, provider, callback) }
    return { completed, ...withOutcome(provider, { status: 'connected' }) }
  } catch (error) {
    const failed = withOutcome(provider, { status: 'failed' })
    if (!(error instanceof DomainError) || failed.returnUrl === undefined) throw error
    return withOutcome(provider, { status: 'failed', error_enum: error.errorEnum })
  }
}

function withOutcome({ name, returnUrl }: Provider, outcome: Record<string, string>): { returnUrl?: string } {
  if (returnUrl === undefined) return {}
  const url = new URL(returnUrl)
  for (const [key, value] of Object.entries({ provider: name, ...outcome })) url.searchParams.set(key, value)
  return { returnUrl: url.href }
}

async function complete(ledger: Ledger, provider: Provider, { state, parameters }: Callback): Promise<Connection> {
  const { code, error } = parameters
  if (code === undefined && error === undefined)
    throw refused('InvalidQuery', 'Query parameter `code` is required.', { field: 'code' })
  const { authorization, verifier, unlinkedAt } = await take(ledger, provider, state)
  if (error !== undefined) throw authorizationFailed(provider, errorCodeOf(error))
  const externalCompanyId = companyIn(provider, parameters)
  await ledger.db.transact(authorization, (tx) => requireOpenBusiness(tx, authorization))
  const issued = await exchange(ledger, provider, code ?? '', verifier)
  try {
    return await keep(ledger, authorization, unlinkedAt, externalCompanyId, issued)
  } catch (refusal) {
    if (refusal instanceof DomainError) await revokeGrant(ledger, provider, issued)
    throw refusal
  }
}

type Taken = {
  authorization: Authorization
  verifier: string
  /** When an earlier connection was unlinked. */
  unlinkedAt: Date | null
}

/** A transaction of its own: it uses up the state. @throws InvalidState */
async function take(ledger: Ledger, provider: Provider, state: string): Promise<Taken> {
  const businessId = businessOfState(state)
  if (businessId === undefined) throw invalidState()
  const { taken, connection } = await ledger.db.transact({ businessId }, async (tx) => ({
    taken: await takeAuthorization(tx, businessId, hashOfState(state)),
    connection: await loadConnection(tx, businessId, provider.name),
  }))
  if (!taken || !isValid(taken.authorization, provider.name, ledger.now())) throw invalidState()
  return {
    authorization: taken.authorization,
    verifier: ledger.vault.open(taken.verifier, verifierOwner(taken.authorization)),
    unlinkedAt: connection?.unlinkedAt ?? null,
  }
}

/** One answer for every cause: it must not reveal what exists. */
const invalidState = (): DomainError =>
  refused(
    'InvalidState',
    'This authorization is unknown, used, expired, or was made for something else. Start again with POST …/authorize.',
    { field: 'state' },
  )

const authorizationFailed = (provider: Provider, code: string): DomainError =>
  refused(
    'AuthorizationFailed',
    `${provider.displayName} did not authorize the connection: it answered ${code}. Start again with POST …/authorize.`,
    { provider_error: code },
  )

/** @throws AuthorizationFailed when the provider does not name the company */
function companyIn(provider: Provider, parameters: Readonly<Record<string, string>>): string {
  const company = parameters[provider.companyParameter]
  if (company !== undefined && isExternalCompanyId(company)) return company
  throw refused(
    'AuthorizationFailed',
    `${provider.displayName} did not say which company was connected: \`${provider.companyParameter}\` is missing. ` +
      'Start again with POST …/authorize.',
    { field: provider.companyParameter },
  )
}

/** @throws AuthorizationFailed, ProviderUnavailable */
async function exchange(ledger: Ledger, provider: Provider, code: string, verifier: string): Promise<IssuedTokens> {
  try {
    return await ledger.oauth.exchange(provider, code, verifier)
  } catch (error) {
    if (error instanceof RefusedByProvider) throw authorizationFailed(provider, error.code)
    throw providerUnavailable(provider.displayName, 'Start again with POST …/authorize.')
  }
}

/**
 * Authorizing again replaces company and tokens. During the exchange the connection may have been unlinked, which ends
 * open attempts, or the business archived.
 * @throws InvalidState, BusinessArchived
 */
function keep(
  ledger: Ledger,
  { businessId, clientId, provider }: Authorization,
  unlinkedAt: Date | null,
  externalCompanyId: string,
  issued: IssuedTokens,
): Promise<Connection> {
  const now = ledger.now()
  return ledger.db.transact({ clientId, businessId }, async (tx) => {
    const earlier = await lockConnection(tx, businessId, provider)
    if (earlier?.unlinkedAt && earlier.unlinkedAt.getTime() !== unlinkedAt?.getTime()) throw invalidState()
    await requireOpenBusiness(tx, { clientId, businessId })
    const connection = await saveConnection(
      tx,
      {
        id: ledger.newId(),
        clientId,
        businessId,
        provider,
        externalCompanyId,
        connectedAt: now,
        unlinkedAt: null,
        needsReauthorizationSince: null,
      },
      now,
    )
    const sealed = sealTokens(ledger.vault, tokensOf(issued, now), tokenOwnerOf(connection))
    await replaceTokens(tx, connection, ledger.newId(), sealed)
    return connection
  })
}
