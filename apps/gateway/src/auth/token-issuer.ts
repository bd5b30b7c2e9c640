import { SignJWT } from 'jose'
import type { Scope } from './scopes.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Lifetime of a platform token, in seconds. */
export const PLATFORM_TOKEN_SECONDS = 3_600

export type TokenRequest = {
  clientId: string
  scopes: readonly Scope[]
  businessId?: string
  /** Whom a token for one business is made for, in the words of the platform. */
  user?: string | undefined
  lifetimeSeconds: number
  /** In milliseconds; tokens issued before it are revoked. */
  notBefore: number
}

export type TokenIssuer = (request: TokenRequest) => Promise<string>

/**
 * The time of issue, in whole seconds. In the second of a revocation it is rounded up: a token made after the
 * revocation would otherwise look older.
 */
export function issuedAt(nowMs: number, notBeforeMs: number): number {
  const now = Math.floor(nowMs / 1000)
  return now * 1000 < notBeforeMs && notBeforeMs <= nowMs ? Math.ceil(notBeforeMs / 1000) : now
}

export const tokenIssuer =
  (keys: SigningKeys, issuer: string, audience: string, clock: () => number = Date.now): TokenIssuer =>
  ({ clientId, scopes, businessId, user, lifetimeSeconds, notBefore }) => {
    const now = clock()
    const claims = {
      client_id: clientId,
      scope: scopes.join(' '),
      ...(businessId ? { business_id: businessId } : {}),
      ...(user === undefined ? {} : { user }),
    }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: keys.signing.algorithm, kid: keys.signing.kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setSubject(clientId)
      .setAudience(audience)
      .setIssuedAt(issuedAt(now, notBefore))
      .setExpirationTime(Math.floor(now / 1000) + lifetimeSeconds)
      .sign(keys.signing.key)
  }
