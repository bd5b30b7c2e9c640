import { checkReadiness, type ReadinessCheck } from '@pacioli/service'
import type { FastifyInstance } from 'fastify'
import type { SigningKeys } from '../auth/signing-keys.ts'
import type { Documented } from '../contract/documented.ts'
import { component, type Components, type Schema } from '../contract/schema-writer.ts'

const NO_TOKEN = { security: [], path: {} }

const check = {
  type: 'object',
  required: ['name', 'ok'],
  properties: {
    name: { type: 'string' },
    ok: { type: 'boolean' },
    needed: { type: 'boolean', description: 'false: requests are served without it, but not all' },
    detail: { type: 'string' },
  },
}

const status = (components: Components): Schema => ({
  type: 'object',
  required: ['status'],
  properties: {
    status: { type: 'string' },
    checks: { type: 'array', items: component(components, 'Service_Check', () => check) },
  },
})

const health = (components: Components): Documented => ({
  ...NO_TOKEN,
  id: 'getHealth',
  summary: 'Whether the gateway runs',
  description: 'Asks nobody else.',
  heading: 'Service',
  answers: { 200: { description: 'ok', schema: status(components) } },
})

const readiness = (components: Components): Documented => ({
  ...NO_TOKEN,
  id: 'getReadiness',
  summary: 'Whether requests can be served',
  description: 'Asks the services behind the gateway, at most once a second.',
  heading: 'Service',
  answers: {
    200: { description: 'ready', schema: status(components) },
    503: { description: 'not ready', schema: status(components) },
  },
})

const jwks: Documented = {
  ...NO_TOKEN,
  id: 'getJsonWebKeySet',
  summary: 'The keys that tokens are verified with',
  description: 'A JSON Web Key Set (RFC 7517) of the public keys.',
  heading: 'Authentication',
  answers: {
    200: {
      description: 'The public keys.',
      schema: {
        type: 'object',
        required: ['keys'],
        properties: { keys: { type: 'array', items: { type: 'object', additionalProperties: true } } },
      },
    },
  },
}

export type ServiceRouteDeps = { keys: SigningKeys; ready: () => Promise<ReadinessCheck[]> }

export function addServiceRoutes(app: FastifyInstance, { keys, ready }: ServiceRouteDeps): void {
  app.get('/healthz', { config: { documents: health } }, () => ({ status: 'ok' }))

  app.get('/readyz', { config: { documents: readiness } }, async (_request, reply) => {
    const { ready: isReady, checks } = await checkReadiness(ready)
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks })
  })

  app.get('/.well-known/jwks.json', { config: { documents: () => jwks } }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(keys.published),
  )
}
