/** Turns failures into HTTP answers; nothing else does. */
import { Busy, catalogue, DomainError, problem, causeOf, refused, type ErrorEnum, type Problem } from '@pacioli/errors'
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isAnswering } from './edge/connections.ts'
import type { DocUrl } from './error-docs.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Reported = { type: string; description: string; error_enum: string; meta: Record<string, unknown> }
export type ErrorBody = Reported & { errors: Reported[] }

const report = (found: Problem, requestId: string, docUrl: DocUrl): Reported => ({
  type: found.type,
  description: found.description,
  error_enum: found.error_enum,
  meta: { ...found.meta, request_id: requestId, doc_url: docUrl(found.error_enum) },
})

/** The error object of the API: the first problem, and the list of all of them. */
export function errorBody(problems: readonly [Problem, ...Problem[]], requestId: string, docUrl: DocUrl): ErrorBody {
  const errors = problems.map((found) => report(found, requestId, docUrl))
  return { ...report(problems[0], requestId, docUrl), errors }
}

const byFastifyCode: Record<string, ErrorEnum> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_BAD_URL: 'InvalidQuery',
  FST_ERR_MAX_PARAM_LENGTH: 'RouteNotFound',
}

const wording: Partial<Record<ErrorEnum, string>> = {
  UnsupportedMediaType:
    'Send the body with the header `Content-Type: application/json`; a form, to the token endpoint alone, with ' +
    '`application/x-www-form-urlencoded`.',
  InvalidQuery: 'The path is not a valid URL path.',
  InternalError: 'Something failed on our side. Give the request id when you report it.',
}

/** The failure in terms of the catalogue. One that is no refusal reveals nothing about our internals. */
export function problemsOf(error: FastifyError | Error): readonly [Problem, ...Problem[]] {
  if (error instanceof DomainError) return error.problems
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  const known = byFastifyCode[code]
  if (known) return [problem(known, wording[known] ?? catalogue[known].meaning)]
  if (statusCode >= 400 && statusCode < 500)
    return [problem('InvalidPayload', `${error.message}.`.replace(/\.+$/, '.'))]
  return [problem('InternalError', wording.InternalError ?? '')]
}

/** The error codes of a token endpoint (RFC 6749, 5.2). */
function oauthError({ error_enum, meta }: Problem): string {
  if (error_enum === 'InvalidClient') return 'invalid_client'
  if (catalogue[error_enum].http >= 500) return 'server_error'
  if (error_enum === 'RateLimitExceeded') return 'temporarily_unavailable'
  if (meta.field === 'grant_type' && meta.value !== undefined) return 'unsupported_grant_type'
  return meta.field === 'scope' ? 'invalid_scope' : 'invalid_request'
}

/** The fields of RFC 6749, 5.2. */
const oauthBody = (first: Problem, docUrl: DocUrl) => ({
  error: oauthError(first),
  error_description: first.description,
  error_uri: docUrl(first.error_enum),
})

function challenge({ error_enum }: Problem, request: FastifyRequest): string | undefined {
  switch (error_enum) {
    case 'MissingToken':
      return 'Bearer realm="pacioli"'
    case 'InvalidToken':
    case 'ExpiredToken':
      return 'Bearer realm="pacioli", error="invalid_token"'
    case 'InsufficientScope':
      return `Bearer realm="pacioli", error="insufficient_scope", scope="${request.routeOptions.config.scope ?? ''}"`
    case 'InvalidClient':
      return 'Basic realm="pacioli"'
    default:
      return undefined
  }
}

/** An unreachable service is an outage, logged in one line; anything unforeseen is a defect, logged in full. */
function logFailure(error: Error, { error_enum }: Problem, request: FastifyRequest): void {
  const facts = { request_id: request.id, method: request.method, route: request.routeOptions?.url, error_enum }
  if (error instanceof DomainError && error_enum !== 'InternalError')
    request.log.warn({ ...facts, reason: causeOf(error) }, 'could not answer')
  else request.log.error({ ...facts, err: error }, 'failed to answer')
}

/** Unavailability is short: until a service is replaced, or the work in flight is done. */
export const RETRY_SECONDS = '1'

export type ErrorHandler = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply

export const errorHandler =
  (docUrl: DocUrl): ErrorHandler =>
  (error, request, reply) => {
    const problems = problemsOf(error)
    const [first] = problems
    const { http } = catalogue[first.error_enum]
    if (error instanceof Busy) request.shedBy = error.by ?? 'gateway'
    else if (http >= 500) logFailure(error, first, request)
    if (http === 503) reply.header('retry-after', RETRY_SECONDS)
    const authenticate = challenge(first, request)
    if (authenticate) reply.header('www-authenticate', authenticate)
    const body = errorBody(problems, request.id, docUrl)
    const isOauth = request.routeOptions?.config?.isOauth === true
    return reply
      .code(http)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(isOauth ? { ...body, ...oauthBody(first, docUrl) } : body)
  }

function brokenRequest(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('PayloadTooLarge', 'The headers are larger than 16 KiB.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return problem('InvalidPayload', 'The body did not arrive in time. Send it without pauses, or in smaller requests.')
  }
  return problem('InvalidQuery', 'The request is not valid HTTP.')
}

/** Answers invalid HTTP on the bare socket, unless an answer has begun there. */
export const brokenRequestHandler =
  (docUrl: DocUrl) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    const isSilent = socket.bytesRead === 0
    if (error.code === 'ECONNRESET' || !socket.writable || isSilent || isAnswering(socket)) {
      socket.destroy()
      return
    }
    answerOnSocket(brokenRequest(error.code), docUrl, socket)
  }

/** The same error body for what never becomes a request. */
function answerOnSocket(found: Problem, docUrl: DocUrl, socket: Duplex, headers: readonly string[] = []): void {
  const id = randomUUID()
  const body = JSON.stringify(errorBody([found], id, docUrl))
  const { http } = catalogue[found.error_enum]
  const head = [
    `HTTP/1.1 ${http} ${STATUS_CODES[http] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Connection: close',
    ...headers,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Answers callers that take the gateway for a proxy; Node would close the connection silently. */
export function refuseTunnels(server: Server, docUrl: DocUrl): void {
  server.on('connect', (_request, socket) => {
    const found = problem('MethodNotAllowed', 'CONNECT is not possible here: this is no proxy.')
    answerOnSocket(found, docUrl, socket, ['Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'])
  })
}

/** Answers unknown paths with 404, and known ones with another method with 405. */
export function handleNotFound(app: FastifyInstance): void {
  const routes: { matches: RegExp; method: string }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    const matches = new RegExp(
      `^${url
        .replace(/[.]/g, '\\.')
        .replace(/:[^/]+/g, '[^/]+')
        .replace('*', '.*')}$`,
    )
    for (const one of [method].flat()) routes.push({ matches, method: one })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const allowed = [...new Set(routes.filter(({ matches }) => matches.test(path)).map(({ method }) => method))]
    // A missing file in a folder of files is a 404 for any method.
    if (allowed.length === 0 || allowed.includes(request.method))
      throw refused('RouteNotFound', `There is no ${path.slice(0, 200)}. See /docs for what there is.`)
    reply.header('allow', allowed.join(', '))
    throw refused('MethodNotAllowed', `${request.method} is not possible here. Use ${allowed.join(' or ')}.`)
  })
}
