import type { FastifyInstance } from 'fastify'

const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, X-Request-Id, traceparent'
const EXPOSED_HEADERS =
  'X-Request-Id, Link, Idempotency-Replayed, Pacioli-Posting, Pacioli-Through, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ' +
  'Retry-After'

/**
 * The origins that a setting lists, separated by commas. Each is compared with what browsers send (RFC 6454, 6.2);
 * another spelling would silently allow nothing.
 * @throws Error that names what is no origin
 */
export function originsIn(given: string): string[] {
  const origins = given.split(',').map((origin) => origin.trim())
  const wrong = origins.find((origin) => !isOrigin(origin))
  if (wrong !== undefined)
    throw new Error(
      'expected origins as browsers send them, scheme://host[:port] with http or https and nothing after it, in small ' +
        `letters, without a port that is the usual one, and no *, got "${wrong}"`,
    )
  const twice = origins.find((origin, at) => origins.indexOf(origin) < at)
  if (twice !== undefined) throw new Error(`expected each origin once, got "${twice}" twice`)
  return origins
}

function isOrigin(text: string): boolean {
  if (text.includes('*') || !URL.canParse(text)) return false
  const { protocol, origin } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && origin === text
}

/** Lets pages of the given origins call the API. Without any, browsers block all other pages by themselves. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED_HEADERS)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    await reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', ALLOWED_HEADERS)
      .header('access-control-max-age', 600)
      .send()
  })
}
