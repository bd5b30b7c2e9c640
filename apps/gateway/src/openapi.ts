/** The OpenAPI document: what the route schemas say, plus what is the same everywhere and so stands in none of them. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { catalogue, problem, refused, type ErrorEnum } from '@pacioli/errors'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { callerAt } from './edge/addresses.ts'
import { prepareAnswers } from './edge/prepared.ts'
import { errorBody } from './errors.ts'
import { applyGrant } from './rate-limit/headers.ts'
import type { Limiter } from './rate-limit/limiter.ts'
import { ErrorSchema } from './schemas/errors.ts'
import { sharedSchemas } from './schemas/shared.ts'

const description = `
Keeps the books of many businesses: a general ledger over HTTPS with JSON.

**Amounts** are integers in minor units (cents). **Null and absent:** every field is always there, null or [] where it
has no value; in an update absent means unchanged and null means cleared. A field or query parameter that does not exist
is refused. **Repeating:** a create with the same \`external_id\` answers with what exists; any POST, PUT or PATCH with the same
\`Idempotency-Key\` and body answers with the stored answer for 24 hours.

Start with \`POST /oauth2/token\`.`.trim()

type Operation = {
  operationId?: string
  parameters?: object[]
  requestBody?: { required?: boolean; content: Record<string, { schema?: { type?: string | string[] } }> }
  responses: Record<string, { headers?: object; content?: object; description?: string }>
}

const header = (text: string, type: 'string' | 'integer' = 'string') => ({ description: text, schema: { type } })
const oneOf = (text: string, ...values: string[]) => ({
  description: text,
  schema: { type: 'string' as const, enum: values },
})

const components = {
  securitySchemes: {
    bearerAuth: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A token of `POST /oauth2/token`.',
    },
    clientCredentials: { type: 'http', scheme: 'basic', description: 'Client id and client secret.' },
  },
  parameters: {
    RequestId: {
      name: 'X-Request-Id',
      in: 'header',
      required: false,
      description: 'Your own id of the request, up to 128 visible ASCII characters. It comes back, in errors too.',
      schema: { type: 'string', maxLength: 128 },
      example: 'import-2026-01-31-0007',
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Makes the request safe to repeat for 24 hours. Up to 255 printable ASCII characters.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      example: '3f0e1c9a-7a55-4c0e-9d8e-0f5f8a1f2b11',
    },
  },
  headers: {
    RequestId: header('The id of the request.'),
    RateLimitLimit: header('How many requests the bucket holds.', 'integer'),
    RateLimitRemaining: header('How many are left.', 'integer'),
    RateLimitReset: header('UTC seconds at which the bucket is full again.', 'integer'),
    RetryAfter: header('Seconds to wait.', 'integer'),
    Posting: oneOf(
      'Whether what this decided is in the ledger: `posted`; `pending`, it is on its way and needs nobody; `failed`, the ' +
        'ledger refused it, see the postings. The answer is a success in each case.',
      ...['posted', 'pending', 'failed'],
    ),
    Through: header(
      'The instant through which the report is known to have everything that was committed, in UTC; usually a second or two ago. ' +
        'Absent while that is not known.',
    ),
    Link: header('The next page, as in `</v1/…?cursor=…>; rel="next"` (RFC 8288); absent on the last one.'),
    IdempotencyReplayed: header('`true` where the stored answer of an earlier identical request is sent.'),
  },
} as const

const headerRef = (name: keyof typeof components.headers) => ({ $ref: `#/components/headers/${name}` })
const parameterRef = (name: keyof typeof components.parameters) => ({ $ref: `#/components/parameters/${name}` })

const rateHeaders = {
  'X-RateLimit-Limit': headerRef('RateLimitLimit'),
  'X-RateLimit-Remaining': headerRef('RateLimitRemaining'),
  'X-RateLimit-Reset': headerRef('RateLimitReset'),
}

/** One response per HTTP status, naming each error it can be and showing each. */
function errorResponses(errors: readonly ErrorEnum[]): [string, Operation['responses'][string]][] {
  const byStatus = Map.groupBy(new Set(errors), (name) => catalogue[name].http)
  return [...byStatus].map(([status, names]) => {
    const examples = names.map((name) => [name, { value: exampleOf(name) }])
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/Error' },
        { type: 'object', properties: { error_enum: { type: 'string', enum: names } } },
      ],
    }
    const text = names.map((name) => `\`${name}\`: ${catalogue[name].meaning}`).join('\n\n')
    const content = { 'application/json': { schema, examples: Object.fromEntries(examples) as object } }
    return [String(status), { description: text, content }]
  })
}

const exampleOf = (name: ErrorEnum) => errorBody([problem(name, catalogue[name].meaning)], 'import-2026-01-31-0007')

function complete(operation: Operation, path: string, method: string, config: FastifyContextConfig): void {
  const isLimited = path.startsWith('/v1/') || path === '/oauth2/token'
  const isWrite = ['post', 'put', 'patch'].includes(method) && path.startsWith('/v1/')
  operation.parameters ??= []
  operation.parameters.push(parameterRef('RequestId'), ...(isWrite ? [parameterRef('IdempotencyKey')] : []))
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
    // A body that may be null may be left out.
    if (operation.requestBody && schema?.type?.includes('null')) operation.requestBody.required = false
  }
  for (const [status, response] of errorResponses(config.errors ?? [])) operation.responses[status] = response
  for (const [status, response] of Object.entries(operation.responses)) {
    response.headers = {
      'X-Request-Id': headerRef('RequestId'),
      ...(isLimited ? rateHeaders : {}),
      ...(isWrite && status.startsWith('2') ? { 'Idempotency-Replayed': headerRef('IdempotencyReplayed') } : {}),
      ...(config.posts === true && status.startsWith('2') ? { 'Pacioli-Posting': headerRef('Posting') } : {}),
      ...(config.tellsThrough === true && status.startsWith('2') ? { 'Pacioli-Through': headerRef('Through') } : {}),
      ...(config.linksNext === true && status.startsWith('2') ? { Link: headerRef('Link') } : {}),
      ...(status === '429' || status === '503' ? { 'Retry-After': headerRef('RetryAfter') } : {}),
    }
  }
}

const tags = [
  { name: 'Authentication', description: 'Tokens and the keys they are verified with.' },
  { name: 'Businesses', description: 'Each business has books of its own.' },
  { name: 'Ledger accounts', description: 'The chart of accounts, balances, and the lines of an account.' },
  { name: 'Journal', description: 'Entries are posted, read and reversed, never edited.' },
  { name: 'Closing', description: 'Revenue and expense accounts to retained earnings.' },
  { name: 'Bank accounts', description: 'Bank accounts, and the external accounts that feed them.' },
  { name: 'Bank transactions', description: 'What banks report, and how it gets into the books.' },
  { name: 'Categorization rules', description: 'They categorize transactions as they are imported.' },
  { name: 'Vendors', description: 'Whom the business owes.' },
  { name: 'Bills', description: 'What the business owes, and, as expenses, what it paid on the spot.' },
  { name: 'Bill payments', description: 'What was paid to vendors, allocated to their bills.' },
  { name: 'Vendor credits', description: 'What vendors owe back, set off against their bills.' },
  { name: 'Customers', description: 'Whom the business sells to.' },
  { name: 'Invoices', description: 'What customers owe.' },
  { name: 'Invoice payments', description: 'What customers paid, allocated to their invoices.' },
  { name: 'Refunds', description: 'What customers get back.' },
  { name: 'Payouts', description: 'What processors deposit: payments less refunds and fees.' },
  { name: 'Postings', description: 'What was decided outside of the journal, on its way there.' },
  { name: 'Notifications', description: 'What a business should be told of.' },
  { name: 'Events', description: 'What happened in a business, one after the other.' },
  { name: 'Webhooks', description: 'Endpoints of yours that are told of events.' },
  {
    name: 'Tags',
    description:
      'Dimensions, their values, and tags on entries, lines, bank accounts, bank transactions, vendors, customers and ' +
      'documents.',
  },
  { name: 'Configuration', description: 'What holds for a client as a whole, and the settings of books.' },
  { name: 'Connections', description: 'Accounting software elsewhere that a business is connected to.' },
  { name: 'Reports', description: 'Read models kept up by events.' },
  { name: 'Service', description: 'For operators.' },
]

/** No page of ours loads anything from elsewhere, so the documentation works without internet. */
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

/**
 * Register before the routes: they are noted as they come.
 * @param limits anybody may ask for the document and its pages, each address so often
 */
export async function describeApi(
  app: FastifyInstance,
  { baseUrl, limits }: { baseUrl: string; limits: { byAddress: Limiter } | undefined },
): Promise<void> {
  for (const schema of [...sharedSchemas, ErrorSchema]) app.addSchema(schema)
  const configs = new Map<string, FastifyContextConfig>()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pacioli',
        version: '0.1.0',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: baseUrl }],
      tags,
      security: [{ bearerAuth: [] }],
      components,
    },
    hideUntagged: true,
    refResolver: {
      buildLocalReference: ({ $id }, _baseUri, _fragment, at) => (typeof $id === 'string' ? $id : `def-${at}`),
    },
    transform: ({ schema, url, route }) => {
      const { operationId } = (schema ?? {}) as { operationId?: string }
      if (operationId !== undefined) configs.set(operationId, route.config ?? {})
      return { schema: schema ?? {}, url }
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      const paths = document.openapiObject.paths as Record<string, Record<string, Operation>>
      for (const [path, methods] of Object.entries(paths)) {
        for (const [method, operation] of Object.entries(methods)) {
          complete(operation, path, method, configs.get(operation.operationId ?? '') ?? {})
        }
      }
      return document.openapiObject
    },
  })
  await app.register(async (pages) => {
    pages.addHook('onRequest', async (request, reply) => {
      if (limits) applyGrant(reply, await limits.byAddress.take(callerAt(request.ip)))
      // The page writes it anew for each who asks, which takes seconds.
      if (request.routeOptions.url === '/docs/yaml')
        throw refused('RouteNotFound', 'There is no /docs/yaml. The document is /openapi.json.')
    })
    prepareAnswers(pages, (path) => (path === '/docs/json' ? '/openapi.json' : path))
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { validatorUrl: null, docExpansion: 'list', displayRequestDuration: true },
      staticCSP: docsPolicy,
      // The top bar would offer to show other documents, under a logo that is not ours.
      theme: {
        title: 'Pacioli API',
        css: [{ filename: 'pacioli.css', content: '.swagger-ui .topbar { display: none }' }],
      },
    })
    pages.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  })
}
