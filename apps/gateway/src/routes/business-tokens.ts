import { refused } from '@pacioli/errors'
import type { FastifyInstance } from 'fastify'
import type { ClientDirectory } from '../auth/client-directory.ts'
import { MAX_USER_LENGTH } from '../auth/actor.ts'
import { BUSINESS_SCOPES } from '../auth/scopes.ts'
import type { TokenIssuer } from '../auth/token-issuer.ts'
import { BUSINESS_ID, type Documented } from '../contract/documented.ts'
import { errorsOfWriting } from '../contract/errors.ts'
import { component, type Components } from '../contract/schema-writer.ts'

const DEFAULT_SECONDS = 3_600

const body = {
  type: ['object', 'null'],
  properties: {
    session_duration: {
      type: ['integer', 'null'],
      minimum: 60,
      maximum: 86_400,
      description: 'Seconds the token lives; 3,600 unless given.',
    },
    user: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: MAX_USER_LENGTH,
      pattern: '^[\\x20-\\x7e]*$',
      description:
        'Whom the token is for, by your own id of them: what they write names them as its actor, and nobody else can be named by it.',
    },
  },
  additionalProperties: false,
}

/** The fields of an issued token. */
export const TOKEN = {
  access_token: { type: 'string' },
  token_type: { type: 'string', const: 'Bearer' },
  expires_in: { type: 'integer', description: 'Seconds.' },
}

const token = { type: 'object', required: Object.keys(TOKEN), properties: TOKEN }

const documented = (components: Components): Documented => ({
  id: 'issueBusinessToken',
  summary: 'Issue a token for one business',
  description:
    'For browsers: it reaches the books of this business only and cannot issue tokens. ' +
    'An Idempotency-Key is accepted and ignored, since an answer with a secret is never stored.',
  heading: 'Businesses',
  path: { businessId: BUSINESS_ID },
  body: { schema: body, required: false },
  answers: {
    200: {
      description: 'The token.',
      schema: {
        type: 'object',
        required: ['data'],
        properties: { data: component(components, 'Business_Token', () => token) },
      },
    },
  },
})

type Deps = { clients: ClientDirectory; issueToken: TokenIssuer }

/** The gateway issues tokens itself, without a service. */
export function addBusinessTokens(app: FastifyInstance, { clients, issueToken }: Deps): void {
  app.post(
    '/v1/businesses/:businessId/auth-token',
    {
      schema: { body },
      config: {
        scope: 'books:write',
        platformOnly: true,
        errors: errorsOfWriting('BusinessNotFound'),
        documents: documented,
      },
    },
    async (request) => {
      const { caller } = request
      if (!caller) throw refused('MissingToken', 'Send a bearer token.')
      const { businessId } = request.params as { businessId: string }
      const given = request.body as { session_duration?: number | null; user?: string | null } | null | undefined
      const lifetimeSeconds = given?.session_duration ?? DEFAULT_SECONDS
      const { tokensNotBefore } = await clients.get(caller.clientId, request.id)
      const access_token = await issueToken({
        clientId: caller.clientId,
        businessId,
        user: given?.user ?? undefined,
        scopes: BUSINESS_SCOPES.filter((scope) => caller.scopes.includes(scope)),
        lifetimeSeconds,
        notBefore: tokensNotBefore,
      })
      return { data: { access_token, token_type: 'Bearer', expires_in: lifetimeSeconds } }
    },
  )
}
