/** The OpenAPI document: what each route documents, and what all share. */
import { catalogue, problem, type ErrorEnum } from '@pacioli/errors'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyContextConfig } from 'fastify'
import { docUrls, type DocUrl } from '../error-docs.ts'
import { errorBody } from '../errors.ts'
import { titled, type Documented, type DocumentedAnswer } from './documented.ts'
import { fixedComponents, headerRef, parameterRef, rateHeaders, TAGS } from './document-parts.ts'
import type { Contract } from './descriptors.ts'
import { component, type Components, type Schema } from './schema-writer.ts'
import { shareExamples } from './shared-examples.ts'
import { shareParameters } from './shared-parameters.ts'
import { webhooksOf } from './webhooks-document.ts'

export type Documentable = { method: string; url: string; config: FastifyContextConfig }

/** Recorded examples: by operation, the body and the answers by status. */
export type Examples = Record<string, Record<string, unknown>>

type Parameter = { name: string } | { $ref: string }
type Operation = {
  operationId: string
  parameters: Parameter[]
  responses: Record<string, Response | { $ref: string }>
  [field: string]: unknown
}
type Response = { description: string; headers?: object; content?: Record<string, object> }

const JSON_TYPE = 'application/json'

/** `/v1/businesses/:businessId` as OpenAPI writes it. */
const pathOf = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}')

export class ApiDocument {
  readonly #headings = new Map<string, { name: string; description: string }>()
  readonly #components: Components = new Map()
  readonly #responses = new Map<string, Response>()
  readonly #shown = new Set<ErrorEnum>()
  readonly #examples: Examples
  readonly #contract: Contract

  constructor(examples: Examples, contract: Contract) {
    this.#examples = examples
    this.#contract = contract
  }

  of(routes: readonly Documentable[], baseUrl: string): object {
    const written: Record<string, Record<string, Operation>> = {}
    for (const route of routes) {
      const path = pathOf(route.url)
      written[path] = { ...written[path], [route.method.toLowerCase()]: this.#operation(route) }
    }
    const { paths: shorter, parameters } = shareParameters(written)
    const { paths, examples } = shareExamples(shorter)
    const tags = [...TAGS, ...this.#headings.values()]
    const headings = new Set(tags.map(({ name }) => name))
    const { webhooks, responses } = webhooksOf(this.#contract, this.#components, headings)
    for (const [name, response] of Object.entries(responses)) this.#responses.set(name, response)
    return {
      openapi: '3.1.0',
      info: {
        title: 'Pacioli',
        version: '0.1.0',
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: baseUrl }],
      tags,
      security: [{ bearerAuth: [] }],
      paths,
      webhooks,
      components: this.#allComponents(docUrls(baseUrl), { parameters, examples }),
    }
  }

  #allComponents(docUrl: DocUrl, { parameters, examples }: Record<string, Record<string, object>>): object {
    const sorted = <Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> =>
      Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)))
    return {
      ...fixedComponents,
      parameters: sorted(Object.entries({ ...fixedComponents.parameters, ...parameters })),
      schemas: sorted([...this.#components, ...Object.entries(ERROR_SCHEMAS)]),
      responses: sorted(this.#responses),
      examples: sorted([
        ...Object.entries(examples ?? {}),
        ...[...this.#shown].map((name) => [name, { value: exampleOf(name, docUrl) }] as const),
      ]),
    }
  }

  #operation({ method, url, config }: Documentable): Operation {
    const documented = config.documents?.(this.#components)
    if (!documented) throw new Error(`${method} ${url} is not documented`)
    const isWrite = ['POST', 'PUT', 'PATCH'].includes(method) && url.startsWith('/v1/')
    const { security } = documented
    const body = documented.body && {
      ...documented.body,
      schema: this.#named(`${titled(documented.examplesOf ?? documented.id)}_Body`, documented.body.schema),
    }
    const example = this.#examples[documented.examplesOf ?? documented.id]
    this.#head(documented)
    return {
      operationId: documented.id,
      summary: documented.summary,
      description: documented.description,
      tags: [documented.heading],
      ...(documented.deprecated === true ? { deprecated: true } : {}),
      ...(security ? { security } : {}),
      parameters: [
        ...this.#parameters(documented),
        parameterRef('RequestId'),
        ...(isWrite ? [parameterRef('IdempotencyKey')] : []),
        ...(method !== 'GET' && url.startsWith('/v1/') ? [parameterRef('Actor')] : []),
      ],
      ...(body ? { requestBody: requestBody(body, example?.['body']) } : {}),
      responses: { ...this.#answers(documented, { isWrite, url, config }), ...this.#errors(config.errors ?? []) },
    }
  }

  /** A heading new to this release is described by its service. */
  #head({ id, heading, about }: Documented): void {
    if (TAGS.some(({ name }) => name === heading)) return
    if (about === undefined) throw new Error(`${id} stands under a heading of which nothing is said: ${heading}`)
    this.#headings.set(heading, { name: heading, description: about })
  }

  #parameters({ id, path, query }: Documented): Parameter[] {
    const required = (query?.['required'] ?? []) as string[]
    const inPath = Object.entries(path).map(([name, schema]) => parameter(name, 'path', true, schema))
    const inQuery = Object.entries((query?.['properties'] ?? {}) as Record<string, Schema>).map(([name, schema]) => {
      const { description, ...words } = schema
      const named = 'enum' in words ? { ...this.#named(`${titled(id)}_${titled(name)}`, words), description } : schema
      return parameter(name, 'query', required.includes(name), named)
    })
    return [...inPath, ...inQuery]
  }

  #answers(
    { answers, id, examplesOf = id }: Documented,
    { isWrite, url, config }: Omit<Documentable, 'method'> & { isWrite: boolean },
  ): Record<string, Response> {
    const isLimited = url.startsWith('/v1/') || url === '/oauth2/token'
    const headers = {
      'X-Request-Id': headerRef('RequestId'),
      ...(isLimited ? rateHeaders : {}),
      ...(isWrite ? { 'Idempotency-Replayed': headerRef('IdempotencyReplayed') } : {}),
      ...(config.posts === true ? { 'Pacioli-Posting': headerRef('Posting') } : {}),
      ...(config.showsThrough === true ? { 'Pacioli-Through': headerRef('Through') } : {}),
      ...(config.linksNext === true ? { Link: headerRef('Link') } : {}),
    }
    return Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [
        status,
        {
          description: answer.description,
          headers,
          ...contentOf(this.#namedAnswer(examplesOf, answer), this.#examples[examplesOf]?.[status]),
        },
      ]),
    )
  }

  #namedAnswer(id: string, { schema, ...answer }: DocumentedAnswer): DocumentedAnswer {
    return schema ? { ...answer, schema: this.#named(`${titled(id)}_Answer`, schema) } : answer
  }

  /** Each generator of clients names unnamed schemas in its own way. */
  #named(name: string, schema: Schema): Schema {
    if ('$ref' in schema) return schema
    const known = this.#components.get(name)
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`Two schemas have the name ${name}`)
    return component(this.#components, name, () => schema)
  }

  /** One response per status, naming and showing each of its errors. Equal responses are shared. */
  #errors(errors: readonly ErrorEnum[]): Record<string, { $ref: string }> {
    const byStatus = Map.groupBy([...new Set(errors)].sort(), (name) => catalogue[name].http)
    return Object.fromEntries(
      [...byStatus].map(([status, names]) => {
        const [first] = names
        const mark = createHash('sha256').update(names.join()).digest('hex').slice(0, 6)
        const key = names.length === 1 && first ? first : `${first ? catalogue[first].type : ''}_${mark}`
        for (const name of names) this.#shown.add(name)
        if (!this.#responses.has(key)) this.#responses.set(key, errorResponse(status, names))
        return [String(status), { $ref: `#/components/responses/${key}` }]
      }),
    )
  }
}

function errorResponse(status: number, names: readonly ErrorEnum[]): Response {
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Error' },
      { type: 'object', properties: { error_enum: { type: 'string', enum: names } } },
    ],
  }
  const examples = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]))
  const waits = status === 429 || status === 503
  return {
    description: names.map((name) => `\`${name}\`: ${catalogue[name].meaning}`).join('\n\n'),
    headers: {
      'X-Request-Id': headerRef('RequestId'),
      ...rateHeaders,
      ...(waits ? { 'Retry-After': headerRef('RetryAfter') } : {}),
    },
    content: { [JSON_TYPE]: { schema, examples } },
  }
}

const exampleOf = (name: ErrorEnum, docUrl: DocUrl) =>
  errorBody([problem(name, catalogue[name].meaning)], 'import-2026-01-31-0007', docUrl)

const parameter = (name: string, where: 'path' | 'query', required: boolean, { description, ...schema }: Schema) => ({
  name,
  in: where,
  required,
  ...(description === undefined ? {} : { description }),
  schema,
})

function requestBody({ schema, required, types = [JSON_TYPE] }: Documented['body'] & object, example: unknown): object {
  const media = { schema, ...(example === undefined ? {} : { example }) }
  return { required, content: Object.fromEntries(types.map((type) => [type, media])) }
}

function contentOf({ schema, type = JSON_TYPE }: DocumentedAnswer, example: unknown): Pick<Response, 'content'> {
  if (!schema) return {}
  return { content: { [type]: { schema, ...(example === undefined ? {} : { example }) } } }
}

const DESCRIPTION = `
Keeps the books of many businesses: a general ledger over HTTPS with JSON.

**Amounts** are integers in minor units (cents). **Null and absent:** every field is always there, null or [] where it
has no value; in an update absent means unchanged and null means cleared. A field or query parameter that does not exist
is refused. **Time:** wherever an instant is taken, \`YYYY-MM-DD\` is taken too: the first instant of that day in the time zone
of the business or, where the field ends a range (\`end_date\`, \`closing_date\`, \`effective_date\`), its last millisecond.
**Repeating:** a create with the same \`external_id\` answers with what exists; any POST, PUT or PATCH with the same
\`Idempotency-Key\` and body answers with the stored answer for 24 hours.
**Errors** are named by \`error_enum\`. \`meta.doc_url\` is the address of what one means and of what to do about it, a
section of \`/docs/errors\`.

Start with \`POST /oauth2/token\`.`.trim()

const problemProperties = {
  type: { type: 'string' },
  description: { type: 'string', description: 'For people: what was expected, what came, what to do.' },
  error_enum: { type: 'string', description: 'For programs: the name of the error.' },
  meta: { $ref: '#/components/schemas/Problem_Meta' },
}

const ERROR_SCHEMAS: Record<string, Schema> = {
  Problem_Meta: {
    type: 'object',
    required: ['request_id', 'doc_url'],
    properties: {
      request_id: { type: 'string' },
      doc_url: { type: 'string', description: 'The address of what this error means, and of what to do about it.' },
      field: { type: 'string', description: 'Such as `37.line_items.0.amount`.' },
    },
    additionalProperties: true,
  },
  Problem: { type: 'object', required: ['type', 'description', 'error_enum', 'meta'], properties: problemProperties },
  Error: {
    type: 'object',
    description: 'Any answer that is not 2xx.',
    required: ['type', 'description', 'error_enum', 'meta', 'errors'],
    properties: {
      ...problemProperties,
      errors: {
        type: 'array',
        items: { $ref: '#/components/schemas/Problem' },
        description: 'Every problem found; the first repeats the top one.',
      },
    },
  },
}
