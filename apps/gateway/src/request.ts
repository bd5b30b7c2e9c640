/** What every request carries through the gateway, and how it calls a service. */
import { isOutcomeUnknown, refused } from '@pacioli/errors'
import { Preview, type Answer, type CallOptions, type IdempotencyClaim, type OutgoingContext } from '@pacioli/rpc'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Caller } from './auth/caller.ts'
import type { Scope } from './auth/scopes.ts'
import type { ErrorEnum } from '@pacioli/errors'
import type { Documents } from './contract/documented.ts'
import { carrierOf } from './tracing.ts'
import { isHeaderText, normalizedId } from './validation/formats.ts'

type Method<Request, Response> = (request: Request, options: CallOptions) => Promise<Answer<Response>>
type StreamMethod<Request, Part> = (request: Request, options: CallOptions) => AsyncIterable<Part>

declare module 'fastify' {
  interface FastifyRequest {
    /** Its `routeOptions`, which Fastify makes anew each time it is asked. */
    route: FastifyRequest['routeOptions']
    /** Set once the token is verified. */
    caller: Caller | undefined
    /** Who asks for a write, as services pass it on. */
    actor: string | undefined
    /** The body as received, kept only where its hash is needed. */
    rawBody: Buffer | undefined
    /**
     * Charges a body of so many bytes; set once the request is admitted. @throws RateLimitExceeded, ServiceUnavailable
     */
    admitBody: ((bytes: number) => Promise<void>) | undefined
    /** When the body was complete. */
    bodyReceivedAt: number | undefined
    /**
     * Counts bytes of the answer until it is sent; set once the request is admitted.
     * @throws ServiceUnavailable where the workload is full and the answer may still be refused
     */
    reserveBytes: ((bytes: number, options?: { mayRefuse: boolean }) => void) | undefined
    /** Who was at capacity: the gateway or a service. Set where that is why the request is refused. */
    shedBy: string | undefined
    /** The answer is that of an earlier identical request. */
    replayed: boolean
    /** What a write would do that is only previewed; set with its first call. */
    preview: Preview | undefined
    /** Calls a service on behalf of this request. */
    call<Request, Response>(method: Method<Request, Response>, message: Request): Promise<Response>
    /** The same for an answer in parts. */
    stream<Request, Part>(method: StreamMethod<Request, Part>, message: Request): AsyncIterable<Part>
  }
  interface FastifyContextConfig {
    /** What the token must allow. */
    scope?: Scope
    /** What the reference says of it. */
    documents?: Documents
    /** Tokens for one business are refused. */
    platformOnly?: boolean
    /** The errors of RFC 6749 are added to the answer. */
    isOauth?: boolean
    /** The refusals this route can answer with, for the documentation. */
    errors?: readonly ErrorEnum[]
    /** The answer states what became of its postings. */
    posts?: boolean
    /** The answer links to the next page in a header. */
    linksNext?: boolean
    /** A header states through when the answer is complete, where known. */
    showsThrough?: boolean
    /** Takes from this bucket, besides that of the client. */
    bucket?: 'bulkInvoices'
    /** How long the service may take, in milliseconds. */
    timeoutMs?: number
    /**
     * The first form of an operation that has several: an idempotency key counts for all of them. Its own by default.
     */
    claimed?: { method: string; url: string }
  }
}

const visibleAscii = /^[\x21-\x7e]{1,128}$/

export const isWrite = (method: string): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH'

/** The caller's request id where it is usable, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && visibleAscii.test(given) ? given : randomUUID()
}

/** Ids of the path in lower case, as the services have them. Once, before anything compares or forwards them. */
export function normalizeIds({ params }: FastifyRequest): void {
  const ids = params as Record<string, string>
  for (const name of Object.keys(ids)) ids[name] = normalizedId(ids[name] ?? '')
}

/**
 * The query reader would pass a broken escape on as text.
 * @throws InvalidQuery
 */
export function refuseBrokenEscapes({ originalUrl }: FastifyRequest): void {
  const query = originalUrl.slice(originalUrl.indexOf('?') + 1)
  if (!query.includes('%')) return
  try {
    decodeURIComponent(query)
  } catch {
    throw refused(
      'InvalidQuery',
      'The query holds a percent escape that is not UTF-8. Encode it again, as in `%C3%A9`.',
    )
  }
}

/** @throws InvalidQuery for a key that cannot be stored */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const given = request.headers['idempotency-key']
  if (given === undefined || !isWrite(request.method)) return undefined
  if (typeof given === 'string' && isHeaderText(given)) return given
  throw refused('InvalidQuery', 'The header `Idempotency-Key` takes 1 to 255 printable ASCII characters.', {
    field: 'Idempotency-Key',
  })
}

function claimOf(request: FastifyRequest): IdempotencyClaim | undefined {
  const key = idempotencyKeyOf(request)
  if (key === undefined) return undefined
  const { originalUrl, rawBody, route } = request
  const { method, url } = route.config.claimed ?? { method: request.method, url: route.url ?? '' }
  const params = request.params as Record<string, string>
  // In canonical form: ids are lower-case by now, and the same request may come in several forms.
  const path = url.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?')) : ''
  const requestHash = createHash('sha256')
    .update(`${method}\n${path}${query}\n`)
    .update(rawBody ?? '')
    .digest('hex')
  return { key, operation: `${method} ${url}`, requestHash }
}

/** Only writes take the parameter. */
const isPreview = ({ query }: FastifyRequest): boolean => (query as { validate_only?: unknown }).validate_only === true

function contextOf(request: FastifyRequest): OutgoingContext {
  const { businessId } = request.params as { businessId?: string }
  if (isPreview(request)) request.preview ??= new Preview()
  const { preview } = request
  return {
    requestId: request.id,
    clientId: request.caller?.clientId,
    businessId,
    actor: request.actor,
    ...(preview ? { preview } : { idempotency: claimOf(request) }),
    ...carrierOf(request),
  }
}

const isHost = (name = ''): boolean => name.length === 4 && name.toLowerCase() === 'host'

/** Of two Host headers a proxy may have used the other one; without any Node itself would not object. */
function refusalOfHost({ raw }: FastifyRequest): Error | undefined {
  const { rawHeaders } = raw
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) hosts += 1
  if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return undefined
  const description = `Send the header \`Host\` once; HTTP/1.1 requires it. It came ${hosts} times.`
  return refused('InvalidQuery', description, { field: 'Host' })
}

/** Default timeout of a request, in milliseconds. */
const TIMEOUT_MS = 15_000

/** The timeout runs from when the body is complete: waiting for a permit is part of it. */
function optionsOf(request: FastifyRequest): CallOptions {
  const { timeoutMs = TIMEOUT_MS } = request.route.config
  const spentMs = request.bodyReceivedAt === undefined ? 0 : performance.now() - request.bodyReceivedAt
  return { context: contextOf(request), timeoutMs: Math.max(timeoutMs - spentMs, 0) }
}

/** A read can be repeated safely: a file made for a GET is made once more. */
export const isRead = ({ method }: Pick<FastifyRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD'

const unavailableIfRead = (request: FastifyRequest, error: unknown): unknown =>
  isOutcomeUnknown(error) && isRead(request)
    ? refused('ServiceUnavailable', 'The answer was lost on its way. Try again.', {}, { cause: error.cause })
    : error

async function call<Request, Response>(
  this: FastifyRequest,
  method: Method<Request, Response>,
  message: Request,
): Promise<Response> {
  const answer = await method(message, optionsOf(this)).catch((error: unknown) => {
    throw unavailableIfRead(this, error)
  })
  this.reserveBytes?.(answer.bytes, { mayRefuse: isRead(this) })
  if (answer.replayed) this.replayed = true
  return answer.message
}

function stream<Request, Part>(
  this: FastifyRequest,
  method: StreamMethod<Request, Part>,
  message: Request,
): AsyncIterable<Part> {
  return method(message, optionsOf(this))
}

/** Call before anything else adds hooks. */
export function keepRoutes(app: FastifyInstance): void {
  app.decorateRequest('route')
  app.addHook('onRequest', (request, _reply, done) => {
    request.route = request.routeOptions
    done()
  })
}

export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('actor', undefined)
  app.decorateRequest('rawBody', undefined)
  app.decorateRequest('admitBody', undefined)
  app.decorateRequest('reserveBytes', undefined)
  app.decorateRequest('bodyReceivedAt', undefined)
  app.decorateRequest('replayed', false)
  app.decorateRequest('preview', undefined)
  app.decorateRequest('call', call)
  app.decorateRequest('stream', stream)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done(refusalOfHost(request))
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.replayed) reply.header('idempotency-replayed', 'true')
    done()
  })
}
