/**
 * The OAuth 2.0 server of accounting providers, for tests: oauth2-mock-server, with what that leaves out: clients are
 * authenticated, codes and refresh tokens are valid once, and it can be made to fail. The first segment of a path names a
 * provider, which comes to be when it is first used, so that tests do not meet each other:
 *
 *   GET  /{provider}/authorize   a person who agrees; `company` says for which company, `deny` that they do not
 *   POST /{provider}/token
 *   POST /{provider}/revoke
 *   PUT  /{provider}/behaviour   changes how it behaves from now on
 *   GET  /{provider}/held        how many requests wait at its token endpoint
 *   PUT  /{provider}/let-go      answers the waiting requests
 *   GET  /{provider}/requests    the requests to its token and revocation endpoints
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OAuth2Server, type MutableRedirectUri, type MutableResponse, type MutableToken } from 'oauth2-mock-server'
import { knownSecret } from './secret-search/records.ts'

/** How a provider behaves. */
export type OAuthBehaviour = {
  clientId: string
  clientSecret: string
  /** What the token endpoint does. */
  mode: 'answer' | 'fail' | 'hang' | 'garbage' | 'no-token' | 'refuse' | 'flood'
  /** With which code it refuses. */
  refusal: string
  /** Seconds for which access tokens are good. */
  expiresIn: number
  /** Whether new requests to the token endpoint wait until all are released. */
  holds: boolean
  /** Whether every answer has a new refresh token that replaces the one before. */
  rotates: boolean
}

type Form = Record<string, string>

/** A request to the token or revocation endpoint of a provider. */
export type OAuthRequest = {
  endpoint: 'token' | 'revoke'
  grantType?: string
  authentication: string
  form: Form
}

class OAuthProvider {
  readonly behaviour: OAuthBehaviour = {
    clientId: 'pacioli',
    clientSecret: 'provider-secret',
    mode: 'answer',
    refusal: 'invalid_grant',
    expiresIn: 3_600,
    holds: false,
    rotates: true,
  }
  readonly asked: OAuthRequest[] = []
  /** Requests waiting to be released. */
  readonly held: (() => void)[] = []
  readonly #server = new OAuth2Server()
  /** Where each unused code was sent. */
  readonly #codes = new Map<string, string>()
  readonly #refreshTokens = new Set<string>()

  static async at(url: string): Promise<OAuthProvider> {
    const provider = new OAuthProvider()
    const { issuer, service } = provider.#server
    issuer.url = url
    await issuer.keys.generate('ES256')
    service.on('beforeTokenSigning', (token: MutableToken) => (token.payload['jti'] = randomUUID()))
    service.on('beforeAuthorizeRedirect', (redirect: MutableRedirectUri, request: IncomingMessage) =>
      provider.#redirect(redirect, new URL(request.url ?? '/', issuer.url)),
    )
    service.on('beforeResponse', (response: MutableResponse, request: IncomingMessage & { body: Form }) =>
      provider.#answer(response, request),
    )
    return provider
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    this.#server.service.requestHandler(request, response)
  }

  #redirect({ url }: MutableRedirectUri, asked: URL): void {
    const code = url.searchParams.get('code') ?? ''
    if (asked.searchParams.has('deny')) {
      url.searchParams.delete('code')
      url.searchParams.set('error', 'access_denied')
      return
    }
    this.#codes.set(knownSecret(code, 'an authorization code'), asked.searchParams.get('redirect_uri') ?? '')
    const company = asked.searchParams.get('company')
    if (company !== 'none') url.searchParams.set('realmId', company ?? '4620816365000001')
  }

  #answer(response: MutableResponse, request: IncomingMessage & { body: Form }): void {
    const refusal = this.#refusalOf(request)
    if (refusal !== undefined) {
      response.statusCode = refusal === 'invalid_client' ? 401 : 400
      response.body = { error: refusal, error_description: 'In words that nobody should repeat.' }
      return
    }
    const body = response.body as Record<string, unknown>
    knownSecret(String(body['access_token']), 'an access token')
    const refreshToken = String(body['refresh_token'])
    body['expires_in'] = this.behaviour.expiresIn
    const { grant_type, refresh_token: used = '' } = request.body
    if (grant_type === 'refresh_token' && !this.behaviour.rotates) {
      delete body['refresh_token']
      return
    }
    this.#refreshTokens.delete(used)
    this.#refreshTokens.add(knownSecret(refreshToken, 'a refresh token'))
  }

  #refusalOf({ headers, body: form }: IncomingMessage & { body: Form }): string | undefined {
    const authentication = headers.authorization?.split(' ')[0] ?? 'form'
    this.note({ endpoint: 'token', grantType: form['grant_type'] ?? '', authentication, form })
    if (!this.knows(headers.authorization, form)) return 'invalid_client'
    if (this.behaviour.mode === 'refuse') return this.behaviour.refusal
    if (form['grant_type'] === 'refresh_token')
      return this.#refreshTokens.has(form['refresh_token'] ?? '') ? undefined : 'invalid_grant'
    // The verifier itself has been compared already: where there is one.
    const redirectUri = this.#codes.get(form['code'] ?? '')
    this.#codes.delete(form['code'] ?? '')
    const isGood = redirectUri !== undefined && redirectUri === form['redirect_uri'] && form['code_verifier']
    return isGood ? undefined : 'invalid_grant'
  }

  note(asked: OAuthRequest): void {
    if (asked.form['code_verifier']) knownSecret(asked.form['code_verifier'], 'a PKCE verifier')
    this.asked.push(asked)
  }

  knows(authorization: string | undefined, form: Form): boolean {
    const { clientId, clientSecret } = this.behaviour
    if (authorization === undefined) return form['client_id'] === clientId && form['client_secret'] === clientSecret
    const [id = '', secret = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
    return decodeURIComponent(id) === clientId && decodeURIComponent(secret) === clientSecret
  }

  revoke(authorization: string | undefined, form: Form): number {
    this.note({ endpoint: 'revoke', authentication: authorization?.split(' ')[0] ?? 'form', form })
    if (!this.knows(authorization, form)) return 401
    this.#refreshTokens.delete(form['token'] ?? '')
    return this.behaviour.mode === 'fail' ? 500 : 200
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

function send(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}

const misbehaviour: Partial<Record<OAuthBehaviour['mode'], (response: ServerResponse) => void>> = {
  hang: () => undefined,
  fail: (response) => send(response, 500, 'Everything is on fire.', 'text/plain'),
  garbage: (response) => send(response, 200, '{"access_token": "half of a'),
  'no-token': (response) => send(response, 200, '{"token_type":"bearer","expires_in":3600}'),
  flood: (response) => send(response, 200, `{"token_type":"bearer","access_token":"${'a'.repeat(10_000_000)}"}`),
}

async function handle(provider: OAuthProvider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, name = '', endpoint = ''] = (request.url ?? '/').split(/[/?]/)
  if (endpoint === 'requests') return send(response, 200, JSON.stringify(provider.asked))
  if (endpoint === 'held') return send(response, 200, String(provider.held.length))
  if (endpoint === 'let-go') {
    provider.held.splice(0).forEach((go) => go())
    return send(response, 200, '{}')
  }
  if (endpoint === 'behaviour') {
    Object.assign(provider.behaviour, JSON.parse(await textOf(request)))
    knownSecret(provider.behaviour.clientSecret, 'the secret of an OAuth client')
    return send(response, 200, '{}')
  }
  if (endpoint === 'revoke') {
    const form = Object.fromEntries(new URLSearchParams(await textOf(request)))
    if (provider.behaviour.mode === 'hang') return
    return send(response, provider.revoke(request.headers.authorization, form), '')
  }
  const { mode, holds } = provider.behaviour
  if (endpoint === 'token') {
    if (holds) await new Promise<void>((resolve) => void provider.held.push(resolve))
    const misbehave = misbehaviour[mode]
    if (misbehave) {
      provider.note({ endpoint: 'token', authentication: 'unread', form: {} })
      return misbehave(response)
    }
  }
  request.url = (request.url ?? '').slice(name.length + 1)
  provider.serve(request, response)
}

export type OAuthServer = { url: string; stop: () => Promise<void> }

export async function serveProviders(): Promise<OAuthServer> {
  const providers = new Map<string, Promise<OAuthProvider>>()
  const providerAt = (url: string): Promise<OAuthProvider> => {
    const provider = providers.get(url) ?? OAuthProvider.at(url)
    providers.set(url, provider)
    return provider
  }
  const server = createServer((request, response) => {
    const [, name = ''] = (request.url ?? '/').split(/[/?]/)
    providerAt(`${url}/${name}`)
      .then((provider) => handle(provider, request, response))
      .catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        if (!response.headersSent) send(response, 500, '"A defect of the test server."')
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
