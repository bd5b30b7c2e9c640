/** The gateway's own keys: the first one signs, all of them verify, so that keys can be rotated without a gap. */
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose'

export const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

export type SigningKeys = {
  signing: { key: CryptoKey; kid: string; algorithm: Algorithm }
  /** For /.well-known/jwks.json. */
  published: { keys: JWK[] }
  find: JWTVerifyGetKey
  /** Only what these keys can make: a token names its algorithm itself, and must not choose. */
  algorithms: Algorithm[]
}

const SECRET_PARTS = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'])

function algorithmOf(jwk: JWK): Algorithm {
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') return 'EdDSA'
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return 'ES256'
  if (jwk.kty === 'RSA') return 'RS256'
  throw new Error(`expected keys of the kind Ed25519, P-256 or RSA, got ${jwk.kty ?? 'no kty'} ${jwk.crv ?? ''}`.trim())
}

const publicPartOf = (jwk: JWK): JWK =>
  Object.fromEntries(Object.entries(jwk).filter(([name]) => !SECRET_PARTS.has(name)))

/** @throws Error saying which key is unusable, and why */
export async function loadSigningKeys(jwks: JWK[]): Promise<SigningKeys> {
  if (!Array.isArray(jwks)) throw new Error('expected a JSON list of signing keys')
  const keys = await Promise.all(
    jwks.map(async (jwk, at) => {
      const algorithm = algorithmOf(jwk)
      if (!jwk.d) throw new Error(`signing key ${at} has no private part`)
      const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk))
      return { jwk, algorithm, published: { ...publicPartOf(jwk), kid, alg: algorithm, use: 'sig' } }
    }),
  )
  const [first] = keys
  if (!first) throw new Error('expected at least one signing key')
  const key = (await importJWK(first.jwk, first.algorithm)) as CryptoKey
  const published = { keys: keys.map((one) => one.published) }
  return {
    signing: { key, kid: first.published.kid, algorithm: first.algorithm },
    published,
    find: createLocalJWKSet(published),
    algorithms: [...new Set(keys.map((one) => one.algorithm))],
  }
}

/** A key pair to sign with, private part and all; its name is what it is (RFC 7638), so no two have the same. */
export async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' }
}
