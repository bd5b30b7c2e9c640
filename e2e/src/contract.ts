/** The API as its OpenAPI document describes it, and the check of every answer against that. */
import { isErrorEnum } from '@pacioli/errors'
import { recordAnswer } from '@pacioli/testing'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { request } from 'undici'
import type { Answers, ErrorBody } from './answers.ts'
import { EventContract, type EventDocument } from './event-contract.ts'
import { formats } from './formats.ts'

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  maximum?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  schema: JsonSchema
}

interface Response {
  $ref?: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema: JsonSchema }>
}

export interface Operation {
  operationId: string
  method: string
  /** With its parameters in braces. */
  path: string
  parameters: Parameter[]
  /** Empty where no token is needed. */
  security?: object[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, Response>
}

interface Document extends EventDocument {
  openapi: string
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
}

/** An unchecked answer. */
export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const WHERE_THERE_IS_SOMETHING_TO_TELL = ['idempotency-replayed', 'pacioli-posting', 'pacioli-through', 'link']

export class Contract {
  readonly document: Document
  readonly operations: Map<string, Operation>
  /** `operationId status` of every answer checked. */
  readonly seen = new Set<string>()
  /** Whether the version before may answer, too: with fewer fields than this one. */
  readonly isOfVersions: boolean
  /** None where another version may have fields that this document lacks. */
  readonly events: EventContract | undefined
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, formats })
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(document: Document, { isOfVersions = false } = {}) {
    this.document = document
    this.isOfVersions = isOfVersions
    this.events = isOfVersions || !document.webhooks ? undefined : new EventContract(document)
    this.#ajv.addSchema(document, 'openapi')
    this.operations = new Map(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]): [string, Operation] => [
          operation.operationId,
          { ...this.#whole(operation), path, method: method.toUpperCase() },
        ]),
      ),
    )
  }

  /** With what it refers to in its place, but for the schemas of answers, which may hold themselves. */
  #whole({ responses, ...operation }: Omit<Operation, 'method' | 'path'>): Omit<Operation, 'method' | 'path'> {
    const answers = Object.entries(responses).map(([status, response]): [string, Response] => [
      status,
      { ...response, ...(response.$ref === undefined ? {} : (this.#at(response.$ref) as Response)) },
    ])
    return { ...(this.#inPlace(operation) as typeof operation), responses: Object.fromEntries(answers) }
  }

  #at(pointer: string): unknown {
    return pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((within, step) => (within as Record<string, unknown>)[step], this.document)
  }

  #inPlace(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#inPlace(one))
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...rest } = value as { $ref?: string }
    const meant = $ref === undefined ? {} : (this.#inPlace(this.#at($ref)) as object)
    const own = Object.entries(rest).map(([name, one]) => [name, this.#inPlace(one)])
    return { ...meant, ...Object.fromEntries(own) }
  }

  operation(operationId: string): Operation {
    const operation = this.operations.get(operationId)
    if (!operation) throw new Error(`The OpenAPI document has no operation ${operationId}.`)
    return operation
  }

  /** @throws Error describing how the answer differs from the document */
  check(operation: Operation, answer: RawAnswer): void {
    const { operationId } = operation
    const { status, text } = answer
    const wrong = (what: string): Error =>
      new Error(`${operationId} answered ${status}, and ${what}. It said: ${text.slice(0, 2_000)}`)
    const response = operation.responses[status]
    if (!response) throw wrong(`the document has only ${Object.keys(operation.responses).join(', ')}`)
    for (const name of Object.keys(response.headers ?? {}).map((header) => header.toLowerCase())) {
      if (WHERE_THERE_IS_SOMETHING_TO_TELL.includes(name)) continue
      if (answer.headers[name] === undefined) throw wrong(`it lacks the documented header ${name}`)
    }
    if (!response.content && text === '') {
      this.seen.add(`${operationId} ${status}`)
      return
    }
    const contentType = String(answer.headers['content-type']).split(';')[0] ?? ''
    if (!response.content?.[contentType]) throw wrong(`its content type ${contentType} is not documented`)
    const body: unknown = contentType === 'application/json' ? JSON.parse(text) : text
    const validate = this.#validator(operation, status, contentType)
    if (!validate(body)) throw wrong(`its body does not fit: ${this.#ajv.errorsText(validate.errors)}`)
    if (status >= 400 && operationId !== 'getReadiness') checkError(body as ErrorBody, answer, wrong)
    if (status === 200 && operationId === 'listEvents')
      for (const event of (body as Answers['listEvents']).data) this.events?.check(event)
    this.seen.add(`${operationId} ${status}`)
  }

  #validator({ path, method, operationId }: Operation, status: number, contentType: string): ValidateFunction {
    const name = `${operationId} ${status} ${contentType}`
    let validate = this.#validators.get(name)
    if (!validate) {
      const { $ref } = this.operation(operationId).responses[status] ?? {}
      const escaped = (steps: unknown[]): string =>
        steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
      const response = $ref ?? `#/${escaped(['paths', path, method.toLowerCase(), 'responses', status])}`
      validate = this.#ajv.compile({
        $ref: `openapi${encodeURI(`${response}/${escaped(['content', contentType, 'schema'])}`)}`,
      })
      this.#validators.set(name, validate)
    }
    return validate
  }
}

/** The checks of an error beyond its schema. */
function checkError(body: ErrorBody, { headers }: RawAnswer, wrong: (what: string) => Error): void {
  const { errors, ...top } = body
  const [first] = errors
  if (first?.error_enum !== top.error_enum || first.description !== top.description)
    throw wrong('its first error does not repeat the top one')
  for (const problem of errors) {
    if (!isErrorEnum(problem.error_enum)) throw wrong(`${problem.error_enum} is not in the catalogue`)
    if (problem.meta.request_id !== headers['x-request-id']) throw wrong('an error lacks the id of the request')
    // That it is there the schema says, of a version that has it.
    const { doc_url } = problem.meta
    if (doc_url !== undefined && !doc_url.endsWith(`/docs/errors#${problem.error_enum}`))
      throw wrong(`${doc_url} does not lead to ${problem.error_enum}`)
  }
  const reported = errors.map(({ error_enum, description, meta }) =>
    JSON.stringify([error_enum, meta.field, description]),
  )
  if (new Set(reported).size < reported.length) throw wrong('a problem is twice in its errors')
}

const contracts = new Map<string, Promise<Contract>>()

/** The contract of the gateway at this address, read once. */
export function contractOf(baseUrl: string): Promise<Contract> {
  let contract = contracts.get(baseUrl)
  if (!contract) {
    contract = request(`${baseUrl}/openapi.json`).then(async ({ body, headers }) => {
      const text = await body.text()
      recordAnswer('GET /openapi.json', headers, text)
      return new Contract(JSON.parse(text) as Document)
    })
    contracts.set(baseUrl, contract)
  }
  return contract
}

/**
 * The same where another version will answer at this address, too: a later version keeps the promises of this one, and
 * only adds fields. Call before any other use.
 */
export async function contractOfVersions(baseUrl: string): Promise<Contract> {
  const text = await (await request(`${baseUrl}/openapi.json`)).body.text()
  const open = (name: string, value: unknown): unknown => (name === 'additionalProperties' ? undefined : value)
  const contract = new Contract(JSON.parse(text, open) as Document, { isOfVersions: true })
  contracts.set(baseUrl, Promise.resolve(contract))
  return contract
}
