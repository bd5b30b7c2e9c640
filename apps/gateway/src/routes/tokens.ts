import type { DomainError } from '@pacioli/errors'
import { refused } from '@pacioli/errors'
import type { IncomingMessage } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { factsOf, type ClientDirectory } from '../auth/client-directory.ts'
import { isScope, SCOPES, type Scope } from '../auth/scopes.ts'
import { PLATFORM_TOKEN_SECONDS, type TokenIssuer } from '../auth/token-issuer.ts'
import type { Documented } from '../contract/documented.ts'
import { callerAt } from '../edge/addresses.ts'
import type { BodyReader } from '../edge/body-reader.ts'
import { applyGrant } from '../rate-limit/headers.ts'
import type { Limiter } from '../rate-limit/limiter.ts'
import type { Services } from '../services.ts'
import { isUuid, normalizedId } from '../validation/formats.ts'
import { parseJsonBody } from '../validation/json-body.ts'
import { TOKEN } from './business-tokens.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** Unknown parameters are ignored (RFC 6749, 3.2). */
export const form = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { type: 'string', const: 'client_credentials' },
    client_id: { type: 'string', maxLength: 255, description: 'Unless sent by HTTP Basic.' },
    client_secret: {
      type: 'string',
      minLength: 0,
      maxLength: 512,
      format: 'password',
      writeOnly: true,
      description: 'Unless sent by HTTP Basic.',
    },
    scope: {
      type: 'string',
      maxLength: 255,
      description: `Separated by spaces, out of: ${SCOPES.join(' ')}. All unless given.`,
    },
  },
  additionalProperties: true,
}

type TokenForm = { grant_type: string; client_id?: string; client_secret?: string; scope?: string }

const documented: Documented = {
  id: 'issueToken',
  summary: 'Issue a platform token',
  description:
    'Client credentials by HTTP Basic or in the body, which is a form (RFC 6749) or JSON with the same fields. The token ' +
    'lives one hour.',
  heading: 'Authentication',
  // By HTTP Basic, or in the body.
  security: [{ clientCredentials: [] }, {}],
  path: {},
  body: { schema: form, required: true, types: [FORM, JSON_TYPE] },
  answers: {
    200: {
      description: 'The token.',
      schema: {
        type: 'object',
        required: [...Object.keys(TOKEN), 'scope'],
        properties: { ...TOKEN, scope: { type: 'string' } },
      },
    },
  },
}

type Credentials = { id: string; secret: string }

/** Both halves of HTTP Basic are form-encoded (RFC 6749, 2.3.1). */
const decodeForm = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

function basicCredentials(header: string): Credentials | undefined {
  const encoded = /^basic +([a-z0-9+/=]+) *$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  try {
    return { id: decodeForm(text.slice(0, colon)), secret: decodeForm(text.slice(colon + 1)) }
  } catch {
    return undefined
  }
}

const badClient = (): DomainError => refused('InvalidClient', 'The client id or the client secret is wrong.')

function credentialsOf({ headers }: FastifyRequest, form: TokenForm): Credentials {
  if (headers.authorization === undefined) return { id: form.client_id ?? '', secret: form.client_secret ?? '' }
  if (form.client_secret !== undefined) {
    throw refused('InvalidPayload', 'Send the credentials by HTTP Basic or in the body, not both.', {
      field: 'client_secret',
    })
  }
  const basic = basicCredentials(headers.authorization)
  if (!basic) throw badClient()
  return basic
}

/** The claimed client; empty where the claim cannot be valid. */
function claimedClient({ headers, body }: FastifyRequest): string {
  const form = body as { client_id?: unknown } | undefined
  const claimed = basicCredentials(headers.authorization ?? '')?.id ?? form?.client_id
  return typeof claimed === 'string' && isUuid(claimed) ? normalizedId(claimed) : ''
}

function scopesOf(list: string | undefined): readonly Scope[] {
  if (list === undefined || list.trim() === '') return SCOPES
  const names = [...new Set(list.trim().split(/ +/))]
  const unknown = names.find((name) => !isScope(name))
  if (unknown === undefined) return names.filter(isScope)
  const description = `Field \`scope\`: expected names out of ${SCOPES.join(', ')}, got ${JSON.stringify(unknown)}.`
  throw refused('InvalidPayload', description, { field: 'scope', value: unknown })
}

export type TokenRouteDeps = {
  services: Services
  clients: ClientDirectory
  issueToken: TokenIssuer
  limits: TokenLimits | undefined
  reception: BodyReader
}

/**
 * Three buckets, one after the other. Before the secret is checked a client id is only a claim, so the address counts,
 * and the address with the claim; the client's own bucket pays for issued tokens.
 */
export type TokenLimits = { byAddress: Limiter; byTokenAttempt: Limiter; byTokenClient: Limiter }

export const tokenRoutes =
  (deps: TokenRouteDeps): FastifyPluginAsync =>
  async (app) => {
    const { limits, reception } = deps
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(FORM, async (request: FastifyRequest, payload: IncomingMessage) =>
      parseForm((await reception.read(request, payload)).toString()),
    )
    app.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest, payload: IncomingMessage) =>
      parseJsonBody(await reception.read(request, payload), () => true),
    )
    app.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
      done()
    })

    app.post(
      '/oauth2/token',
      {
        schema: { body: form },
        config: {
          isOauth: true,
          documents: () => documented,
          errors: [
            'InvalidPayload',
            'InvalidClient',
            'PayloadTooLarge',
            'UnsupportedMediaType',
            'RateLimitExceeded',
            'InternalError',
            'ServiceUnavailable',
            'DeadlineExceeded',
          ],
        },
        onRequest: async (request, reply) => {
          if (limits) applyGrant(reply, await limits.byAddress.take(callerAt(request.ip)))
        },
        // Before validation: a malformed request costs a token, too.
        preValidation: async (request, reply) => {
          const attempt = `${callerAt(request.ip)} ${claimedClient(request)}`
          if (limits) applyGrant(reply, await limits.byTokenAttempt.take(attempt))
        },
      },
      async (request, reply) => {
        const given = request.body as TokenForm
        const { id, secret } = credentialsOf(request, given)
        const scopes = scopesOf(given.scope)
        if (!isUuid(id) || secret === '') throw badClient()
        const client = await request.call(deps.services.clients.AuthenticateClient, {
          client_id: normalizedId(id),
          client_secret: secret,
        })
        if (limits) applyGrant(reply, await limits.byTokenClient.take(client.id))
        const facts = factsOf(client)
        deps.clients.learn(client.id, facts)
        const access_token = await deps.issueToken({
          clientId: client.id,
          scopes,
          lifetimeSeconds: PLATFORM_TOKEN_SECONDS,
          notBefore: facts.tokensNotBefore,
        })
        return { access_token, token_type: 'Bearer', expires_in: PLATFORM_TOKEN_SECONDS, scope: scopes.join(' ') }
      },
    )
  }
