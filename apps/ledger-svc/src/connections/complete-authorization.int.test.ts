import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  requestsWith,
  books,
  callbackParameters,
  complete,
  connect,
  connectionOf,
  ledger,
  status,
  tenant,
  token,
  tokenRows,
  useProviders,
} from './connections.test-helpers.ts'
import { accessTo } from './provider-access.ts'
import { startAuthorization } from './start-authorization.ts'

useProviders()

describe('connecting', () => {
  test('ends with a connection and tokens that only the vault can read', async () => {
    const { completed } = await connect('quickbooks', '123')
    expect(completed?.connection).toMatchObject({ externalCompanyId: '123', businessId: tenant.businessId })
    expect(await status()).toBe('CONNECTED')
    const access = await accessTo(ledger, tenant, 'quickbooks')
    const accessToken = await access.accessToken()
    expect([access.externalCompanyId, accessToken.split('.').length]).toEqual(['123', 3])
    const stored = JSON.stringify(await tokenRows())
    for (const encoding of ['utf8', 'hex', 'base64'] as const)
      expect(stored).not.toContain(Buffer.from(accessToken).toString(encoding))
  })

  test('redirects the person with a challenge, and proves it with a verifier that was never shown', async () => {
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
    const [request] = await requestsWith('authorization_code')
    const verifier = request?.form['code_verifier'] ?? ''
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(query.get('code_challenge'))
    expect(redirect_url).not.toContain(verifier)
  })

  test('with a verifier that does not fit is refused by the provider', async () => {
    const { code } = await callbackParameters()
    const form = { grant_type: 'authorization_code', code: code ?? '', code_verifier: 'x'.repeat(43) }
    const { status: answered } = await fetch(`${books.url}/token`, { method: 'POST', body: new URLSearchParams(form) })
    expect(answered).toBe(400)
  })

  test.each([
    ['quickbooks', 'Basic'],
    ['by-form', 'form'],
  ])('shows %s who we are by %s', async (provider, how) => {
    await connect(provider)
    expect((await requestsWith('authorization_code')).map(({ authentication }) => authentication)).toEqual([how])
  })

  test('again replaces the old company by the new one', async () => {
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

  test('reports the outcome to the return URL, if there is one', async () => {
    const went = await connect('returning')
    expect(went.returnUrl).toBe('https://platform.example/done?a=1&provider=returning&status=connected')
    const denied = await complete(await callbackParameters({ deny: true }, { provider: 'returning' }), 'returning')
    expect(denied).toEqual({
      returnUrl: 'https://platform.example/done?a=1&provider=returning&status=failed&error_enum=AuthorizationFailed',
    })
  })
})

test("the operators' role sees the owners of secrets and cannot read them", async () => {
  await connect()
  await callbackParameters()
  for (const table of ['provider_tokens', 'oauth_authorizations']) {
    const rows = await ledger.relayDb.call(`SELECT business_id, id, client_id, wrapped_key FROM ${table}`)
    expect(rows.length).toBeGreaterThan(0)
    await expect(ledger.relayDb.call(`SELECT ciphertext FROM ${table}`)).rejects.toThrow()
    await expect(ledger.relayDb.call(`DELETE FROM ${table}`)).rejects.toThrow()
  }
})
