/**
 * Calls the token and revocation endpoints of providers. Of their answers only the OAuth error code is passed on or
 * logged: they hold tokens.
 */
import * as oauth from 'oauth4webapi'
import { isLoopback, type Provider } from './provider.ts'
import { readBounded } from '@pacioli/service'

export type OAuthClientOptions = {
  /** How callers reach the gateway: providers redirect people there. */
  publicUrl: string
  /** How long one answer of a provider may take, its body included. */
  timeoutMs: number
  /** Receives why a provider could not be used. */
  onFailure?: (failure: { provider: string; endpoint: Endpoint; reason: string }) => void
}

type Endpoint = 'token' | 'revocation'

/** What a token endpoint has answered. */
export type IssuedTokens = {
  accessToken: string
  refreshToken?: string | undefined
  expiresInSeconds?: number | undefined
  scope?: string | undefined
}

/** The provider answered with a refusal. */
export class RefusedByProvider extends Error {
  /** Such as `invalid_grant`. */
  readonly code: string

  constructor(code: string) {
    super(`it refuses with ${code}`)
    this.name = 'RefusedByProvider'
    this.code = code
  }
}

/** The provider cannot be reached, fails, or does not speak OAuth. */
export class ProviderFailed extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ProviderFailed'
  }
}

/** More than any token response has; longer ones are refused. */
const MAX_ANSWER_BYTES = 64 * 1024

/** RFC 6749 allows more in an error code; this excludes sentences. */
const ERROR_CODE = /^[\w.-]{1,64}$/

/** An OAuth error code that is safe to pass on. */
export const errorCodeOf = (code: string): string => (ERROR_CODE.test(code) ? code : 'an error it has no code for')

export class OAuthClient {
  readonly timeoutMs: number
  readonly #publicUrl: string
  readonly #onFailure: NonNullable<OAuthClientOptions['onFailure']>

  constructor({ publicUrl, timeoutMs, onFailure = () => undefined }: OAuthClientOptions) {
    this.timeoutMs = timeoutMs
    this.#publicUrl = publicUrl.replace(/\/+$/, '')
    this.#onFailure = onFailure
  }

  /** One per provider, so that no provider can pass off its answer as that of another. */
  redirectUri(provider: Provider): string {
    return `${this.#publicUrl}/v1/oauth/${provider.name}/callback`
  }

  /** Where a person agrees to the connection. */
  async authorizationUrl(provider: Provider, state: string, verifier: string): Promise<string> {
    const url = new URL(provider.authorizeUrl)
    const parameters = {
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: this.redirectUri(provider),
      scope: provider.scopes.join(' '),
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  }

  /** @throws RefusedByProvider, ProviderFailed */
  exchange(provider: Provider, code: string, verifier: string): Promise<IssuedTokens> {
    return this.#request(provider, 'token', async ({ server, client, authentication, options }) => {
      // The state was checked against the stored one; here it is about the code.
      const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.expectNoState)
      const redirectUri = this.redirectUri(provider)
      return issuedBy(
        await oauth.processAuthorizationCodeResponse(
          server,
          client,
          await oauth.authorizationCodeGrantRequest(
            server,
            client,
            authentication,
            parameters,
            redirectUri,
            verifier,
            options,
          ),
        ),
      )
    })
  }

  /** @throws RefusedByProvider, ProviderFailed */
  refresh(provider: Provider, refreshToken: string): Promise<IssuedTokens> {
    return this.#request(provider, 'token', async ({ server, client, authentication, options }) =>
      issuedBy(
        await oauth.processRefreshTokenResponse(
          server,
          client,
          await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, options),
        ),
      ),
    )
  }

  /** Revokes a token, if the provider has an endpoint for that. @throws RefusedByProvider, ProviderFailed */
  async revoke(provider: Provider, token: string): Promise<void> {
    if (provider.revocationUrl === undefined) return
    await this.#request(provider, 'revocation', async ({ server, client, authentication, options }) =>
      oauth.processRevocationResponse(await oauth.revocationRequest(server, client, authentication, token, options)),
    )
  }

  async #request<Result>(
    provider: Provider,
    endpoint: Endpoint,
    act: (exchange: Exchange) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await act(exchangeWith(provider, endpoint, this.timeoutMs))
    } catch (error) {
      const failure = failureOf(error, this.timeoutMs)
      // An invalid grant concerns the person who gave it; all else concerns the operator.
      if (failure instanceof ProviderFailed || failure.code !== 'invalid_grant')
        this.#onFailure({ provider: provider.name, endpoint, reason: failure.message })
      throw failure
    }
  }
}

type Exchange = {
  server: oauth.AuthorizationServer
  client: oauth.Client
  authentication: oauth.ClientAuth
  options: oauth.TokenEndpointRequestOptions
}

function exchangeWith(provider: Provider, endpoint: Endpoint, timeoutMs: number): Exchange {
  const { clientId, clientSecret, clientAuthentication, tokenUrl, revocationUrl } = provider
  const endpointUrl = endpoint === 'token' ? tokenUrl : (revocationUrl ?? tokenUrl)
  return {
    server: {
      issuer: new URL(tokenUrl).origin,
      token_endpoint: tokenUrl,
      ...(revocationUrl === undefined ? {} : { revocation_endpoint: revocationUrl }),
    },
    client: { client_id: clientId },
    authentication:
      clientAuthentication === 'client_secret_basic'
        ? oauth.ClientSecretBasic(clientSecret)
        : oauth.ClientSecretPost(clientSecret),
    options: {
      signal: AbortSignal.timeout(timeoutMs),
      [oauth.allowInsecureRequests]: isLoopback(new URL(endpointUrl)),
      [oauth.customFetch]: fetchBounded,
    },
  }
}

/**
 * Reads an answer of limited length. Drops an ID token in it: it is not needed, and verifying it would need keys of the
 * provider.
 */
async function fetchBounded(
  url: string,
  request: oauth.CustomFetchOptions<'POST', URLSearchParams>,
): Promise<Response> {
  const response = await fetch(url, request)
  const headers = new Headers()
  for (const name of ['content-type', 'www-authenticate']) {
    const value = response.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const answer = await readBounded(response, MAX_ANSWER_BYTES)
  if (answer === undefined) throw new ProviderFailed(`its answer is longer than ${MAX_ANSWER_BYTES} bytes`)
  const text = withoutIdToken(answer)
  return new Response(text === '' ? null : text, { status: response.status, headers })
}

function withoutIdToken(text: string): string {
  if (!text.includes('"id_token"')) return text
  try {
    const { id_token: _idToken, ...answer } = JSON.parse(text) as Record<string, unknown>
    return JSON.stringify(answer)
  } catch {
    return text
  }
}

const issuedBy = (answer: oauth.TokenEndpointResponse): IssuedTokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token,
  expiresInSeconds: answer.expires_in,
  scope: answer.scope,
})

/** In our own words: causes and answers may hold secrets. */
function failureOf(error: unknown, timeoutMs: number): RefusedByProvider | ProviderFailed {
  if (error instanceof ProviderFailed) return error
  if (error instanceof oauth.ResponseBodyError) return new RefusedByProvider(errorCodeOf(error.error))
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return error.status === 401
      ? new RefusedByProvider('invalid_client') // RFC 6749, 5.2
      : new ProviderFailed(`it answered ${error.status} with a challenge`)
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return new ProviderFailed(`its answer is none: ${error.message}`)
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new ProviderFailed(`it did not answer within ${timeoutMs} ms`)
  return new ProviderFailed(`it cannot be reached: ${codeOf(error)}`)
}

function codeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string }
  return typeof cause?.code === 'string' ? cause.code : (name ?? 'unknown')
}
