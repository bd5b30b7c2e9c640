/** Who may call, and with what. */
import type { webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@pacioli/testing'
import { base64url, createLocalJWKSet, generateKeyPair, importJWK, jwtVerify, SignJWT, type JWK } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { clientsTool, newClient, platformToken, target, type Books, type TestClient } from './src/index.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let client: TestClient
let books: Books

beforeAll(async () => {
  client = await newClient(target(), 'auth')
  books = await client.books()
})

const basic = (id: string, secret: string): Record<string, string> => ({
  ...FORM,
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

const tokenAnswer = (form: Record<string, string>, headers: Record<string, string> = FORM) =>
  client.api.as(undefined).call('issueToken', { rawBody: new URLSearchParams(form).toString(), headers })

describe('the token endpoint', () => {
  const grant = { grant_type: 'client_credentials' }

  test('takes the credentials by HTTP Basic, in a form and in JSON', async () => {
    const credentials = { ...grant, client_id: client.id, client_secret: client.secret }
    const byBasic = await tokenAnswer(grant, basic(client.id, client.secret))
    const byForm = await tokenAnswer(credentials)
    const byJson = await client.api.as(undefined).call('issueToken', { body: credentials })
    for (const { body, headers } of [byBasic, byForm, byJson]) {
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
      expect(headers['cache-control']).toBe('no-store')
      const { status } = await client.api.as(body.access_token).call('listBusinesses')
      expect(status).toBe(200)
    }
  })

  test('refuses a wrong secret, an unknown client and no client with the same words', async () => {
    const stranger = '00000000-0000-4000-8000-000000000000'
    const answers = await Promise.all([
      tokenAnswer({ ...grant, client_id: client.id, client_secret: 'wrong' }),
      tokenAnswer({ ...grant, client_id: stranger, client_secret: client.secret }),
      tokenAnswer({ ...grant, client_id: "'; DROP TABLE clients", client_secret: client.secret }),
      tokenAnswer(grant),
      tokenAnswer(grant, basic(client.id, 'wrong')),
    ])
    for (const { error, status, headers } of answers) {
      expect(status).toBe(401)
      expect(error).toMatchObject({ error_enum: 'InvalidClient', error: 'invalid_client' })
      expect(headers['www-authenticate']).toContain('Basic')
    }
    expect(new Set(answers.map(({ error }) => error.description)).size).toBe(1)
  })

  test('speaks RFC 6749 about another grant type and an unknown scope', async () => {
    const credentials = { client_id: client.id, client_secret: client.secret }
    const password = await tokenAnswer({ grant_type: 'password', ...credentials })
    expect([password.status, password.error]).toMatchObject([400, { error: 'unsupported_grant_type' }])
    const scope = await tokenAnswer({ ...grant, ...credentials, scope: 'books:read everything' })
    expect([scope.status, scope.error]).toMatchObject([400, { error: 'invalid_scope' }])
  })

  test('a token reads its claims as documented, and the published keys verify it', async () => {
    const { keys } = (await client.api.as(undefined).call('getJsonWebKeySet')).body
    for (const key of keys) expect(key).not.toHaveProperty('d')
    const { payload, protectedHeader } = await jwtVerify(client.api.token ?? '', createLocalJWKSet({ keys: keys }), {
      issuer: target().baseUrl,
      audience: 'pacioli',
    })
    expect(protectedHeader.alg).toBe('EdDSA')
    expect(payload).toMatchObject({
      client_id: client.id,
      scope: 'books:read books:write configure:read configure:write',
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
  })
})

describe('scopes', () => {
  test('a reading token reads and does not write', async () => {
    const reader = client.api.as(await platformToken(client.api, client.id, client.secret, 'books:read')).of(books.id)
    expect((await reader.call('getBusiness')).status).toBe(200)
    const refused = await reader.call('archiveBusiness')
    expect(refused.refusal).toMatchObject({ status: 403, error_enum: 'InsufficientScope' })
    expect(refused.headers['www-authenticate']).toContain('books:write')
    expect((await books.api.call('getBusiness')).body.data.archived_at).toBeNull()
  })

  test('a writing token does not read', async () => {
    const writer = client.api.as(await platformToken(client.api, client.id, client.secret, 'books:write'))
    expect((await writer.call('listBusinesses')).refusal).toMatchObject({
      status: 403,
      error_enum: 'InsufficientScope',
    })
  })
})

describe('a token for one business', () => {
  const mint = async (body?: unknown) => (await books.api.call('issueBusinessToken', { body })).body.data

  test('lives for an hour unless asked otherwise, between a minute and a day', async () => {
    expect(await mint()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    for (const session_duration of [60, 86_400])
      expect(await mint({ session_duration })).toMatchObject({ expires_in: session_duration })
    for (const session_duration of [59, 86_401, 60.5, '60'])
      expect((await books.api.call('issueBusinessToken', { body: { session_duration } })).refusal).toEqual({
        status: 400,
        error_enum: 'InvalidPayload',
        field: 'session_duration',
      })
  })

  test('reaches its business and answers for any other as for one that does not exist', async () => {
    const [other, { access_token }] = [await client.business(), await mint()]
    const browser = client.api.as(access_token)
    expect((await browser.of(books.id).call('getBusiness')).body.data.id).toBe(books.id)
    const refused = await browser.of(other.id).call('getBusiness')
    expect(refused.refusal).toMatchObject({ status: 404, error_enum: 'BusinessNotFound' })
  })

  test('cannot list or create businesses, nor mint tokens', async () => {
    const browser = client.api.as((await mint()).access_token).of(books.id)
    for (const call of [
      browser.call('listBusinesses'),
      browser.call('createBusiness', { body: { legal_name: 'x' } }),
      browser.call('issueBusinessToken'),
    ])
      expect((await call).refusal).toMatchObject({ status: 403, error_enum: 'InsufficientScope' })
  })

  test('has no scope that the token it came from lacks, and never one to configure', async () => {
    const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims((await mint()).access_token)).toMatchObject({
      scope: 'books:read books:write',
      business_id: books.id,
    })
    const writer = client.api.as(
      await platformToken(client.api, client.id, client.secret, 'books:write configure:write'),
    )
    const narrow = (await writer.of(books.id).call('issueBusinessToken')).body.data.access_token
    expect(claims(narrow).scope).toBe('books:write')
  })
})

describe('forged tokens', () => {
  const signingKey = (): JWK => JSON.parse(readFileSync(join(target().stateDir, 'secrets.json'), 'utf8')).signingKey
  const claims = () => ({ client_id: client.id, scope: 'books:read books:write' })

  /** A token as the gateway makes them, with something changed. */
  const signed = async (change: (jwt: SignJWT) => SignJWT, key?: webcrypto.CryptoKey | Uint8Array, alg = 'EdDSA') =>
    change(
      new SignJWT(claims()).setIssuer(target().baseUrl).setAudience('pacioli').setIssuedAt().setExpirationTime('1h'),
    )
      .setProtectedHeader({ alg, kid: signingKey().kid ?? '', typ: 'JWT' })
      .sign(key ?? (await importJWK(signingKey(), 'EdDSA')))

  const refusalOf = async (token: string) => (await client.api.as(token).call('listBusinesses')).refusal

  test('the unchanged one is accepted', async () => {
    expect((await client.api.as(await signed((jwt) => jwt)).call('listBusinesses')).status).toBe(200)
  })

  test('of another audience, of another issuer, without an expiry or out of date they are refused', async () => {
    const invalid = { status: 401, error_enum: 'InvalidToken' }
    expect(await refusalOf(await signed((jwt) => jwt.setAudience('elsewhere')))).toMatchObject(invalid)
    expect(await refusalOf(await signed((jwt) => jwt.setIssuer('https://elsewhere.example')))).toMatchObject(invalid)
    const endless = new SignJWT(claims()).setIssuer(target().baseUrl).setAudience('pacioli').setIssuedAt()
    expect(await refusalOf(await signed(() => endless))).toMatchObject(invalid)
    const old = await signed((jwt) => jwt.setIssuedAt('2 hours ago').setExpirationTime('1 hour ago'))
    expect(await refusalOf(old)).toMatchObject({ status: 401, error_enum: 'ExpiredToken' })
  })

  test('signed with another key, with none or with the published key as a secret they are refused', async () => {
    const invalid = { status: 401, error_enum: 'InvalidToken' }
    const { privateKey } = await generateKeyPair('EdDSA')
    expect(await refusalOf(await signed((jwt) => jwt, privateKey))).toMatchObject(invalid)
    const publicBytes = base64url.decode(String(signingKey().x))
    expect(await refusalOf(await signed((jwt) => jwt, publicBytes, 'HS256'))).toMatchObject(invalid)
    const payload = (client.api.token ?? '').split('.')[1] ?? ''
    const none = base64url.encode(JSON.stringify({ alg: 'none', typ: 'JWT' }))
    expect(await refusalOf(`${none}.${payload}.`)).toMatchObject(invalid)
  })

  test('other claims under the signature of a token that was just accepted are refused', async () => {
    const [header, payload = '', signature] = (client.api.token ?? '').split('.')
    await client.api.call('listBusinesses')
    const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), exp: 4_000_000_000 }
    const forged = [header, base64url.encode(JSON.stringify(changed)), signature].join('.')
    expect(await refusalOf(forged)).toMatchObject({ status: 401, error_enum: 'InvalidToken' })
  })

  test('no token, or something that is none, is refused before anything is read', async () => {
    const unknown = client.api.as(undefined)
    expect((await unknown.call('listBusinesses')).refusal).toMatchObject({ status: 401, error_enum: 'MissingToken' })
    const created = await unknown.call('createBusiness', { rawBody: '{' })
    expect(created.refusal).toMatchObject({ status: 401, error_enum: 'MissingToken' })
    expect(await refusalOf('nonsense')).toMatchObject({ status: 401, error_enum: 'InvalidToken' })
  })
})

test('revoking the tokens of a client ends those in use at once, and new ones work', async () => {
  const revoked = await newClient(target(), 'revoked')
  const business = await revoked.books()
  const { access_token } = (await business.api.call('issueBusinessToken')).body.data
  expect((await business.api.as(access_token).call('getBusiness')).status).toBe(200)
  await clientsTool(target(), 'revoke-tokens', revoked.id)
  for (const token of [revoked.api.token, access_token]) {
    const refused = await waitFor(
      'a revoked token to be refused',
      async () => {
        const answer = await business.api.as(token).call('getBusiness')
        return answer.status === 401 && answer
      },
      { timeoutMs: 2_000 },
    )
    expect(refused.error.error_enum).toBe('ExpiredToken')
  }
  const fresh = revoked.api.as(await platformToken(revoked.api, revoked.id, revoked.secret))
  expect((await fresh.call('listBusinesses')).status).toBe(200)
})
