import { writeOnce } from '@pacioli/db'
import type { Connection as ConnectionMessage } from '@pacioli/protos/ledger'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import { presentConnection } from './present-connection.ts'
import type { SealedSecret } from '@pacioli/vault'
import { dropAuthorizations } from './authorization.store.ts'
import type { Connection } from './connection.ts'
import { deleteTokens, lockConnection, saveConnection } from './connection.store.ts'
import { providerNamed, type Provider } from '../providers/provider.ts'
import type { IssuedTokens } from '../providers/oauth-client.ts'
import { openTokens, tokenOwnerOf, type Tokens } from './tokens.ts'

/**
 * Ends a connection, deletes its tokens and ends open attempts to connect. The books keep what was imported. Unlinking
 * what is not connected changes nothing; an archived business may be unlinked, too.
 * @throws ProviderNotFound, BusinessNotFound
 */
export async function unlink(ledger: Ledger, request: BusinessWrite, providerName: string): Promise<ConnectionMessage> {
  const provider = providerNamed(ledger.providers, providerName)
  const now = ledger.now()
  let forgotten: Tokens | undefined
  const answer = await writeOnce(ledger.db, request, now, async (tx) => {
    await dropAuthorizations(tx, request.businessId, provider.name)
    const connection = await lockConnection(tx, request.businessId, provider.name)
    if (!connection || connection.unlinkedAt !== null)
      return presentConnection(tx, provider, request.businessId, connection, now)
    const stored = await deleteTokens(tx, connection)
    if (stored) forgotten = readable(ledger, stored, connection)
    const unlinked = { ...connection, unlinkedAt: now, needsReauthorizationSince: null }
    return presentConnection(tx, provider, request.businessId, await saveConnection(tx, unlinked, now), now)
  })
  if (forgotten) await revokeGrant(ledger, provider, forgotten)
  return answer
}

/** Tokens whose master key is lost cannot be revoked; the connection ends all the same. */
function readable(ledger: Ledger, stored: SealedSecret, connection: Connection): Tokens | undefined {
  try {
    return openTokens(ledger.vault, stored, tokenOwnerOf(connection))
  } catch {
    return undefined
  }
}

/** Revokes the grant at the provider; failures are ignored. */
export async function revokeGrant(ledger: Ledger, provider: Provider, tokens: IssuedTokens): Promise<void> {
  // Revoking the refresh token ends the whole grant, access tokens included (RFC 7009, 2.1).
  await ledger.oauth.revoke(provider, tokens.refreshToken ?? tokens.accessToken).catch(() => undefined)
}
