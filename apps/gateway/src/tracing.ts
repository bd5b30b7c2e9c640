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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whenFinished } from './edge/when-finished.ts'

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
  app.addHook('onRequest', (request, reply, done) => {
    const facts = factsOf(request)
    const opened = open(request, facts)
    if (opened) whenFinished(reply, () => end(opened, reply))
    request.followed = { facts, opened }
    follow(request, done)
  })
  // A body is read in events of the connection, outside the context of the request.
  app.addHook('preValidation', (request, _reply, done) => follow(request, done))
}

function end({ span }: Opened, { raw, statusCode }: FastifyReply): void {
  if (raw.writableFinished) span.setAttribute(attribute.httpStatus, statusCode)
  if (!raw.writableFinished) markFailed(span, 'aborted')
  else if (statusCode >= 500) markFailed(span, String(statusCode))
  span.end()
}
