import { DomainError, refused } from '@pacioli/errors'
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import { isUuid } from '../validation/formats.ts'
import type { Caller } from './caller.ts'
import { readScopes } from './scopes.ts'
import { ALGORITHMS, type Algorithm } from './signing-keys.ts'

const CLOCK_TOLERANCE_SECONDS = 5
const MAX_TOKEN_LENGTH = 8_192
const MAX_CACHED = 50_000

/** The tokens used last are found without hashing, which takes longer than all other work on them. */
const MAX_RECENT = 1_000

/** An outside issuer can withdraw a key at any time: its tokens are verified again after this. */
const OUTSIDE_CACHE_MS = 60_000

/** An issuer whose tokens are accepted. */
export type TrustedIssuer = {
  issuer: string
  audience: string
  find: JWTVerifyGetKey
  algorithms: readonly Algorithm[]
  /** How long a verified token is cached at most, in milliseconds. */
  cacheMs: number
  /** The current keys; another value means they were rotated. */
  generation: () => unknown
}

/** Errors of the key lookup that are the token's fault; all others are the issuer's. */
const ABOUT_THE_TOKEN = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported]

export function outsideIssuer(issuer: string, audience: string, jwksUrl: URL, timeoutMs = 3_000): TrustedIssuer {
  const find = createRemoteJWKSet(jwksUrl, {
    timeoutDuration: timeoutMs,
    cooldownDuration: 10_000,
    cacheMaxAge: OUTSIDE_CACHE_MS,
  })
  return {
    issuer,
    audience,
    find: (header, token) =>
      find(header, token).catch((error: unknown) => {
        if (ABOUT_THE_TOKEN.some((kind) => error instanceof kind)) throw error
        throw refused('ServiceUnavailable', 'The keys of the token issuer cannot be read right now. Try again.')
      }),
    algorithms: ALGORITHMS,
    cacheMs: OUTSIDE_CACHE_MS,
    generation: () => JSON.stringify(find.jwks()),
  }
}

type VerifiedToken = { caller: Caller; until: number }

/**
 * Verifies bearer tokens. Verified ones are cached by the hash of the WHOLE token (a part, such as the signature, could
 * be put under other claims), never beyond their `exp`.
 */
export class TokenVerifier {
  readonly #issuers: Map<string, TrustedIssuer>
  readonly #clock: () => number
  readonly #onHit: (hit: boolean) => void
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: MAX_CACHED })
  readonly #recent = new LRUCache<string, VerifiedToken>({ max: MAX_RECENT })
  readonly #generations = new Map<string, unknown>()

  constructor(issuers: TrustedIssuer[], onHit: (hit: boolean) => void = () => undefined, clock = Date.now) {
    this.#issuers = new Map(issuers.map((one) => [one.issuer, one]))
    this.#clock = clock
    this.#onHit = onHit
  }

  /** @throws InvalidToken, ExpiredToken; ServiceUnavailable while the keys of an outside issuer cannot be read */
  async verify(token: string): Promise<Caller> {
    if (token.length > MAX_TOKEN_LENGTH) throw invalid()
    const known = this.#recent.get(token) ?? this.#verifiedBefore(token)
    const hit = known !== undefined && known.until > this.#clock()
    this.#onHit(hit)
    if (hit) return known.caller
    const trusted = this.#issuerOf(token)
    const caller = callerOf(await this.#check(token, trusted))
    this.#forgetAfterRotation(trusted)
    const until = Math.min(caller.expiresAt * 1000, this.#clock() + trusted.cacheMs)
    this.#verified.set(hashOf(token), { caller, until })
    return caller
  }

  #verifiedBefore(token: string): VerifiedToken | undefined {
    const known = this.#verified.get(hashOf(token))
    if (known) this.#recent.set(token, known)
    return known
  }

  /** The claim is unverified: it only chooses whose keys must verify it. */
  #issuerOf(token: string): TrustedIssuer {
    try {
      const trusted = this.#issuers.get(decodeJwt(token).iss ?? '')
      if (trusted) return trusted
    } catch {
      // Not even the shape of a token.
    }
    throw invalid()
  }

  async #check(token: string, { issuer, audience, find, algorithms }: TrustedIssuer): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, find, {
        issuer,
        audience,
        algorithms: [...algorithms],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['exp', 'iat', 'client_id'],
        currentDate: new Date(this.#clock()),
      })
      return payload
    } catch (error) {
      if (error instanceof DomainError) throw error
      if (error instanceof errors.JWTExpired)
        throw refused('ExpiredToken', 'The bearer token has expired. Get a new one.')
      throw invalid()
    }
  }

  #forgetAfterRotation({ issuer, generation }: TrustedIssuer): void {
    const now = generation()
    if (this.#generations.has(issuer) && this.#generations.get(issuer) !== now) {
      this.#verified.clear()
      this.#recent.clear()
    }
    this.#generations.set(issuer, now)
  }
}

const hashOf = (token: string): string => hash('sha256', token, 'base64')

function callerOf({ client_id, sub, user, scope, business_id, iat = 0, exp = 0 }: JWTPayload): Caller {
  if (typeof client_id !== 'string' || !isUuid(client_id)) throw invalid()
  if (business_id !== undefined && (typeof business_id !== 'string' || !isUuid(business_id))) throw invalid()
  return {
    clientId: client_id.toLowerCase(),
    subject: sub ?? client_id.toLowerCase(),
    user: typeof user === 'string' ? user : undefined,
    scopes: typeof scope === 'string' ? readScopes(scope) : [],
    businessId: business_id?.toLowerCase(),
    issuedAt: iat,
    expiresAt: exp,
  }
}

/** One message for all causes: details would help only an attacker. */
const invalid = (): Error =>
  refused('InvalidToken', 'The bearer token is not valid here. Get one from POST /oauth2/token.')
