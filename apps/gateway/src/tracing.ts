/** The span of each request, and the facts that follow it through the gateway. */
import {
  attribute,
  markFailed,
  openSpan,
  runWithin,
  servingRequest,
  SpanKind,
  traceIdIn,
  type Carrier,
  type RequestFacts,
} from '@pacioli/telemetry'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Opened = NonNullable<ReturnType<typeof openSpan>>

declare module 'fastify' {
  interface FastifyRequest {
    /** What is known of the request wherever it is processed. */
    followed: { facts: RequestFacts; opened: Opened | undefined } | undefined
  }
}

/** Probes come every few seconds and belong to no request. */
const PROBES = new Set(['/healthz', '/readyz'])

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The caller's trace; an invalid one counts as absent. */
export function carrierOf({ headers }: Pick<FastifyRequest, 'headers'>): Carrier {
  const { traceparent, tracestate } = headers
  if (typeof traceparent !== 'string' || traceIdIn(traceparent) === undefined) return {}
  return { traceparent, tracestate: typeof tracestate === 'string' ? tracestate : undefined }
}

function factsOf(request: FastifyRequest): RequestFacts {
  const { businessId } = request.params as { businessId?: string }
  return {
    requestId: request.id,
    // A path may contain anything: only an id can name a business.
    businessId: businessId !== undefined && UUID.test(businessId) ? businessId.toLowerCase() : undefined,
    traceparent: carrierOf(request).traceparent,
  }
}

function open(request: FastifyRequest, { requestId, businessId }: RequestFacts): Opened | undefined {
  const route = request.route.url
  if (route !== undefined && PROBES.has(route)) return undefined
  return openSpan(route === undefined ? request.method : `${request.method} ${route}`, {
    kind: SpanKind.SERVER,
    parent: carrierOf(request),
    attributes: {
      [attribute.httpMethod]: request.method,
      ...(route === undefined ? {} : { [attribute.httpRoute]: route }),
      ...(requestId === undefined ? {} : { [attribute.requestId]: requestId }),
      ...(businessId === undefined ? {} : { [attribute.businessId]: businessId }),
    },
  })
}

function follow({ followed }: FastifyRequest, go: () => void): void {
  if (!followed) return go()
  const { facts, opened } = followed
  servingRequest(facts, () => (opened ? runWithin(opened.within, go) : go()))
}

/** Call before whatever is to run within the span. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('followed', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const facts = factsOf(request)
    request.followed = { facts, opened: open(request, facts) }
    follow(request, done)
  })
  // A body is read in events of the connection, outside the context of the request.
  app.addHook('preValidation', (request, _reply, done) => follow(request, done))
  app.addHook('onResponse', (request, reply, done) => {
    const span = request.followed?.opened?.span
    span?.setAttribute(attribute.httpStatus, reply.statusCode)
    if (span && reply.statusCode >= 500) markFailed(span, String(reply.statusCode))
    span?.end()
    done()
  })
  // An aborted answer never gets to onResponse.
  app.addHook('onRequestAbort', (request, done) => {
    const span = request.followed?.opened?.span
    if (span) markFailed(span, 'aborted')
    span?.end()
    done()
  })
}
