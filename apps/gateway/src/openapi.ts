/** Serves the OpenAPI document and its pages. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { refused } from '@pacioli/errors'
import type { FastifyInstance } from 'fastify'
import { ApiDocument, type Documentable, type Examples } from './contract/document.ts'
import type { Contract } from './contract/descriptors.ts'
import { callerAt } from './edge/addresses.ts'
import { ERRORS_PAGE, errorsPage } from './error-docs.ts'
import { precompressAnswers } from './edge/precompressed.ts'
import { applyGrant } from './rate-limit/headers.ts'
import type { Limiter } from './rate-limit/limiter.ts'
import { lazy } from './validation/lazy.ts'
import recorded from './contract/examples.json' with { type: 'json' }

/** Our pages load nothing from elsewhere, so the documentation works without internet. */
const docsPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

const policyHeader = Object.entries(docsPolicy)
  .map(([directive, sources]) => `${directive} ${sources};`)
  .join(' ')

/** The page of errors, under the policy of the other pages. */
async function addErrorsPage(pages: FastifyInstance): Promise<void> {
  pages.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('content-security-policy', policyHeader)
    done()
  })
  pages.get(ERRORS_PAGE, (_request, reply) => reply.type('text/html; charset=utf-8').send(errorsPage()))
}

type Described = { baseUrl: string; contract: Contract; limits: { byAddress: Limiter } | undefined }

/**
 * Register before the routes, which are recorded as they are added.
 * @param limits anybody may read the document and its pages, within the limit of each address
 */
export async function describeApi(app: FastifyInstance, { baseUrl, contract, limits }: Described): Promise<void> {
  const routes: Documentable[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.documents && method !== 'HEAD') routes.push({ method: String(method), url, config })
  })
  const document = lazy(() => new ApiDocument(recorded as Examples, contract).of(routes, baseUrl))
  await app.register(swagger, { mode: 'dynamic', openapi: {}, hideUntagged: true })
  await app.register(async (pages) => {
    pages.addHook('onRequest', async (request, reply) => {
      if (limits) applyGrant(reply, await limits.byAddress.take(callerAt(request.ip)))
      // The plugin would write the YAML for every request, which takes seconds.
      if (request.routeOptions.url === '/docs/yaml')
        throw refused('RouteNotFound', 'There is no /docs/yaml. The document is /openapi.json.')
    })
    precompressAnswers(pages, (path) => (path === '/docs/json' ? '/openapi.json' : path))
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { validatorUrl: null, docExpansion: 'list', displayRequestDuration: true },
      staticCSP: docsPolicy,
      transformSpecification: () => document() as Record<string, unknown>,
      transformSpecificationClone: false,
      // The top bar offers other documents, under a logo that is not ours.
      theme: {
        title: 'Pacioli API',
        css: [{ filename: 'pacioli.css', content: '.swagger-ui .topbar { display: none }' }],
      },
    })
    await pages.register(addErrorsPage)
    pages.get('/openapi.json', () => document())
  })
}
