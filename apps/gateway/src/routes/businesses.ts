import { refused } from '@pacioli/errors'
import { Type } from 'typebox'
import type { ClientDirectory } from '../auth/client-directory.ts'
import { BUSINESS_SCOPES } from '../auth/scopes.ts'
import type { TokenIssuer } from '../auth/token-issuer.ts'
import {
  AuthTokenBody,
  Business,
  CreateBusinessBody,
  ListBusinessesQuery,
  UpdateBusinessBody,
} from '../schemas/businesses.ts'
import * as examples from '../schemas/examples.ts'
import { Data, Page, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { BusinessParams, changesOf, creates, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Businesses']
const answer = (description: string) => Data(refTo(Business), examples.business, description)

const createBusiness = {
  operationId: 'createBusiness',
  summary: 'Create a business',
  description: 'Opens the books of a business: its chart of accounts is made from the template.',
  tags,
  body: CreateBusinessBody,
  response: { 201: answer('The new business.'), 200: answer('The business that this `external_id` made before.') },
}

const listBusinesses = {
  operationId: 'listBusinesses',
  summary: 'List businesses',
  description: 'The businesses of the client, oldest first.',
  tags,
  querystring: ListBusinessesQuery,
  response: { 200: Page(refTo(Business), examples.business, 'created_at', 'A page of businesses.') },
}

const getBusiness = {
  operationId: 'getBusiness',
  summary: 'Get a business',
  description: 'One business of the client.',
  tags,
  params: BusinessParams,
  response: { 200: answer('The business.') },
}

const updateBusiness = {
  operationId: 'updateBusiness',
  summary: 'Update a business',
  description:
    'Changes the fields given; null clears one that may be without a value. ' +
    'Currency and time zone are fixed once anything is posted.',
  tags,
  params: BusinessParams,
  body: UpdateBusinessBody,
  response: { 200: answer('The business as it is now.') },
}

const archiveBusiness = {
  operationId: 'archiveBusiness',
  summary: 'Archive a business',
  description:
    'Its books stay readable, and nothing is written to them any more. Archiving twice changes nothing. ' +
    'A token for one business cannot do this.',
  tags,
  params: BusinessParams,
  response: { 200: answer('The archived business.') },
}

const BusinessToken = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer', { type: 'string' }),
  expires_in: Type.Integer({ description: 'Seconds.' }),
})

const issueBusinessToken = {
  operationId: 'issueBusinessToken',
  summary: 'Issue a token for one business',
  description:
    'For browsers: it reaches the books of this business only and cannot issue tokens. ' +
    'An Idempotency-Key is accepted and ignored, since an answer with a secret is never stored.',
  tags,
  params: BusinessParams,
  body: AuthTokenBody,
  response: { 200: Data(BusinessToken, examples.accessToken, 'The token.') },
}

export type BusinessRouteDeps = { services: Services; clients: ClientDirectory; issueToken: TokenIssuer }

export const businessRoutes =
  ({ services: { businesses }, clients, issueToken }: BusinessRouteDeps): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses',
      { schema: createBusiness, config: creates('books:write', [], { platformOnly: true }) },
      async (request, reply) => {
        const { created, data } = await request.ask(businesses.CreateBusiness, request.body)
        return sendCreated(reply, created, data)
      },
    )

    app.get(
      '/businesses',
      { schema: listBusinesses, config: reads('books:read', ['InvalidCursor'], { platformOnly: true }) },
      async (request) => {
        const { external_id, include_archived, ...page } = request.query
        const { data, pagination } = await request.ask(businesses.ListBusinesses, {
          page,
          external_id,
          include_archived,
        })
        return { data, meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId',
      { schema: getBusiness, config: reads('books:read', ['BusinessNotFound']) },
      async (request) => ({ data: (await request.ask(businesses.GetBusiness, {})).data }),
    )

    app.put(
      '/businesses/:businessId',
      {
        schema: updateBusiness,
        config: writes('books:write', [
          'BusinessNotFound',
          'BusinessArchived',
          'BusinessFieldLocked',
          'DuplicateExternalId',
          'VersionConflict',
        ]),
      },
      async (request) => ({ data: (await request.ask(businesses.UpdateBusiness, changesOf(request.body))).data }),
    )

    app.put(
      '/businesses/:businessId/archive',
      { schema: archiveBusiness, config: writes('books:write', ['BusinessNotFound'], { platformOnly: true }) },
      async (request) => ({ data: (await request.ask(businesses.ArchiveBusiness, {})).data }),
    )

    app.post(
      '/businesses/:businessId/auth-token',
      { schema: issueBusinessToken, config: writes('books:write', ['BusinessNotFound'], { platformOnly: true }) },
      async (request) => {
        const { caller } = request
        if (!caller) throw refused('MissingToken', 'Send a bearer token.')
        const lifetimeSeconds = request.body?.session_duration ?? 3_600
        const { tokensNotBefore } = await clients.get(caller.clientId, request.id)
        const access_token = await issueToken({
          clientId: caller.clientId,
          businessId: request.params.businessId,
          scopes: BUSINESS_SCOPES.filter((scope) => caller.scopes.includes(scope)),
          lifetimeSeconds,
          notBefore: tokensNotBefore,
        })
        return { data: { access_token, token_type: 'Bearer', expires_in: lifetimeSeconds } }
      },
    )
    done()
  }
