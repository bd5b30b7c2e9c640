import { randomBytes, randomUUID } from 'node:crypto'
import { waitFor } from '@pacioli/dev-stack'
import type { OAuthBehaviour, OAuthRequest, OAuthServer } from './oauth-server.ts'

/** Starts the OAuth server of accounting providers. Its modules are loaded only then. */
export async function startOAuthServer(): Promise<OAuthServer> {
  const { serveProviders } = await import('./oauth-server.ts')
  return serveProviders()
}

/** The providers of the end-to-end tests' stack. */
export type SharedProviders = { oauthServerUrl: string; quickbooksUrl: string; returnUrl: string }

/** How long that stack waits for an answer of a provider. */
const PROVIDER_TIMEOUT_MS = 1_500

/**
 * The providers configured in the ledger of the end-to-end tests: `quickbooks`, `sandbox-books` and `moody-books`, each
 * of which one test file makes misbehave, and `embedded-books`, which redirects people to a page of the platform.
 */
export async function configureProviders({
  oauthServerUrl,
  quickbooksUrl,
  returnUrl,
}: SharedProviders): Promise<Record<string, string>> {
  const providers = await Promise.all(
    [
      { name: 'quickbooks', api_url: quickbooksUrl },
      { name: 'moody-books', display_name: 'Moody Books', api_url: quickbooksUrl },
      { name: 'sandbox-books', display_name: 'Sandbox Books', client_authentication: 'client_secret_post' },
      { name: 'embedded-books', display_name: 'Embedded Books', return_url: returnUrl },
    ].map(async (settings) => {
      const double = new OAuthProviderDouble(oauthServerUrl, settings.name)
      const clientSecret = randomBytes(24).toString('base64url')
      await double.behave({ clientSecret })
      return double.settings({ ...settings, client_secret: clientSecret })
    }),
  )
  return {
    ACCOUNTING_PROVIDERS: JSON.stringify(providers),
    ACCOUNTING_PROVIDER_TIMEOUT_MS: String(PROVIDER_TIMEOUT_MS),
  }
}

/** One provider of an OAuth server. */
export class OAuthProviderDouble {
  readonly url: string

  constructor(serverUrl: string, name: string = randomUUID()) {
    this.url = `${serverUrl}/${name}`
  }

  /** Its entry in ACCOUNTING_PROVIDERS. */
  settings(more: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      connector: 'quickbooks',
      authorize_url: `${this.url}/authorize`,
      token_url: `${this.url}/token`,
      revocation_url: `${this.url}/revoke`,
      api_url: `${this.url}/api`,
      client_id: 'pacioli',
      client_secret: 'provider-secret',
      ...more,
    }
  }

  async behave(behaviour: Partial<OAuthBehaviour>): Promise<void> {
    await fetch(`${this.url}/behaviour`, { method: 'PUT', body: JSON.stringify(behaviour) })
  }

  /** Resolves when a request waits at the token endpoint, which `holds`; later ones are answered immediately. */
  async whenHeld(): Promise<void> {
    await waitFor('a request to be held', async () => (await (await fetch(`${this.url}/held`)).text()) !== '0')
    await this.behave({ holds: false })
  }

  /** Answers the waiting requests. */
  async letGo(): Promise<void> {
    await fetch(`${this.url}/let-go`, { method: 'PUT' })
  }

  async requests(): Promise<OAuthRequest[]> {
    return (await (await fetch(`${this.url}/requests`)).json()) as OAuthRequest[]
  }

  /**
   * A person sent to the provider, who agrees or not.
   * @returns the address that the provider redirects to
   */
  async visit(redirectUrl: string, choice: { company?: string; deny?: true } = {}): Promise<URL> {
    const url = new URL(redirectUrl)
    for (const [name, value] of Object.entries(choice)) url.searchParams.set(name, String(value))
    const { headers } = await fetch(url, { redirect: 'manual' })
    return new URL(headers.get('location') ?? '')
  }
}
