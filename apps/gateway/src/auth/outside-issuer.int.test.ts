import { DomainError } from '@pacioli/errors'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outsideIssuer, TokenVerifier } from './token-verifier.ts'

const issuer = 'https://login.example'
let published: JWK[] = []
let server: Server
let url: URL

beforeAll(async () => {
  server = createServer((_request, response) => response.end(JSON.stringify({ keys: published })))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`)
})

afterAll(() => server.close())

async function publishedKey(kid: string): Promise<CryptoKey> {
  const pair = await generateKeyPair('RS256')
  published = [{ ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256' }]
  return pair.privateKey
}

const now = (): number => Math.floor(Date.now() / 1000)

const token = (key: CryptoKey, kid: string): Promise<string> =>
  new SignJWT({ client_id: randomUUID(), scope: 'books:read unknown:scope' })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(issuer)
    .setAudience('books')
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(key)

const outcome = (verifier: TokenVerifier, given: string): Promise<string> =>
  verifier.verify(given).then(
    ({ scopes }) => scopes.join(),
    (error: unknown) => (error instanceof DomainError ? error.errorEnum : String(error)),
  )

test('tokens of an outside issuer are verified by the keys that it publishes, and by none that it withdrew', async () => {
  const key = await publishedKey('a')
  let clock = Date.now()
  const hits: boolean[] = []
  const verifier = new TokenVerifier(
    [outsideIssuer(issuer, 'books', url)],
    (hit) => hits.push(hit),
    () => clock,
  )
  const given = await token(key, 'a')
  expect(await outcome(verifier, given)).toBe('books:read')
  expect(await outcome(verifier, given)).toBe('books:read')
  expect(hits).toEqual([false, true])

  // A minute later a remembered token counts for nothing any more: it is verified again.
  clock += 60_001
  await outcome(verifier, given)
  expect(hits).toEqual([false, true, false])

  await publishedKey('b')
  const fresh = new TokenVerifier([outsideIssuer(issuer, 'books', url)])
  expect(await outcome(fresh, given)).toBe('InvalidToken')
})

test('an outside issuer’s RSA key under 2,048 bits verifies nothing, and its other keys still do', async () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1_024 })
  const good = await publishedKey('good')
  published.push({ ...(short.publicKey.export({ format: 'jwk' }) as JWK), kid: 'short', alg: 'RS256' })
  const claims = { client_id: randomUUID(), iss: issuer, aud: 'books', iat: now(), exp: now() + 600 }
  const signed = [{ alg: 'RS256', kid: 'short' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const forged = `${signed}.${sign('sha256', Buffer.from(signed), short.privateKey).toString('base64url')}`
  const verifier = new TokenVerifier([outsideIssuer(issuer, 'books', url)])
  expect([await outcome(verifier, forged), await outcome(verifier, await token(good, 'good'))]).toEqual([
    'InvalidToken',
    'books:read',
  ])
})

describe('an issuer whose keys cannot be read admits no token, and that is an outage, not a wrong token:', () => {
  const broken = (response: ServerResponse, path: string | undefined) => {
    if (path === '/hangs') return
    if (path === '/cut-off') response.write('{"keys":')
    if (path === '/cut-off') return void setImmediate(() => response.destroy())
    response.statusCode = path === '/no-json' ? 200 : 503
    response.end(path === '/no-keys' ? '{}' : 'Sorry')
  }

  test.each(['/unavailable', '/no-json', '/no-keys', '/cut-off', '/hangs'])('%s', async (path) => {
    const away = createServer((request, response) => broken(response, request.url))
    away.listen(0, '127.0.0.1')
    await once(away, 'listening')
    const at = new URL(path, `http://127.0.0.1:${(away.address() as AddressInfo).port}`)
    const verifier = new TokenVerifier([outsideIssuer(issuer, 'books', at, 200)])
    expect(await outcome(verifier, await token(await publishedKey('a'), 'a'))).toBe('ServiceUnavailable')
    away.closeAllConnections()
    away.close()
  })

  test('nothing listens', async () => {
    const verifier = new TokenVerifier([outsideIssuer(issuer, 'books', new URL('http://127.0.0.1:1/jwks.json'))])
    expect(await outcome(verifier, await token(await publishedKey('a'), 'a'))).toBe('ServiceUnavailable')
  })
})
