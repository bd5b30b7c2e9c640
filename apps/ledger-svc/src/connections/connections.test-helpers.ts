/** What tests of connections share: a ledger, a provider that behaves as they say, and a business for each test. */
import type { DomainError } from '@pacioli/errors'
import { OAuthProviderDouble, startOAuthServer } from '@pacioli/testing'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import type { Ledger } from '../ledger.ts'
import { completeAuthorization, type Outcome } from './complete-authorization.ts'
import { loadConnection } from './connection.store.ts'
import { statusOf } from './connection.ts'
import { accessTo } from './provider-access.ts'
import { OAuthClient } from '../providers/oauth-client.ts'
import { parseProviders } from '../providers/provider-settings.ts'
import { startAuthorization } from './start-authorization.ts'

let server: Awaited<ReturnType<typeof startOAuthServer>>
export let ledger: TestLedger
export let books: OAuthProviderDouble
export let tenant: BusinessWrite

export const TIMEOUT_MS = 1_000

/** Sets up the variables of these helpers, for every test of the file. */
export function useProviders(): void {
  beforeAll(async () => {
    server = await startOAuthServer()
    ledger = await startTestLedger({ providerTimeoutMs: TIMEOUT_MS })
  })

  afterAll(async () => {
    await ledger.stop()
    await server.stop()
  })

  // Each test has providers of its own: one that authenticates by header, one by form, one with a return URL.
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
}

export const HOUR_MS = 3_600_000

/** The same ledger, which soon gives up on a provider that hangs. */
export const withShortTimeout = (at: Ledger = ledger): Ledger => ({
  ...at,
  oauth: new OAuthClient({ publicUrl: 'http://127.0.0.1:8080', timeoutMs: 20 }),
})

/** The same ledger at another time. */
export const later = (ms: number): Ledger => ({ ...ledger, now: () => new Date(Date.now() + ms) })

export const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (error: DomainError) => error.errorEnum ?? String(error),
  )

/** The parameters of the callback, after a person has started here and agreed at the provider. */
export async function callbackParameters(
  choice: { company?: string; deny?: true } = {},
  { provider = 'quickbooks', of = tenant }: { provider?: string; of?: BusinessWrite } = {},
): Promise<Record<string, string>> {
  const { redirect_url } = await startAuthorization(ledger, of, provider)
  return Object.fromEntries((await books.visit(redirect_url ?? '', choice)).searchParams)
}

export const complete = (
  parameters: Record<string, string>,
  provider = 'quickbooks',
  at: Ledger = ledger,
): Promise<Outcome> => completeAuthorization(at, { provider, state: parameters['state'] ?? '', parameters })

export const connect = async (provider = 'quickbooks', company?: string): Promise<Outcome> =>
  complete(await callbackParameters(company === undefined ? {} : { company }, { provider }), provider)

/** A callback whose code the provider does not exchange yet. @returns lets the exchange go on, and its outcome */
export async function exchanging(): Promise<() => Promise<string>> {
  const parameters = await callbackParameters()
  await books.behave({ holds: true })
  const outcome = refusal(complete(parameters))
  await books.whenHeld()
  return async () => {
    await books.letGo()
    return outcome
  }
}

export const connectionOf = (of = tenant, provider = 'quickbooks') =>
  ledger.db.transact(of, (tx) => loadConnection(tx, of.businessId, provider))

export const status = async (provider = 'quickbooks') => statusOf(await connectionOf(tenant, provider))

export const tokenRows = (of = tenant) =>
  ledger.db.transact(of, (tx) =>
    tx.rows<{ ciphertext: Buffer; wrapped_key: Buffer }>('SELECT * FROM provider_tokens WHERE business_id = $1', [
      of.businessId,
    ]),
  )

export const requestsWith = async (grantType: string) =>
  (await books.requests()).filter((request) => request.grantType === grantType)

export const token = async (at: Ledger = ledger, of = tenant) => (await accessTo(at, of, 'quickbooks')).accessToken()
