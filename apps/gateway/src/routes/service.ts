import { checkReadiness, type ReadinessCheck } from '@pacioli/service'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SigningKeys } from '../auth/signing-keys.ts'
import type { Documented } from '../contract/documented.ts'
import { UNAVAILABLE } from '../contract/errors.ts'
import type { Services } from '../services.ts'
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

const sealKeys = (components: Components): Documented => ({
  ...NO_TOKEN,
  id: 'getSealKeys',
  summary: 'The keys that seals are verified with',
  description: 'The public keys of this installation that any seal was ever signed with, the first one first.',
  heading: 'Seals',
  about: 'The sealed history of a business.',
  answers: {
    200: {
      description: 'The public keys.',
      schema: {
        type: 'object',
        required: ['keys'],
        properties: { keys: { type: 'array', items: component(components, 'Seal_Key', () => sealKey) } },
      },
    },
  },
})

const sealKey = {
  type: 'object',
  required: ['id', 'algorithm', 'public_key', 'since'],
  properties: {
    id: { type: 'string', description: 'The thumbprint of the key (RFC 7638).' },
    algorithm: { type: 'string', description: 'Ed25519.' },
    public_key: { type: 'string', description: '32 bytes in base64.' },
    since: { type: 'string', format: 'date-time', description: 'When it signed first.' },
  },
}

export type ServiceRouteDeps = {
  keys: SigningKeys
  services: Pick<Services, 'sealKeys'>
  ready: () => Promise<ReadinessCheck[]>
}

/** New keys are rare, and whoever asks needs no token: services are asked once a minute. */
const REMEMBERED_MS = 60_000

/** The keys of all services: those that sign with the same one have it from when the first did. */
async function fetchSealKeys({ sealKeys }: Pick<Services, 'sealKeys'>, request: FastifyRequest): Promise<object[]> {
  const answers = await Promise.all(sealKeys.map(({ ListSealKeys }) => request.call(ListSealKeys, {})))
  const all = answers.flatMap(({ keys }) => keys).toSorted((one, other) => (one.since < other.since ? -1 : 1))
  const first = new Map(all.toReversed().map((key) => [key.id, key]))
  return [...first.values()].toReversed().map((key) => ({ ...key, algorithm: 'Ed25519' }))
}

function remembered(services: Pick<Services, 'sealKeys'>): (request: FastifyRequest) => Promise<object[]> {
  let known: { keys: Promise<object[]>; until: number } | undefined
  return (request) => {
    if (known && performance.now() < known.until) return known.keys
    const keys = fetchSealKeys(services, request)
    const asked = { keys, until: performance.now() + REMEMBERED_MS }
    keys.catch(() => {
      if (known === asked) known = undefined
    })
    known = asked
    return keys
  }
}

export function addServiceRoutes(app: FastifyInstance, { keys, services, ready }: ServiceRouteDeps): void {
  app.get('/healthz', { config: { documents: health } }, () => ({ status: 'ok' }))

  app.get('/readyz', { config: { documents: readiness } }, async (_request, reply) => {
    const { ready: isReady, checks } = await checkReadiness(ready)
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks })
  })

  app.get('/.well-known/jwks.json', { config: { documents: () => jwks } }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(keys.published),
  )

  const errors = [...UNAVAILABLE]
  const sealKeysOf = remembered(services)
  app.get('/.well-known/pacioli-seals.json', { config: { documents: sealKeys, errors } }, async (request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({ keys: await sealKeysOf(request) }),
  )
}
