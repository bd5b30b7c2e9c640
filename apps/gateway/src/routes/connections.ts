import { callerAt } from '../edge/addresses.ts'
import { Type, type Static } from 'typebox'
import { applyGrant } from '../rate-limit/headers.ts'
import type { Limiter } from '../rate-limit/limiter.ts'
import { refuseBrokenEscapes } from '../request.ts'
import {
  AuthorizationParams,
  CallbackQuery,
  ProviderConnection,
  toAuthorizationParams,
  toProviderConnection,
} from '../schemas/connections.ts'
import * as examples from '../schemas/examples.ts'
import { Data, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { BusinessParams, reads, type Routes, writes } from './route.ts'

const tags = ['Connections']

/** Who comes back from a provider is a person with a browser: the state says for whom. */
const open: Record<string, string[]>[] = []

const provider = Type.String({ description: 'The name of the accounting provider, such as `quickbooks`.' })
const params = Type.Object({ ...BusinessParams.properties, provider })
const answer = (description: string) => Data(refTo(ProviderConnection), examples.connection, description)

const authorizeConnection = {
  operationId: 'authorizeConnection',
  summary: 'Connect a business to an accounting provider',
  description:
    'Send a person of the business to `redirect_url`: there they agree, and the provider sends them back to us. It is ' +
    'theirs alone: whoever agrees there connects their company to this business. An Idempotency-Key is accepted and ' +
    'ignored, since an answer with a secret is never stored; each call begins an authorization of its own.',
  tags,
  params,
  response: { 200: Data(AuthorizationParams, examples.authorizationParams, 'Where to send the person.') },
}

const completeConnection = {
  operationId: 'completeConnection',
  summary: 'Where a provider sends people back to',
  description:
    'Not for you to call: the browser of the person does. Where the provider is configured with a return URL the ' +
    'person is sent on to it with `provider`, `status` (`connected` or `failed`) and `error_enum`. Parameters that the ' +
    'provider adds are ignored.',
  tags,
  security: open,
  params: Type.Object({ provider }),
  querystring: CallbackQuery,
  response: {
    200: answer('The connection.'),
    302: Type.Unsafe<unknown>({ type: 'null', description: 'To the return URL, however it went.' }),
  },
}

const getConnectionStatus = {
  operationId: 'getConnectionStatus',
  summary: 'See how a connection is',
  description: 'Also of a provider that the business was never connected to.',
  tags,
  params,
  response: { 200: answer('The connection.') },
}

const unlinkConnection = {
  operationId: 'unlinkConnection',
  summary: 'End a connection',
  description:
    'Gives our tokens back to the provider and forgets them. What was imported stays. Unlinking twice changes nothing.',
  tags,
  params,
  response: { 200: answer('The connection, which is none any more.') },
}

const syncConnection = {
  operationId: 'syncConnection',
  summary: 'Import from an accounting provider',
  description:
    'Starts an import of accounts and journal entries that goes on by itself; `last_sync` of the connection status ' +
    'tells how it goes. If one is running, nothing is started. Importing twice changes nothing.',
  tags,
  params,
  response: { 202: answer('The connection, with the import that is running.') },
}

export const connectionRoutes =
  ({ connections }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/:provider/authorize',
      {
        schema: authorizeConnection,
        config: writes('books:write', ['BusinessNotFound', 'ProviderNotFound', 'BusinessArchived']),
      },
      async (request) => ({
        data: toAuthorizationParams(
          await request.ask(connections.StartAuthorization, { provider: request.params.provider }),
        ),
      }),
    )

    app.get(
      '/businesses/:businessId/:provider/connection-status',
      { schema: getConnectionStatus, config: reads('books:read', ['BusinessNotFound', 'ProviderNotFound']) },
      async (request) => ({
        data: toProviderConnection(
          await request.ask(connections.GetConnectionStatus, { provider: request.params.provider }),
        ),
      }),
    )

    app.post(
      '/businesses/:businessId/:provider/unlink',
      { schema: unlinkConnection, config: writes('books:write', ['BusinessNotFound', 'ProviderNotFound']) },
      async (request) => ({
        data: toProviderConnection(await request.ask(connections.Unlink, { provider: request.params.provider })),
      }),
    )

    app.post(
      '/businesses/:businessId/:provider/sync',
      {
        schema: syncConnection,
        config: writes('books:write', [
          'BusinessNotFound',
          'ProviderNotFound',
          'BusinessArchived',
          'NotConnected',
          'ReauthorizationRequired',
        ]),
      },
      async (request, reply) => {
        const connection = await request.ask(connections.StartSync, { provider: request.params.provider })
        return reply.code(202).send({ data: toProviderConnection(connection) })
      },
    )
    done()
  }

/** What the provider said besides the state. A parameter that comes twice says nothing. */
const parametersOf = ({ state: _state, ...query }: Static<typeof CallbackQuery>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter((parameter): parameter is [string, string] => typeof parameter[1] === 'string'),
  )

export type CallbackRouteDeps = { services: Services; limits: { byAddress: Limiter } | undefined }

/** Apart from the others: there is no token, and each address has a bucket of its own. */
export const callbackRoutes =
  ({ services: { connections }, limits }: CallbackRouteDeps): Routes =>
  (app, _options, done) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      if (limits) applyGrant(reply, await limits.byAddress.take(callerAt(request.ip)))
      refuseBrokenEscapes(request)
    })

    app.get(
      '/oauth/:provider/callback',
      {
        schema: completeConnection,
        // Looking whether it is there must not use up a state.
        exposeHeadRoute: false,
        config: {
          errors: [
            'InvalidQuery',
            'InvalidState',
            'ProviderNotFound',
            'BusinessArchived',
            'AuthorizationFailed',
            'RateLimitExceeded',
            'InternalError',
            'ProviderUnavailable',
            'ServiceUnavailable',
            'DeadlineExceeded',
          ],
        },
      },
      async (request, reply) => {
        const { data, return_url } = await request.ask(connections.CompleteAuthorization, {
          provider: request.params.provider,
          state: request.query.state,
          parameters: parametersOf(request.query),
        })
        if (return_url) return reply.redirect(return_url)
        return { data: data && toProviderConnection(data) }
      },
    )
    done()
  }
