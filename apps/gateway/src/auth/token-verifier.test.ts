import { DomainError } from '@pacioli/errors'
import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'
import { createHmac, createPublicKey, generateKeyPairSync, randomUUID, type JsonWebKey } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSigningKeys, type SigningKeys } from './signing-keys.ts'
import { issuedAt, tokenIssuer } from './token-issuer.ts'
import { TokenVerifier, type TrustedIssuer } from './token-verifier.ts'

const issuer = 'https://books.example'
const audience = 'pacioli'
const clientId = randomUUID()

let jwk: JWK
let keys: SigningKeys
let key: CryptoKey

const trusted = (of: SigningKeys, generation: () => unknown = () => 1): TrustedIssuer => ({
  ...of,
  issuer,
  audience,
  cacheMs: Infinity,
  generation,
})

const verifier = (): TokenVerifier => new TokenVerifier([trusted(keys)])

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { extractable: true })
  jwk = { ...(await exportJWK(pair.privateKey)), kid: 'k1' }
  keys = await loadSigningKeys([jwk])
  key = (await importJWK(jwk, 'EdDSA')) as CryptoKey
})

const now = (): number => Math.floor(Date.now() / 1000)
const claims = (): JWTPayload => ({
  iss: issuer,
  aud: audience,
  client_id: clientId,
  scope: 'books:read',
  iat: now(),
  exp: now() + 600,
})

const signed = (payload: JWTPayload, header: object = {}, by: CryptoKey = key): Promise<string> =>
  new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', kid: 'k1', ...header }).sign(by)

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

async function refusalOf(token: string, by = verifier()): Promise<string> {
  try {
    await by.verify(token)
  } catch (error) {
    if (error instanceof DomainError) return error.errorEnum
    throw error
  }
  return 'accepted'
}

test('a token of the issuer identifies the caller', async () => {
  const business = randomUUID()
  const token = await tokenIssuer(
    keys,
    issuer,
    audience,
  )({
    clientId,
    scopes: ['books:read', 'books:write'],
    businessId: business,
    lifetimeSeconds: 60,
    notBefore: 0,
  })
  expect(await verifier().verify(token)).toMatchObject({
    clientId,
    businessId: business,
    scopes: ['books:read', 'books:write'],
  })
})

describe('refused as invalid', () => {
  test('a token without signature', async () => {
    expect(await refusalOf(`${encode({ alg: 'none' })}.${encode(claims())}.`)).toBe('InvalidToken')
    expect(await refusalOf(`${encode({ alg: 'None', kid: 'k1' })}.${encode(claims())}.`)).toBe('InvalidToken')
  })

  test('a token signed by HMAC with the public key as its secret', async () => {
    const publicKey = createPublicKey({ key: keys.published.keys[0] as JsonWebKey, format: 'jwk' })
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
    for (const secret of [JSON.stringify(keys.published.keys[0]), keys.published.keys[0]?.x ?? '', pem]) {
      const head = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode(claims())}`
      const signature = createHmac('sha256', secret).update(head).digest('base64url')
      expect(await refusalOf(`${head}.${signature}`)).toBe('InvalidToken')
    }
  })

  test('a token of another audience or issuer, or of none', async () => {
    expect(await refusalOf(await signed({ ...claims(), aud: 'another' }))).toBe('InvalidToken')
    expect(await refusalOf(await signed({ ...claims(), iss: 'https://evil.example' }))).toBe('InvalidToken')
    const { aud: _aud, ...noAudience } = claims()
    const { iss: _iss, ...noIssuer } = claims()
    expect(await refusalOf(await signed(noAudience))).toBe('InvalidToken')
    expect(await refusalOf(await signed(noIssuer))).toBe('InvalidToken')
  })

  test('a token that never expires, or does not say when it was issued', async () => {
    const { exp: _exp, ...immortal } = claims()
    const { iat: _iat, ...ageless } = claims()
    expect(await refusalOf(await signed(immortal))).toBe('InvalidToken')
    expect(await refusalOf(await signed(ageless))).toBe('InvalidToken')
  })

  test('a token by a foreign key, under our kid, an unknown one, a path or a query', async () => {
    const foreign = await generateKeyPair('EdDSA')
    for (const kid of ['k1', 'k2', '../../dev/null', "' OR 1=1 --", '']) {
      expect(await refusalOf(await signed(claims(), { kid }, foreign.privateKey))).toBe('InvalidToken')
    }
  })

  test('a token that brings its own key, or says where to fetch it', async () => {
    const foreign = await generateKeyPair('EdDSA', { extractable: true })
    const own = await exportJWK(foreign.publicKey)
    expect(await refusalOf(await signed(claims(), { jwk: own }, foreign.privateKey))).toBe('InvalidToken')
    const jku = 'http://127.0.0.1:1/jwks.json'
    expect(await refusalOf(await signed(claims(), { jku, x5u: jku }, foreign.privateKey))).toBe('InvalidToken')
  })

  test('a token with an algorithm that none of the keys has', async () => {
    const rsa = await generateKeyPair('PS256')
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: 'PS256', kid: 'k1' }).sign(rsa.privateKey)
    expect(await refusalOf(token)).toBe('InvalidToken')
  })

  test('a token with a critical header that no one here understands', async () => {
    const head = `${encode({ alg: 'EdDSA', kid: 'k1', crit: ['exotic'], exotic: 1 })}.${encode(claims())}`
    expect(await refusalOf(`${head}.AAAA`)).toBe('InvalidToken')
  })

  test('a token whose client or business is no id', async () => {
    expect(await refusalOf(await signed({ ...claims(), client_id: 'x' }))).toBe('InvalidToken')
    expect(await refusalOf(await signed({ ...claims(), client_id: 1 }))).toBe('InvalidToken')
    expect(await refusalOf(await signed({ ...claims(), business_id: '*' }))).toBe('InvalidToken')
  })

  test.each(['', 'x', 'a.b', 'a.b.c', '....', 'ü.ü.ü', 'A'.repeat(9_000)])('what is no token: %s', async (token) => {
    expect(await refusalOf(token)).toBe('InvalidToken')
  })
})

test('an expired token is refused as expired', async () => {
  expect(await refusalOf(await signed({ ...claims(), iat: now() - 900, exp: now() - 60 }))).toBe('ExpiredToken')
})

describe('the cache of verified tokens', () => {
  test('knows a token by all of it: other claims under the same signature are another token', async () => {
    const one = verifier()
    const token = await signed(claims())
    await one.verify(token)
    const [head, , signature] = token.split('.')
    const forged = `${head}.${encode({ ...claims(), scope: 'configure:write' })}.${signature}`
    expect(await refusalOf(forged, one)).toBe('InvalidToken')
  })

  test('never outlives the token', async () => {
    let clock = Date.now()
    const hits: boolean[] = []
    const one = new TokenVerifier(
      [trusted(keys)],
      (hit) => hits.push(hit),
      () => clock,
    )
    const token = await signed({ ...claims(), exp: now() + 60 })
    await one.verify(token)
    await one.verify(token)
    clock += 61_000 + 5_000
    expect(await refusalOf(token, one)).toBe('ExpiredToken')
    expect(hits).toEqual([false, true, false])
  })

  test('is emptied when the keys are rotated', async () => {
    const hits: boolean[] = []
    let generation = 1
    const one = new TokenVerifier([trusted(keys, () => generation)], (hit) => hits.push(hit))
    const [first, second] = [await signed(claims()), await signed({ ...claims(), scope: 'books:write' })]
    await one.verify(first)
    generation = 2
    await one.verify(second)
    await one.verify(first)
    expect(hits).toEqual([false, false, false])
  })
})

describe('keys', () => {
  test('the first signs and the others still verify', async () => {
    const next = await generateKeyPair('ES256', { extractable: true })
    const both = await loadSigningKeys([await exportJWK(next.privateKey), jwk])
    const one = new TokenVerifier([trusted(both)])
    expect(await refusalOf(await signed(claims()), one)).toBe('accepted')
    const request = { clientId, scopes: [], lifetimeSeconds: 60, notBefore: 0 }
    expect(await refusalOf(await tokenIssuer(both, issuer, audience)(request), one)).toBe('accepted')
    expect(both.signing.algorithm).toBe('ES256')
  })

  test('are published without their private parts', () => {
    expect(JSON.stringify(keys.published)).not.toContain(String(jwk.d))
    expect(keys.published.keys[0]).toMatchObject({ kid: 'k1', alg: 'EdDSA', use: 'sig', kty: 'OKP' })
    expect(keys.published.keys[0]).not.toHaveProperty('d')
  })

  test('of other kinds, or public ones, are refused at the start', async () => {
    await expect(loadSigningKeys([])).rejects.toThrow('at least one')
    await expect(loadSigningKeys([{ kty: 'oct', k: 'AAAA' }])).rejects.toThrow('Ed25519, P-256 or RSA')
    await expect(loadSigningKeys([keys.published.keys[0] as JWK])).rejects.toThrow('no private part')
  })

  test('of RSA have 2,048 bits at least, wherever they stand in the list', async () => {
    const rsa = (bits: number): JWK =>
      generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ format: 'jwk' })
    expect((await loadSigningKeys([rsa(2_048)])).signing.algorithm).toBe('RS256')
    await expect(loadSigningKeys([jwk, rsa(2_047)])).rejects.toThrow(
      'GATEWAY_SIGNING_KEYS: key 1 has 2047 bits, and an RSA key needs 2048 or more. Make one with npm run signing-key.',
    )
  })

  test('that are published to be copied from sign nothing', async () => {
    const ofRfc8037 = {
      kty: 'OKP',
      crv: 'Ed25519',
      d: Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex').toString('base64url'),
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    }
    await expect(loadSigningKeys([jwk, { ...ofRfc8037, kid: 'ours' }])).rejects.toThrow(
      'GATEWAY_SIGNING_KEYS: the private part of key 1 is published in RFC 8037',
    )
  })

  test('that are broken are refused although another one signs', async () => {
    await expect(loadSigningKeys([jwk, { ...jwk, d: 'AAAA' }])).rejects.toThrow(
      'GATEWAY_SIGNING_KEYS: key 1 is not usable',
    )
  })
})

describe('the time of issue', () => {
  test('is the second that runs', () => {
    expect(issuedAt(10_900, 0)).toBe(10)
    expect(issuedAt(10_900, 9_999)).toBe(10)
  })

  test('is rounded up in the second of a revocation, so that a new token is not taken for an old one', () => {
    expect(issuedAt(10_900, 10_300)).toBe(11)
    expect(issuedAt(11_000, 10_300)).toBe(11)
  })
})
