import type { DomainError } from '@pacioli/errors'
import { OAuthProviderDouble, startOAuthServer, testDirectory, waitFor } from '@pacioli/testing'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { archiveBusiness } from '../businesses/update-business.ts'
import type { Ledger } from '../ledger.ts'
import { openTestBusiness, replicaOf, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { Vault } from '../vault/vault.ts'
import type { EntryRequest } from '../write-request.ts'
import { LIFETIME_MS, MAX_OPEN, stateOf } from './authorization.ts'
import { completeAuthorization, type Outcome } from './complete-authorization.ts'
import { statusOf } from './connection.ts'
import { deleteTokens, loadConnection, lockConnection } from './connection.store.ts'
import { OAuthClient } from './oauth-client.ts'
import { accessTo } from './provider-access.ts'
import { parseProviders } from './provider-settings.ts'
import { startAuthorization } from './start-authorization.ts'
import { unlink } from './unlink.ts'

let server: Awaited<ReturnType<typeof startOAuthServer>>
let ledger: TestLedger
let books: OAuthProviderDouble
let tenant: EntryRequest

const TIMEOUT_MS = 1_000

beforeAll(async () => {
  server = await startOAuthServer(testDirectory('oauth'))
  ledger = await startTestLedger({ providerTimeoutMs: TIMEOUT_MS })
})
afterAll(async () => {
  await ledger.stop()
  await server.stop()
})

/** Each test has providers of its own: one that authenticates by header, one by form, one with a return URL. */
beforeEach(async () => {
  books = new OAuthProviderDouble(server.url)
  tenant = await openTestBusiness(ledger)
  const providers = parseProviders(
    JSON.stringify([
      books.settings(),
      books.settings({ name: 'by-form', client_authentication: 'client_secret_post' }),
      books.settings({ name: 'returning', return_url: 'https://platform.example/done?a=1' }),
      books.settings({ name: 'forgetful', revocation_url: null }),
    ]),
  )
  ledger.providers = new Map(providers.map((provider) => [provider.name, provider]))
})

const HOUR_MS = 3_600_000
/** The same ledger at another time. */
const later = (ms: number): Ledger => ({ ...ledger, now: () => new Date(Date.now() + ms) })

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (error: DomainError) => error.errorEnum ?? String(error),
  )

/** A person who starts at us, agrees at the provider, and is sent back: the parameters that they come with. */
async function comeBack(
  choice: { company?: string; deny?: true } = {},
  { provider = 'quickbooks', of = tenant }: { provider?: string; of?: EntryRequest } = {},
): Promise<Record<string, string>> {
  const { redirect_url } = await startAuthorization(ledger, of, provider)
  return Object.fromEntries((await books.visit(redirect_url ?? '', choice)).searchParams)
}

const complete = (parameters: Record<string, string>, provider = 'quickbooks', at: Ledger = ledger): Promise<Outcome> =>
  completeAuthorization(at, { provider, state: parameters['state'] ?? '', parameters })

const connect = async (provider = 'quickbooks', company?: string): Promise<Outcome> =>
  complete(await comeBack(company === undefined ? {} : { company }, { provider }), provider)

/** Somebody has come back, and the provider takes its time to exchange the code. @returns how that ends */
async function exchanging(): Promise<() => Promise<string>> {
  const parameters = await comeBack()
  await books.behave({ delayMs: 400 })
  const outcome = refusal(complete(parameters))
  await waitFor('the state to be used', async () => {
    const rows = await ledger.db.transact(tenant, (tx) =>
      tx.rows('SELECT FROM oauth_authorizations WHERE business_id = $1', [tenant.businessId]),
    )
    return rows.length === 0
  })
  return () => outcome
}

const connectionOf = (of = tenant, provider = 'quickbooks') =>
  ledger.db.transact(of, (tx) => loadConnection(tx, of.businessId, provider))

const status = async (provider = 'quickbooks') => statusOf(await connectionOf(tenant, provider))

const tokenRows = (of = tenant) =>
  ledger.db.transact(of, (tx) =>
    tx.rows<{ ciphertext: Buffer; wrapped_key: Buffer }>('SELECT * FROM provider_tokens WHERE business_id = $1', [
      of.businessId,
    ]),
  )

const asked = async (grantType: string) => (await books.requests()).filter((request) => request.grantType === grantType)

const token = async (at: Ledger = ledger, of = tenant) => (await accessTo(at, of, 'quickbooks')).accessToken()

describe('connecting', () => {
  test('ends with a connection and tokens that only the vault can read', async () => {
    const { completed } = await connect('quickbooks', '123')
    expect(completed?.connection).toMatchObject({ externalCompanyId: '123', businessId: tenant.businessId })
    expect(await status()).toBe('CONNECTED')
    const access = await accessTo(ledger, tenant, 'quickbooks')
    const accessToken = await access.accessToken()
    expect([access.companyId, accessToken.split('.').length]).toEqual(['123', 3])
    const stored = JSON.stringify(await tokenRows())
    for (const encoding of ['utf8', 'hex', 'base64'] as const)
      expect(stored).not.toContain(Buffer.from(accessToken).toString(encoding))
  })

  test('sends the person off with a challenge, and proves it with a verifier that nobody saw', async () => {
    const { redirect_url } = await startAuthorization(ledger, tenant, 'quickbooks')
    const query = new URL(redirect_url ?? '').searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      client_id: 'pacioli',
      scope: 'com.intuit.quickbooks.accounting',
      code_challenge_method: 'S256',
      redirect_uri: 'http://127.0.0.1:8080/v1/oauth/quickbooks/callback',
    })
    await complete(Object.fromEntries((await books.visit(redirect_url ?? '')).searchParams))
    const [request] = await asked('authorization_code')
    const verifier = request?.form['code_verifier'] ?? ''
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(query.get('code_challenge'))
    expect(redirect_url).not.toContain(verifier)
  })

  test('with a verifier that does not fit is refused by the provider', async () => {
    const { code } = await comeBack()
    const form = { grant_type: 'authorization_code', code: code ?? '', code_verifier: 'x'.repeat(43) }
    const { status: answered } = await fetch(`${books.url}/token`, { method: 'POST', body: new URLSearchParams(form) })
    expect(answered).toBe(400)
  })

  test.each([
    ['quickbooks', 'Basic'],
    ['by-form', 'form'],
  ])('shows %s who we are by %s', async (provider, how) => {
    await connect(provider)
    expect((await asked('authorization_code')).map(({ authentication }) => authentication)).toEqual([how])
  })

  test('again puts the new company in the place of the old one', async () => {
    const first = await connect('quickbooks', '1')
    const old = await token()
    const second = await connect('quickbooks', '2')
    expect(second.completed?.connection.id).toBe(first.completed?.connection.id)
    expect((await connectionOf())?.externalCompanyId).toBe('2')
    expect(await token()).not.toBe(old)
    expect(await tokenRows()).toHaveLength(1)
  })

  test('is possible with two providers at once', async () => {
    await connect('quickbooks', '1')
    await connect('by-form', '2')
    expect([await status('quickbooks'), await status('by-form'), await status('returning')]).toEqual([
      'CONNECTED',
      'CONNECTED',
      'NOT_CONNECTED',
    ])
  })

  test('tells who has a return URL there how it went', async () => {
    const went = await connect('returning')
    expect(went.returnUrl).toBe('https://platform.example/done?a=1&provider=returning&status=connected')
    const denied = await complete(await comeBack({ deny: true }, { provider: 'returning' }), 'returning')
    expect(denied).toEqual({
      returnUrl: 'https://platform.example/done?a=1&provider=returning&status=failed&error_enum=AuthorizationFailed',
    })
  })
})

describe('a state', () => {
  test('is good once, also for five who come at the same time', async () => {
    const parameters = await comeBack()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => refusal(complete(parameters))))
    expect(outcomes.sort()).toEqual([...Array<string>(4).fill('InvalidState'), 'no refusal'])
    expect(await refusal(complete(parameters))).toBe('InvalidState')
    expect(await asked('authorization_code')).toHaveLength(1)
  })

  test('is good for ten minutes', async () => {
    const [intime, late] = [await comeBack(), await comeBack()]
    expect(await refusal(complete(late, 'quickbooks', later(LIFETIME_MS)))).toBe('InvalidState')
    expect(await refusal(complete(intime, 'quickbooks', later(LIFETIME_MS - 5_000)))).toBe('no refusal')
  })

  test('of one provider is none of another, and is used up by trying', async () => {
    const parameters = await comeBack()
    expect(await refusal(complete(parameters, 'by-form'))).toBe('InvalidState')
    expect(await refusal(complete(parameters))).toBe('InvalidState')
    expect(await asked('authorization_code')).toEqual([])
  })

  test('leads to the business that it was made for, whoever comes with it', async () => {
    const other = await openTestBusiness(ledger)
    const parameters = await comeBack({}, { of: other })
    await complete(parameters)
    expect([await status(), statusOf(await connectionOf(other))]).toEqual(['NOT_CONNECTED', 'CONNECTED'])
  })

  test.each([
    ['of another business', async (state: string) => moved(state, (await openTestBusiness(ledger)).businessId)],
    [
      'of another business of the client',
      async (state: string) => moved(state, (await openTestBusiness(ledger, { clientId: tenant.clientId })).businessId),
    ],
    ['altered', async (state: string) => state.slice(0, -1) + (state.endsWith('A') ? 'B' : 'A')],
    ['nobody has made', async () => stateOf(tenant.businessId, randomBytes(32))],
    ['too long', async (state: string) => `${state}A`],
    ['empty', async () => ''],
    ['no text', async () => '\0'],
  ])('%s is unknown', async (_what, alter) => {
    const parameters = await comeBack()
    const altered = { ...parameters, state: await alter(parameters['state'] ?? '') }
    expect(await refusal(complete(altered))).toBe('InvalidState')
    expect(await asked('authorization_code')).toEqual([])
    expect(await refusal(complete(parameters))).toBe('no refusal')
  })

  test('without a code is not used up; with an error it is', async () => {
    const { state = '' } = await comeBack()
    expect(await refusal(complete({ state }))).toBe('InvalidQuery')
    expect(await refusal(complete({ state, error: 'access_denied' }))).toBe('AuthorizationFailed')
    expect(await refusal(complete({ state, error: 'access_denied' }))).toBe('InvalidState')
  })

  test('is one of ten that a business has open: the eleventh puts out the oldest', async () => {
    const oldest = await comeBack()
    const others: Record<string, string>[] = []
    for (let count = 0; count < MAX_OPEN; count++) others.push(await comeBack())
    expect(await refusal(complete(oldest))).toBe('InvalidState')
    expect(await refusal(complete(others[0] ?? {}))).toBe('no refusal')
  })

  test('is not kept, nor is its verifier, in words', async () => {
    const { state = '' } = await comeBack()
    const rows = await ledger.db.transact(tenant, (tx) => tx.rows('SELECT t::text FROM oauth_authorizations t'))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(state)
  })

  test('of a business that is archived while the code is exchanged leads nowhere', async () => {
    const completing = await exchanging()
    await archiveBusiness(ledger, tenant)
    expect([await completing(), await status(), await tokenRows()]).toEqual(['BusinessArchived', 'NOT_CONNECTED', []])
  })

  test('of an archived business leads nowhere, and none is made for one', async () => {
    const parameters = await comeBack()
    await archiveBusiness(ledger, tenant)
    expect(await refusal(complete(parameters))).toBe('BusinessArchived')
    expect(await refusal(startAuthorization(ledger, tenant, 'quickbooks'))).toBe('BusinessArchived')
    expect(await asked('authorization_code')).toEqual([])
  })

  function moved(state: string, businessId: string): string {
    return stateOf(businessId, Buffer.from(state, 'base64url').subarray(16))
  }
})

describe('a provider that does not play along', () => {
  test.each([
    ['fail', 'ProviderUnavailable'],
    ['garbage', 'ProviderUnavailable'],
    ['no-token', 'ProviderUnavailable'],
    ['flood', 'ProviderUnavailable'],
    ['hang', 'ProviderUnavailable'],
    ['refuse', 'AuthorizationFailed'],
  ] as const)('%s: nothing is stored, and the state is used', async (mode, expected) => {
    await books.behave({ mode })
    const parameters = await comeBack()
    const started = performance.now()
    expect(await refusal(complete(parameters))).toBe(expected)
    expect(performance.now() - started).toBeLessThan(TIMEOUT_MS + 2_000)
    expect([await status(), await tokenRows()]).toEqual(['NOT_CONNECTED', []])
    expect(await refusal(complete(parameters))).toBe('InvalidState')
  })

  test('where nobody listens is unavailable', async () => {
    const provider = ledger.providers.get('quickbooks')
    if (!provider) throw new Error('no provider')
    const gone = { ...ledger, providers: new Map([['quickbooks', { ...provider, tokenUrl: 'http://127.0.0.1:1/t' }]]) }
    expect(await refusal(complete(await comeBack(), 'quickbooks', gone))).toBe('ProviderUnavailable')
  })

  test('tells its error code and nothing else of what it says', async () => {
    await books.behave({ clientSecret: 'another secret' })
    const error = (await complete(await comeBack()).catch((thrown: unknown) => thrown)) as DomainError
    expect(error.problems[0].meta).toEqual({ provider_error: 'invalid_client' })
    await books.behave({ mode: 'refuse', refusal: 'Call +1 555 now', clientSecret: 'provider-secret' })
    const odd = (await complete(await comeBack()).catch((thrown: unknown) => thrown)) as DomainError
    expect(odd.message).not.toContain('555')
    expect(error.message + odd.message).not.toContain('In words')
  })

  test('of which no company is told is refused before its code is used', async () => {
    expect(await refusal(complete(await comeBack({ company: 'none' })))).toBe('AuthorizationFailed')
    expect(await refusal(complete(await comeBack({ company: '../../admin' })))).toBe('AuthorizationFailed')
    expect(await asked('authorization_code')).toEqual([])
  })

  test('is told of to the operator without a word that it said', async () => {
    const told: object[] = []
    const oauth = new OAuthClient({
      publicUrl: 'http://127.0.0.1:8080',
      timeoutMs: TIMEOUT_MS,
      onFailure: (failure) => told.push(failure),
    })
    for (const mode of ['fail', 'garbage', 'no-token', 'flood', 'hang', 'refuse'] as const) {
      await books.behave({ mode })
      await refusal(complete(await comeBack(), 'quickbooks', { ...ledger, oauth }))
    }
    // A refused grant is a matter of the person.
    expect(told).toHaveLength(5)
    expect(JSON.stringify(told)).not.toMatch(/fire|half of a|aaaa|In words/)
  })
})

describe('access', () => {
  test('needs a connection, of this very tenant', async () => {
    expect(await refusal(token())).toBe('NotConnected')
    await connect()
    const stranger = await openTestBusiness(ledger)
    expect(await refusal(token(ledger, stranger))).toBe('NotConnected')
    expect(await refusal(token(ledger, { ...tenant, clientId: stranger.clientId }))).toBe('NotConnected')
    expect(await refusal(accessTo(ledger, tenant, 'nobody'))).toBe('ProviderNotFound')
  })

  test('gives the same token until a minute before it expires', async () => {
    await connect()
    const first = await token()
    expect(await token(later(HOUR_MS - 65_000))).toBe(first)
    expect(await asked('refresh_token')).toEqual([])
    expect(await token(later(HOUR_MS - 55_000))).not.toBe(first)
    expect(await asked('refresh_token')).toHaveLength(1)
  })

  test('asks once for twenty who want it at the same time from two replicas', async () => {
    await connect()
    await books.behave({ delayMs: 300 })
    const replicas = [later(HOUR_MS), { ...replicaOf(ledger), now: later(HOUR_MS).now }]
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => token(replicas[index % 2])))
    expect(new Set(tokens).size).toBe(1)
    expect(await asked('refresh_token')).toHaveLength(1)
  })

  test('goes on with the new refresh token, and with the old one where none is given', async () => {
    await connect()
    for (const round of [1, 2, 3]) await token(later(round * HOUR_MS))
    await books.behave({ rotates: false })
    for (const round of [4, 5]) await token(later(round * HOUR_MS))
    const used = (await asked('refresh_token')).map(({ form }) => form['refresh_token'])
    expect([used.length, new Set(used).size]).toEqual([5, 4])
    expect(await status()).toBe('CONNECTED')
  })

  test('gives another token for a rejected one, once for all who had it', async () => {
    await connect()
    const access = await accessTo(ledger, tenant, 'quickbooks')
    const rejected = await access.accessToken()
    const tokens = await Promise.all([access.refresh(rejected), access.refresh(rejected), access.refresh(rejected)])
    expect([new Set(tokens).size, tokens.includes(rejected)]).toEqual([1, false])
    expect(await access.refresh(rejected)).toBe(tokens[0])
    expect(await asked('refresh_token')).toHaveLength(1)
  })

  test('is over when the provider takes the tokens no more, until a person authorizes again', async () => {
    await connect()
    await books.behave({ mode: 'refuse' })
    expect(await refusal(token(later(HOUR_MS)))).toBe('ReauthorizationRequired')
    expect(await status()).toBe('NEEDS_REAUTHORIZATION')
    await books.behave({ mode: 'answer' })
    expect(await refusal(token())).toBe('ReauthorizationRequired')
    expect(await asked('refresh_token')).toHaveLength(1)
    await connect()
    expect([await status(), await refusal(token())]).toEqual(['CONNECTED', 'no refusal'])
  })

  test.each(['fail', 'garbage', 'hang'] as const)(
    '%s loses nothing, and all who wait share the failure',
    async (mode) => {
      await connect()
      await books.behave({ mode, delayMs: mode === 'hang' ? 0 : 200 })
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => refusal(token(later(HOUR_MS)))))
      expect(new Set(outcomes)).toEqual(new Set(['ProviderUnavailable']))
      expect((await books.requests()).filter(({ authentication }) => authentication === 'unread')).toHaveLength(1)
      expect(await status()).toBe('CONNECTED')
      await books.behave({ mode: 'answer', delayMs: 0 })
      expect(await refusal(token(later(HOUR_MS)))).toBe('no refusal')
    },
  )

  test('does not wait for ever for somebody who has died', async () => {
    await connect()
    const died = new Date(Date.now() + HOUR_MS + 5_000)
    await ledger.db.transact(tenant, (tx) =>
      tx.rows('UPDATE provider_tokens SET refresher = $2, refresher_until = $3 WHERE business_id = $1', [
        tenant.businessId,
        ledger.newId(),
        died,
      ]),
    )
    let clock = later(HOUR_MS).now()
    let looked = 0
    const now = () => {
      looked += 1
      return clock
    }
    const waiting = token({ ...ledger, now })
    await waitFor('somebody who waits to have looked a few times', () => looked > 6)
    expect(await asked('refresh_token')).toEqual([])
    clock = new Date(died.getTime() + 1)
    expect((await waiting).split('.')).toHaveLength(3)
  })

  test('is void when the connection is unlinked while tokens are renewed', async () => {
    await connect()
    await books.behave({ delayMs: 500 })
    const renewing = refusal(token(later(HOUR_MS)))
    await renewalHasBegun()
    await unlink(ledger, tenant, 'quickbooks')
    expect(await renewing).toBe('NotConnected')
    expect([await status(), await tokenRows()]).toEqual(['UNLINKED', []])
  })

  test('is that of the new authorization when one comes while tokens are renewed', async () => {
    await connect('quickbooks', '7')
    const parameters = await comeBack({ company: '7' })
    await books.behave({ delayMs: 500 })
    const renewing = token(later(HOUR_MS))
    await renewalHasBegun()
    await books.behave({ delayMs: 0, expiresIn: 7_200 })
    await complete(parameters)
    const now = await token()
    expect(await renewing).toBe(now)
    expect(await token(later(HOUR_MS))).toBe(now)
  })

  test('does not go over to another company', async () => {
    await connect('quickbooks', '1')
    const access = await accessTo(ledger, tenant, 'quickbooks')
    await access.accessToken()
    await connect('quickbooks', '2')
    expect(await refusal(access.accessToken())).toBe('NotConnected')
  })

  const renewalHasBegun = () =>
    waitFor('somebody to renew the tokens', async () => {
      const [row] = await ledger.db.transact(tenant, (tx) =>
        tx.rows<{ refresher: string | null }>('SELECT refresher FROM provider_tokens WHERE business_id = $1', [
          tenant.businessId,
        ]),
      )
      return row?.refresher !== null
    })
})

describe('unlinking', () => {
  test('gives the grant back and forgets the tokens; twice changes nothing', async () => {
    await connect()
    const first = await unlink(ledger, tenant, 'quickbooks')
    expect(first).toMatchObject({ status: 'UNLINKED', is_connected: false })
    expect(await unlink(ledger, tenant, 'quickbooks')).toEqual(first)
    expect([await tokenRows(), await refusal(token())]).toEqual([[], 'NotConnected'])
    const revoked = (await books.requests()).filter(({ endpoint }) => endpoint === 'revoke')
    expect(revoked).toHaveLength(1)
  })

  test('what was never connected is not a mistake', async () => {
    expect(await unlink(ledger, tenant, 'quickbooks')).toMatchObject({ status: 'NOT_CONNECTED' })
  })

  test.each(['fail', 'hang'] as const)('works while the provider does not: %s', async (mode) => {
    await connect()
    await books.behave({ mode })
    expect(await unlink(ledger, tenant, 'quickbooks')).toMatchObject({ status: 'UNLINKED' })
  })

  test('works where a provider takes nothing back, and of an archived business', async () => {
    await connect('forgetful')
    await archiveBusiness(ledger, tenant)
    expect(await unlink(ledger, tenant, 'forgetful')).toMatchObject({ status: 'UNLINKED' })
    expect((await books.requests()).filter(({ endpoint }) => endpoint === 'revoke')).toEqual([])
  })

  test('ends authorizations that are under way', async () => {
    const parameters = await comeBack()
    await unlink(ledger, tenant, 'quickbooks')
    expect(await refusal(complete(parameters))).toBe('InvalidState')
  })

  test('ends an authorization whose code is being exchanged, and gives back what comes of it', async () => {
    await connect()
    await unlink(ledger, tenant, 'quickbooks')
    await connect()
    const completing = await exchanging()
    await unlink(ledger, tenant, 'quickbooks')
    expect([await completing(), await status(), await tokenRows()]).toEqual(['InvalidState', 'UNLINKED', []])
    const revoked = (await books.requests()).filter(({ endpoint }) => endpoint === 'revoke')
    expect(revoked).toHaveLength(3)
  })

  test('is no obstacle to connecting again', async () => {
    await connect()
    await unlink(ledger, tenant, 'quickbooks')
    expect(await refusal(complete(await comeBack()))).toBe('no refusal')
    expect(await status()).toBe('CONNECTED')
  })

  test('works when the master key of the tokens is lost', async () => {
    await connect()
    const bereft = { ...ledger, vault: new Vault([{ id: 'another', key: Buffer.alloc(32, 1) }]) }
    expect(await unlink(bereft, tenant, 'quickbooks')).toMatchObject({ status: 'UNLINKED' })
    expect(await tokenRows()).toEqual([])
  })

  test('takes the locks in the order that a renewal takes them', async () => {
    await connect()
    const renewing = await ledger.db.transact(tenant, async (tx) => {
      const connection = await lockConnection(tx, tenant.businessId, 'quickbooks')
      if (!connection) throw new Error('There is no connection.')
      const waiting = refusal(token(later(HOUR_MS)))
      await waitFor('the renewal to wait for the lock', async () => {
        const waits = await ledger.db.call(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        return waits.length > 0
      })
      await deleteTokens(tx, connection)
      return { waiting }
    })
    expect(await renewing.waiting).toBe('NotConnected')
  })

  test('while others renew and reconnect leaves everything whole', async () => {
    await connect()
    for (let round = 0; round < 5; round++) {
      const parameters = await comeBack()
      const outcomes = await Promise.all([
        refusal(token(later((round + 1) * HOUR_MS))),
        refusal(complete(parameters)),
        refusal(unlink(ledger, tenant, 'quickbooks')),
        refusal(token(later((round + 1) * HOUR_MS))),
      ])
      for (const outcome of outcomes) expect(['no refusal', 'NotConnected', 'InvalidState']).toContain(outcome)
      const rows = await tokenRows()
      expect([rows.length, await status()]).toEqual(rows.length === 1 ? [1, 'CONNECTED'] : [0, 'UNLINKED'])
      await connect()
    }
  })

  test('and connecting again makes tokens of before worthless to a renewal that still runs', async () => {
    await connect('quickbooks', '5')
    await books.behave({ delayMs: 500 })
    const renewing = token(later(HOUR_MS))
    await waitFor('the lease', async () => {
      const rows = await ledger.db.transact(tenant, (tx) =>
        tx.rows('SELECT FROM provider_tokens WHERE refresher IS NOT NULL AND business_id = $1', [tenant.businessId]),
      )
      return rows.length > 0
    })
    await books.behave({ delayMs: 0, expiresIn: 86_400 })
    await unlink(ledger, tenant, 'quickbooks')
    await connect('quickbooks', '5')
    const now = await token()
    expect(await renewing).toBe(now)
  })
})

test("the operators' role sees whose secrets there are and cannot read them", async () => {
  await connect()
  await comeBack()
  for (const table of ['provider_tokens', 'oauth_authorizations']) {
    const rows = await ledger.relayDb.call(`SELECT business_id, id, client_id, wrapped_key FROM ${table}`)
    expect(rows.length).toBeGreaterThan(0)
    await expect(ledger.relayDb.call(`SELECT ciphertext FROM ${table}`)).rejects.toThrow()
    await expect(ledger.relayDb.call(`DELETE FROM ${table}`)).rejects.toThrow()
  }
})
