import type { FastifyPluginCallback } from 'fastify'
import type { Interface } from '../contract/interface.ts'
import { configOf, routeOf } from '../contract/operations.ts'
import { operationDocument, type Documents } from '../contract/documented.ts'
import { callerAt } from '../edge/addresses.ts'
import { applyGrant } from '../rate-limit/headers.ts'
import type { Limiter } from '../rate-limit/limiter.ts'
import { refuseBrokenEscapes } from '../request.ts'
import type { Services } from '../services.ts'

/** Open: providers add parameters of their own. */
const query = {
  type: 'object',
  required: ['state'],
  properties: {
    state: {
      type: 'string',
      minLength: 1,
      maxLength: 1_024,
      format: 'password',
      writeOnly: true,
      description: 'As it was in `redirect_url`.',
    },
    code: {
      type: 'string',
      minLength: 1,
      maxLength: 4_096,
      format: 'password',
      writeOnly: true,
      description: 'Unless there is an `error`.',
    },
    error: { type: 'string', minLength: 1, maxLength: 256, description: 'Why the provider did not authorize.' },
  },
  additionalProperties: true,
}

type Query = { state: string } & Record<string, unknown>

/** The provider's parameters besides the state. One that comes twice is ignored. */
const parametersOf = ({ state: _state, ...others }: Query): Record<string, string> =>
  Object.fromEntries(
    Object.entries(others).filter((parameter): parameter is [string, string] => typeof parameter[1] === 'string'),
  )

export type CallbackRouteDeps = { services: Services; api: Interface; limits: { byAddress: Limiter } | undefined }

/**
 * Where browsers return from a provider. Apart from the other routes: there is no token, as the state identifies the
 * business, and limits are per address.
 */
export const callbackRoutes =
  ({ services: { connections }, api, limits }: CallbackRouteDeps): FastifyPluginCallback =>
  (app, _options, done) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      if (limits) applyGrant(reply, await limits.byAddress.take(callerAt(request.ip)))
      refuseBrokenEscapes(request)
    })
    const operation = api.contract.operation('completeConnection')
    const serialize = api.serializerOf('pacioli.ledger.v1.Connection')
    const documents: Documents = (components) => {
      const document = operationDocument(api, operation)(components)
      return {
        ...document,
        security: [],
        query,
        answers: { ...document.answers, 302: { description: 'To the return URL, however it went.' } },
      }
    }
    app.get(
      routeOf(operation.http.path),
      {
        schema: { querystring: query },
        // A HEAD request must not use up a state.
        exposeHeadRoute: false,
        config: {
          ...configOf(operation),
          errors: [
            'InvalidQuery',
            ...operation.errors,
            'RateLimitExceeded',
            'InternalError',
            'ServiceUnavailable',
            'DeadlineExceeded',
          ],
          documents,
        },
      },
      async (request, reply) => {
        const { provider = '' } = request.params as { provider?: string }
        const query = request.query as Query
        const { data, return_url } = await request.call(connections.CompleteAuthorization, {
          provider,
          state: query.state,
          parameters: parametersOf(query),
        })
        if (return_url) return reply.redirect(return_url)
        const json = data ? serialize(data) : 'null'
        return reply.type('application/json; charset=utf-8').send(`{"data":${json}}`)
      },
    )
    done()
  }
