import { checkReadiness, type ReadinessCheck } from '@pacioli/service'
import { Type, type TSchema } from 'typebox'
import type { SigningKeys } from '../auth/signing-keys.ts'
import type { Routes } from './route.ts'

const tags = ['Service']
/** No token needed. */
const open: Record<string, string[]>[] = []

const Status = (status: string): TSchema =>
  Type.Unsafe<unknown>({
    ...Type.Object({
      status: Type.String(),
      checks: Type.Optional(
        Type.Array(
          Type.Object({
            name: Type.String(),
            ok: Type.Boolean(),
            needed: Type.Optional(Type.Boolean({ description: 'false: requests are served without it, but not all' })),
            detail: Type.Optional(Type.String()),
          }),
        ),
      ),
    }),
    description: status,
    examples: [{ status }],
  })

const health = {
  operationId: 'getHealth',
  summary: 'Whether the gateway runs',
  description: 'Asks nobody else.',
  tags,
  security: open,
  response: { 200: Status('ok') },
}

const readiness = {
  operationId: 'getReadiness',
  summary: 'Whether requests can be served',
  description: 'Asks the services behind the gateway, at most once a second.',
  tags,
  security: open,
  response: { 200: Status('ready'), 503: Status('not ready') },
}

const jwksSchema = {
  operationId: 'getJsonWebKeySet',
  summary: 'The keys that tokens are verified with',
  description: 'A JSON Web Key Set (RFC 7517) of the public keys.',
  tags: ['Authentication'],
  security: open,
  response: {
    200: Type.Unsafe<unknown>({
      ...Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true })) }),
      description: 'The public keys.',
      examples: [{ keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKx…', kid: 'k1', alg: 'EdDSA', use: 'sig' }] }],
    }),
  },
}

export type ServiceRouteDeps = { keys: SigningKeys; ready: () => Promise<ReadinessCheck[]> }

export const serviceRoutes =
  ({ keys, ready }: ServiceRouteDeps): Routes =>
  (app, _options, done) => {
    app.get('/healthz', { schema: health }, () => ({ status: 'ok' }))

    app.get('/readyz', { schema: readiness }, async (_request, reply) => {
      const report = await checkReadiness(ready)
      return reply.code(report.ready ? 200 : 503).send({ ...report, status: report.ready ? 'ready' : 'not ready' })
    })

    app.get('/.well-known/jwks.json', { schema: jwksSchema }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(keys.published),
    )
    done()
  }
