/** The gateway's own keys: the first signs, all verify, so keys can be rotated without a gap. */
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
import { createPublicKey } from 'node:crypto'
import { PUBLISHED_KEYS } from './published-keys.ts'

export const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

export type SigningKeys = {
  signing: { key: CryptoKey; kid: string; algorithm: Algorithm }
  /** For /.well-known/jwks.json. */
  published: { keys: JWK[] }
  find: JWTVerifyGetKey
  /** Only those of these keys: a token names its algorithm itself, and must not choose another. */
  algorithms: Algorithm[]
}

const SECRET_PARTS = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'])

function algorithmOf(jwk: JWK): Algorithm {
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') return 'EdDSA'
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return 'ES256'
  if (jwk.kty === 'RSA') return 'RS256'
  const got = `${jwk.kty ?? 'no kty'} ${jwk.crv ?? ''}`.trim()
  throw new Error(`GATEWAY_SIGNING_KEYS: expected keys of the kind Ed25519, P-256 or RSA, got ${got}`)
}

const publicPartOf = (jwk: JWK): JWK =>
  Object.fromEntries(Object.entries(jwk).filter(([name]) => !SECRET_PARTS.has(name)))

/** The least that NIST SP 800-131A and the libraries that verify tokens allow. */
const FEWEST_RSA_BITS = 2_048

const unfit = (problem: string): Error =>
  new Error(`GATEWAY_SIGNING_KEYS: ${problem}. Make one with npm run signing-key.`)

/** A key that may sign: its private part is not public and cannot be computed. */
async function usable(jwk: JWK, at: number) {
  const algorithm = algorithmOf(jwk)
  if (!jwk.d) throw unfit(`key ${at} has no private part`)
  const thumbprint = await calculateJwkThumbprint(jwk)
  const source = PUBLISHED_KEYS.get(thumbprint)
  if (source !== undefined) throw unfit(`the private part of key ${at} is published in ${source}`)
  const { bits, key } = await imported(jwk, algorithm).catch((error: unknown) => {
    throw unfit(`key ${at} is not usable, ${error instanceof Error ? error.message : 'it cannot be read'}`)
  })
  if (bits !== undefined && bits < FEWEST_RSA_BITS)
    throw unfit(`key ${at} has ${bits} bits, and an RSA key needs ${FEWEST_RSA_BITS} or more`)
  return { key, algorithm, published: { ...publicPartOf(jwk), kid: jwk.kid ?? thumbprint, alg: algorithm, use: 'sig' } }
}

/** `bits` of its modulus, if it has one. */
async function imported(jwk: JWK, algorithm: Algorithm): Promise<{ key: CryptoKey; bits: number | undefined }> {
  const { asymmetricKeyDetails } = createPublicKey({ key: publicPartOf(jwk), format: 'jwk' })
  return { key: (await importJWK(jwk, algorithm)) as CryptoKey, bits: asymmetricKeyDetails?.modulusLength }
}

/** @throws Error saying which key is unusable, and why */
export async function loadSigningKeys(jwks: JWK[]): Promise<SigningKeys> {
  if (!Array.isArray(jwks)) throw new Error('GATEWAY_SIGNING_KEYS: expected a JSON list of signing keys')
  const keys = await Promise.all(jwks.map(usable))
  const [first] = keys
  if (!first) throw unfit('expected at least one signing key')
  const { key } = first
  const published = { keys: keys.map((one) => one.published) }
  return {
    signing: { key, kid: first.published.kid, algorithm: first.algorithm },
    published,
    find: createLocalJWKSet(published),
    algorithms: [...new Set(keys.map((one) => one.algorithm))],
  }
}

/** A key pair to sign with, including the private part. Its id is its thumbprint (RFC 7638), so ids are unique. */
export async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' }
}
