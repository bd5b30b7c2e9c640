/** Adds routes for the operations of the protos. */
import { refused } from '@pacioli/errors'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Method, MethodOf } from '../services.ts'
import { linkNext } from './next-page.ts'
import { pathName, type Operation } from './operation-of.ts'
import { replaceDays } from './days.ts'
import { operationDocument, STATUS_OF_BARE_PREVIEW } from './documented.ts'
import { ADMISSION, errorsOfMethod } from './errors.ts'
import type { Interface, Ready } from './interface.ts'
import type { RequestParts, Fields } from './reading.ts'

type Message = Record<string, unknown>

export type Handler = (request: FastifyRequest, reply: FastifyReply, operation: Ready) => Promise<unknown>

export const configOf = ({ http, scope, errors, first, ...rest }: Operation): FastifyContextConfig => ({
  ...(scope === undefined ? {} : { scope }),
  errors: [...(scope === undefined ? [] : ADMISSION), ...errorsOfMethod(http.method), ...errors],
  claimed: { method: first.method, url: routeOf(first.path) },
  ...(rest.platformOnly ? { platformOnly: true } : {}),
  ...(rest.posts ? { posts: true } : {}),
  ...(rest.linksNext ? { linksNext: true } : {}),
  ...(rest.timeoutMs === undefined ? {} : { timeoutMs: rest.timeoutMs }),
  ...(rest.bucket === undefined ? {} : { bucket: rest.bucket }),
})

/** The path in the router's form: `/v1/businesses/:businessId`. */
export const routeOf = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `:${pathName(name)}`)

export type AddOptions = { api: Interface; methodOf: MethodOf; customHandlers: ReadonlyMap<string, Handler> }

/** Adds a route for each operation that needs a token. */
export function addOperations(app: FastifyInstance, { api, methodOf, customHandlers }: AddOptions): void {
  const { service, method } = api.contract.operation('getBusiness')
  const getBusiness = methodOf(service, method.name)
  for (const operation of api.contract.operations) {
    if (operation.scope === undefined) continue
    const { http, bodyLimit } = operation
    const ready = api.ready(operation)
    const handler = customHandlers.get(operation.id) ?? forwarding(methodOf(operation.service, operation.method.name))
    const body = api.bodySchema(operation)
    const query = api.querySchema(operation)
    app.route({
      method: http.method,
      url: routeOf(http.path),
      schema: { ...(body ? { body } : {}), ...(query ? { querystring: query } : {}) },
      config: { ...configOf(operation), documents: operationDocument(api, operation) },
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      ...(operation.pathFields.includes('client_id') ? { onRequest: requireOwnClient } : {}),
      handler: async (request, reply) => {
        const days = ready.days?.(requestPartsOf(request)) ?? []
        if (days.length > 0) replaceDays(days, await zoneOf(request, getBusiness))
        return handler(request, reply, ready)
      },
    })
  }
}

/**
 * The zone that a business is given by this very request, else the one that it has now: the gateway keeps none
 * (docs/decisions/0243-days-for-instants.md).
 */
async function zoneOf(request: FastifyRequest, getBusiness: Method): Promise<string> {
  const { time_zone } = (request.body ?? {}) as { time_zone?: unknown }
  if (typeof time_zone === 'string') return time_zone
  if (!('businessId' in (request.params as object))) return NEW_BUSINESS_ZONE
  const { data } = (await request.call(getBusiness, {})) as { data?: { time_zone?: string } }
  return data?.time_zone ?? NEW_BUSINESS_ZONE
}

/** What a business has that is created without a zone. */
const NEW_BUSINESS_ZONE = 'UTC'

/** The same message whether the id is another client's, unknown or malformed: callers cannot tell them apart. */
function requireOwnClient(request: FastifyRequest, _reply: FastifyReply, done: (refusal?: Error) => void): void {
  const { clientId } = request.params as { clientId: string }
  const isOwn = clientId === request.caller?.clientId
  done(isOwn ? undefined : refused('ClientNotFound', 'The token is not of this client.', { field: 'clientId' }))
}

export const requestPartsOf = ({ params, query, body }: FastifyRequest): RequestParts => ({
  params: params as Record<string, string>,
  query: query as Fields,
  body,
})

/** Forwards a request to the one service of the operation, and its answer back. */
const forwarding =
  (method: Method): Handler =>
  async (request, reply, ready) =>
    answer(request, reply, ready, await request.call(method, ready.read(requestPartsOf(request))))

/** Sends the answer of a service. */
export async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, serialize }: Pick<Ready, 'operation' | 'serialize'>,
  answered: object,
): Promise<FastifyReply> {
  const message = answered as Message
  if (operation.posts && typeof message['posting'] === 'string') reply.header('pacioli-posting', message['posting'])
  if (operation.linksNext) linkNext(request, reply, cursorOf(message))
  return reply
    .code(request.preview && operation.bare ? STATUS_OF_BARE_PREVIEW : statusOf(operation, message))
    .type('application/json; charset=utf-8')
    .send(await serialize(answered, request.preview?.toMessage()))
}

function cursorOf({ pagination }: Message): string | undefined {
  return (pagination as { cursor?: string | null } | null | undefined)?.cursor ?? undefined
}

/** 201 for what is new, 200 for what existed. */
function statusOf({ ok, created, accepted, response }: Operation, answered: Message): number {
  if (accepted !== undefined) return 202
  if (created === undefined) return 200
  if (ok === undefined) return 201
  const isNew = 'created' in response.fields ? answered['created'] : (answered['data'] as unknown[]).length > 0
  return isNew === true ? 201 : 200
}
