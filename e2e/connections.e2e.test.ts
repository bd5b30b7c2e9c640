/** Connecting a business to accounting software elsewhere, with a real OAuth server at the other end. */
import { databaseUrl, OAuthProviderDouble, sharedStack } from '@pacioli/testing'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  newClient,
  platformToken,
  send,
  target,
  urlOf,
  type Api,
  type ErrorBody,
  type TestClient,
} from './src/index.ts'

type Parameters = Record<string, string>

let client: TestClient
let anybody: Api
let api: Api
let businessId: string

const double = (name: string): OAuthProviderDouble =>
  new OAuthProviderDouble(sharedStack().providers.oauthServerUrl, name)

beforeAll(async () => {
  client = await newClient(target(), 'connections')
  await begin()
  anybody = client.api.as(undefined)
})

/** A business that was never connected. */
async function begin(): Promise<void> {
  businessId = (await client.business()).id
  api = client.api.of(businessId)
}

// The one provider that tests of this file make misbehave.
afterEach(() => double('sandbox-books').behave({ mode: 'answer' }))

/** A person who is sent to the provider and comes back. */
async function comeBack(
  provider = 'quickbooks',
  choice: { company?: string; deny?: true } = {},
  of: Api = api,
): Promise<Parameters> {
  const { redirect_url } = (await of.call('authorizeConnection', { path: { provider } })).body.data
  const callback = await double(provider).visit(redirect_url, choice)
  expect(callback.origin + callback.pathname).toBe(`${target().baseUrl}/v1/oauth/${provider}/callback`)
  return Object.fromEntries(callback.searchParams)
}

const complete = (query: Parameters, provider = 'quickbooks') =>
  anybody.call('completeConnection', { path: { provider }, query })

/** For answers that the caller of other tests would not accept. */
async function completeAnyhow(query: Parameters, provider: string): Promise<{ status: number; error_enum: string }> {
  const operation = anybody.contract.operation('completeConnection')
  const answer = await send('GET', anybody.baseUrl + urlOf(operation, { provider }, query), {})
  anybody.contract.check(operation, answer)
  return { status: answer.status, error_enum: (JSON.parse(answer.text) as ErrorBody).error_enum }
}

const status = async (provider = 'quickbooks') =>
  (await api.call('getConnectionStatus', { path: { provider } })).body.data

describe('a business', () => {
  beforeEach(begin)

  test('is connected, seen to be, and unlinked', async () => {
    expect(await status()).toEqual({
      type: 'Quickbooks_Connection',
      provider: 'quickbooks',
      business_id: businessId,
      status: 'NOT_CONNECTED',
      is_connected: false,
      external_company_id: null,
      connected_at: null,
      unlinked_at: null,
      needs_reauthorization_since: null,
      is_syncing: false,
      last_synced_at: null,
      last_sync: null,
    })
    const parameters = await comeBack('quickbooks', { company: '4711' })
    const answer = await complete(parameters)
    expect(answer.body.data).toMatchObject({ status: 'CONNECTED', external_company_id: '4711' })
    expect(answer.body.data).toEqual(await status())
    for (const secret of [parameters['code'] ?? '', parameters['state'] ?? ''])
      expect(answer.text).not.toContain(secret)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

    const unlink = () => api.call('unlinkConnection', { path: { provider: 'quickbooks' } })
    const unlinked = (await unlink()).body.data
    expect(unlinked).toMatchObject({ status: 'UNLINKED', is_connected: false, business_id: businessId })
    expect((await unlink()).body.data).toEqual(unlinked)
    expect(await status()).toEqual(unlinked)
    const revoked = (await double('quickbooks').requests()).filter(({ endpoint }) => endpoint === 'revoke')
    expect(revoked.length).toBeGreaterThan(0)
  })

  test('is sent to the provider with a challenge, each time with another state', async () => {
    const start = () =>
      api.call('authorizeConnection', {
        path: { provider: 'quickbooks' },
        headers: { 'idempotency-key': 'the same' },
      })
    const [first, second] = [await start(), await start()]
    expect(first.body.data.type).toBe('Quickbooks_Authorization_Params')
    const query = new URL(first.body.data.redirect_url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' })
    expect(query.get('state')).not.toBe(new URL(second.body.data.redirect_url).searchParams.get('state'))
    expect(second.headers['idempotency-replayed']).toBeUndefined()
  })

  test('may be connected from a browser, with a token of its own', async () => {
    const { access_token } = (await api.call('issueBusinessToken', {})).body.data
    await complete(await comeBack('quickbooks', {}, client.api.as(access_token).of(businessId)))
    expect((await status()).status).toBe('CONNECTED')
  })

  test('names its provider in words of the provider', async () => {
    const { data } = (await api.call('authorizeConnection', { path: { provider: 'sandbox-books' } })).body
    expect(data.type).toBe('Sandbox_Books_Authorization_Params')
    expect((await status('sandbox-books')).type).toBe('Sandbox_Books_Connection')
  })

  test('that is archived is not connected, and may still be unlinked', async () => {
    const parameters = await comeBack()
    await api.call('archiveBusiness')
    const path = { provider: 'quickbooks' }
    expect((await api.call('authorizeConnection', { path })).refusal).toMatchObject({
      status: 422,
      error_enum: 'BusinessArchived',
    })
    expect((await complete(parameters)).refusal).toMatchObject({ status: 422, error_enum: 'BusinessArchived' })
    expect((await api.call('unlinkConnection', { path })).status).toBe(200)
  })
})

describe('a provider that is not configured', () => {
  test.each(['xero', 'QuickBooks', '__proto__'])('%s is unknown', async (provider) => {
    const path = { provider }
    for (const answer of [
      await api.call('authorizeConnection', { path }),
      await api.call('getConnectionStatus', { path }),
      await api.call('unlinkConnection', { path }),
      await api.call('syncConnection', { path }),
      await complete({ state: 'x', code: 'y' }, provider),
    ])
      expect(answer.refusal).toEqual({ status: 404, error_enum: 'ProviderNotFound', field: 'provider' })
  })

  test('is no other route either, and other routes are no provider', async () => {
    const other = await api.call('getEntry', { path: { entryId: 'connection-status' } })
    expect(other.refusal.error_enum).toBe('EntryNotFound')
  })
})

describe('a token', () => {
  test.each([
    ['authorizeConnection', 'books:read'],
    ['unlinkConnection', 'books:read'],
    ['syncConnection', 'books:read'],
    ['getConnectionStatus', 'configure:read'],
  ] as const)('for %s needs more than %s', async (operationId, scope) => {
    const weak = await platformToken(client.api, client.id, client.secret, scope)
    const answer = await api.as(weak).call(operationId, { path: { provider: 'quickbooks' } })
    expect(answer.refusal).toMatchObject({ status: 403, error_enum: 'InsufficientScope' })
  })
})

describe('coming back', () => {
  beforeEach(begin)

  const INVALID = { status: 400, error_enum: 'InvalidState', field: 'state' }

  test('twice is refused the second time, and the connection stays', async () => {
    const parameters = await comeBack()
    await complete(parameters)
    const before = await status()
    expect((await complete(parameters)).refusal).toEqual(INVALID)
    expect(await status()).toEqual(before)
  })

  test('at the same time is possible once', async () => {
    const parameters = await comeBack()
    const answers = await Promise.all(Array.from({ length: 3 }, () => complete(parameters)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400])
  })

  test('to another provider is refused, and the state is used up', async () => {
    const parameters = await comeBack('quickbooks')
    expect((await complete(parameters, 'sandbox-books')).refusal).toEqual(INVALID)
    expect((await complete(parameters, 'quickbooks')).refusal).toEqual(INVALID)
    expect((await status()).status).toBe('NOT_CONNECTED')
  })

  test('with the state of somebody else connects the business that it was made for, never another', async () => {
    const stranger = await newClient(target(), 'connections of a stranger')
    const theirs = stranger.api.of((await stranger.business()).id)
    const answer = await complete(await comeBack('quickbooks', {}, theirs))
    expect(answer.body.data.business_id).toBe(theirs.path['businessId'])
    expect((await status()).status).toBe('NOT_CONNECTED')
  })

  const ALTERED: [string, (state: string) => string][] = [
    ['altered', (state) => state.slice(0, -2) + (state.endsWith('AA') ? 'BB' : 'AA')],
    ['for another business', (state) => Buffer.from(businessBytes()).toString('base64url') + state.slice(22)],
    ['too short', (state) => state.slice(1)],
    ['of nobody', () => 'x'.repeat(64)],
    ['a word', () => 'state'],
  ]

  test('with a state that is not the one given out is refused, and that stays as it is', async () => {
    const parameters = await comeBack()
    for (const [what, alter] of ALTERED) {
      const altered = await complete({ ...parameters, state: alter(parameters['state'] ?? '') })
      expect([what, altered.refusal]).toEqual([what, INVALID])
    }
    expect((await status()).status).toBe('NOT_CONNECTED')
    expect((await complete(parameters)).status).toBe(200)
  })

  const businessBytes = (): Buffer =>
    Buffer.concat([Buffer.from(client.id.replaceAll('-', ''), 'hex'), Buffer.alloc(1)])

  test('after ten minutes is too late', async () => {
    const parameters = await comeBack()
    await inLedger(`UPDATE oauth_authorizations SET expires_at = now() - interval '1 second' WHERE business_id = $1`)
    expect((await complete(parameters)).refusal).toEqual(INVALID)
  })

  test('without a state or a code is no way to come back', async () => {
    const { state = '', code = '' } = await comeBack()
    const refusals = [await complete({ code }), await complete({ state }), await complete({ state: '', code })]
    expect(refusals.map(({ refusal }) => [refusal.status, refusal.error_enum, refusal.field])).toEqual([
      [400, 'InvalidQuery', 'state'],
      [400, 'InvalidQuery', 'code'],
      [400, 'InvalidQuery', 'state'],
    ])
    expect((await complete({ state, code, realmId: '1' })).status).toBe(200)
  })

  test('with a parameter twice is refused without telling it', async () => {
    const { state = '', code = '' } = await comeBack()
    const answer = await anybody.call('completeConnection', {
      path: { provider: 'quickbooks' },
      query: { state: [state, state], code: [code, code] },
    })
    expect(answer.refusal).toMatchObject({ status: 400, error_enum: 'InvalidQuery' })
    for (const secret of [state, code]) expect(answer.text).not.toContain(secret)
  })

  test('may bring parameters that only the provider knows', async () => {
    const parameters = { ...(await comeBack()), iss: 'https://elsewhere.example', session_state: 'x', id_token: 'y' }
    expect((await complete(parameters)).status).toBe(200)
  })

  test('to see whether we are there uses up nothing', async () => {
    const parameters = await comeBack()
    const query = new URLSearchParams(parameters).toString()
    const head = await send('HEAD', `${target().baseUrl}/v1/oauth/quickbooks/callback?${query}`, {})
    expect(head.status).toBeGreaterThanOrEqual(400)
    expect((await complete(parameters)).status).toBe(200)
  })

  test('having refused is told, and the state is used up', async () => {
    const parameters = await comeBack('quickbooks', { deny: true })
    const denied = await complete(parameters)
    expect(denied.refusal).toMatchObject({ status: 422, error_enum: 'AuthorizationFailed' })
    expect(denied.error.meta).toMatchObject({ provider_error: 'access_denied' })
    expect((await complete(parameters)).refusal).toEqual(INVALID)
  })

  test('without a company is refused', async () => {
    const answer = await complete(await comeBack('quickbooks', { company: 'none' }))
    expect(answer.refusal).toEqual({ status: 422, error_enum: 'AuthorizationFailed', field: 'realmId' })
  })

  test.each([
    ['fail', 503, 'ProviderUnavailable'],
    ['garbage', 503, 'ProviderUnavailable'],
    ['hang', 503, 'ProviderUnavailable'],
    ['refuse', 422, 'AuthorizationFailed'],
  ] as const)('to a provider whose token endpoint does this: %s', async (mode, httpStatus, error_enum) => {
    await double('sandbox-books').behave({ mode })
    const parameters = await comeBack('sandbox-books')
    expect(await completeAnyhow(parameters, 'sandbox-books')).toEqual({ status: httpStatus, error_enum })
    expect((await status('sandbox-books')).status).toBe('NOT_CONNECTED')
    await double('sandbox-books').behave({ mode: 'answer' })
    expect((await complete(parameters, 'sandbox-books')).refusal).toEqual(INVALID)
    expect((await complete(await comeBack('sandbox-books'), 'sandbox-books')).status).toBe(200)
  })

  test('to a provider with a return URL goes on to there, however it went', async () => {
    const { returnUrl } = sharedStack().providers
    const parameters = await comeBack('embedded-books')
    const went = await complete(parameters, 'embedded-books')
    expect([went.status, went.headers.location, went.text]).toEqual([
      302,
      `${returnUrl}&provider=embedded-books&status=connected`,
      '',
    ])
    expect((await status('embedded-books')).status).toBe('CONNECTED')
    const again = await complete(parameters, 'embedded-books')
    expect([again.status, again.headers.location]).toEqual([
      302,
      `${returnUrl}&provider=embedded-books&status=failed&error_enum=InvalidState`,
    ])
  })
})

test('importing needs a connection', async () => {
  await begin()
  const answer = await api.call('syncConnection', { path: { provider: 'quickbooks' } })
  expect(answer.refusal).toEqual({ status: 422, error_enum: 'NotConnected', field: 'provider' })
})

/** The clock of a running service cannot be moved, but what it reads can. */
async function inLedger(sql: string): Promise<void> {
  const connection = new pg.Client({ connectionString: databaseUrl(target().postgresAdminUrl, { database: 'ledger' }) })
  await connection.connect()
  await connection.query(sql, [businessId])
  await connection.end()
}
