/** A caller of the API that rejects every answer not described by the OpenAPI document. */
import { randomUUID } from 'node:crypto'
import { knownSecret, recordAnswer, waitFor } from '@pacioli/testing'
import { Agent, request } from 'undici'
import { contractOf, type Contract, type Operation, type RawAnswer } from './contract.ts'
import type { Answers, ErrorBody, OperationId } from './answers.ts'

type QueryValue = string | number | boolean | readonly string[] | undefined

export interface Call {
  /** Fills the braces of the path. */
  path?: Record<string, string>
  query?: Record<string, QueryValue>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, instead of `body`. */
  rawBody?: string | Buffer
  headers?: Record<string, string>
  /** Its parameters are random: its refusals are met by chance and do not count as covered. */
  isRandom?: boolean
}

/** The facts of a refusal: its status, its name, the field it is about. */
export interface Refusal {
  status: number
  error_enum: string
  field: string | undefined
}

export class Answer<Body> {
  readonly operationId: string
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string

  constructor(operationId: string, { status, headers, text }: RawAnswer) {
    this.operationId = operationId
    this.status = status
    this.headers = headers
    this.text = text
  }

  /** The body of a success. @throws Error showing the refusal, where it is one */
  get body(): Body {
    if (this.status >= 300) throw new Error(`${this.operationId} should have succeeded, but: ${this.#shown}`)
    return this.#parsed as Body
  }

  /** The body of a refusal. @throws Error showing the answer, where it is none */
  get error(): ErrorBody {
    if (this.status < 400) throw new Error(`${this.operationId} should have been refused, but: ${this.#shown}`)
    return this.#parsed as ErrorBody
  }

  get refusal(): Refusal {
    const { error_enum, meta } = this.error
    return { status: this.status, error_enum, field: meta.field }
  }

  /** Name and field of every problem found. */
  get problems(): [string, string | undefined][] {
    return this.error.errors.map(({ error_enum, meta }) => [error_enum, meta.field])
  }

  get #parsed(): unknown {
    const isJson = String(this.headers['content-type']).startsWith('application/json')
    return isJson ? (JSON.parse(this.text) as unknown) : this.text
  }

  get #shown(): string {
    return `${this.status} ${this.text.slice(0, 1_000)}`
  }
}

const agent = new Agent({ connections: 128, pipelining: 1, headersTimeout: 60_000 })

/** Sends one request and reads its answer whole. */
export async function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: string | Buffer,
  isRandom = false,
): Promise<RawAnswer> {
  const response = await request(url, {
    method: method as 'GET',
    headers,
    dispatcher: agent,
    ...(body === undefined ? {} : { body }),
  })
  const answer = { status: response.statusCode, headers: response.headers, text: await response.body.text() }
  recordAnswer(
    `${isRandom ? 'random ' : ''}${method} ${new URL(url).pathname} ${answer.status}`,
    answer.headers,
    withoutShownOnce(method, url, answer),
  )
  return answer
}

/** The answer as recorded: without a webhook's secret where it is shown once, as it must not appear elsewhere. */
function withoutShownOnce(method: string, url: string, { text }: RawAnswer): string {
  const shows = method === 'POST' && /\/configure\/webhooks(\/[^/]+\/rotate-secret)?$/.test(new URL(url).pathname)
  // After the prefix there are bytes in base64, which are searched as well.
  const [, secret] = (shows && /"secret":"whsec_([^"]+)"/.exec(text)) || []
  return secret === undefined ? text : text.replace(knownSecret(secret, 'the secret of a webhook'), '')
}

export interface Caller {
  token?: string | undefined
  path?: Record<string, string>
  isPatient?: boolean
  requestId?: string | undefined
  isKeyed?: boolean
}

/** Reconnecting to a service that was away takes up to this time. */
const PATIENCE_MS = 10_000

export class Api {
  readonly baseUrl: string
  readonly contract: Contract
  readonly token: string | undefined
  /** Path parameters of every call, unless it brings its own. */
  readonly path: Record<string, string>
  /** Whether reads refused with 503 are repeated, as the refusal advises. */
  readonly isPatient: boolean
  /** The request id of all calls, unless a call has its own. */
  readonly requestId: string | undefined
  /** Whether every write that may have an Idempotency-Key has a new one, unless a call has its own. */
  readonly isKeyed: boolean

  constructor(baseUrl: string, contract: Contract, caller: Caller = {}) {
    const { token, path = {}, isPatient = false, requestId, isKeyed = false } = caller
    this.baseUrl = baseUrl
    this.contract = contract
    this.token = token
    this.path = path
    this.isPatient = isPatient
    this.requestId = requestId
    this.isKeyed = isKeyed
  }

  static async at(baseUrl: string): Promise<Api> {
    return new Api(baseUrl, await contractOf(baseUrl))
  }

  /** The same caller but for this. */
  protected derived(caller: Caller): Api {
    return new Api(this.baseUrl, this.contract, { ...this, ...caller })
  }

  /** The same gateway with another token, or with none. */
  as(token: string | undefined): Api {
    return this.derived({ token })
  }

  of(businessId: string): Api {
    return this.derived({ path: { ...this.path, businessId } })
  }

  /** The same caller with one request id. */
  underRequest(requestId: string): Api {
    return this.derived({ requestId })
  }

  /** The same caller, repeating reads while services are killed. */
  patient(): Api {
    return this.derived({ isPatient: true })
  }

  /** The same caller, with an Idempotency-Key on every write. */
  keyed(): Api {
    return this.derived({ isKeyed: true })
  }

  /** @throws Error where the answer is not what the document says, or where the server failed */
  async call<Name extends OperationId>(operationId: Name, call: Call = {}): Promise<Answer<Answers[Name]>> {
    const operation = this.contract.operation(operationId)
    const raw = await this.#answered(operation, call)
    this.contract.check(operation, raw)
    if (raw.status >= 500 && operationId !== 'getReadiness')
      throw new Error(`${operationId} failed with ${raw.status} on ${JSON.stringify(call).slice(0, 500)}: ${raw.text}`)
    return new Answer<Answers[Name]>(operationId, raw)
  }

  #answered(operation: Operation, call: Call): Promise<RawAnswer> {
    const isRepeated = this.isPatient && operation.method === 'GET' && operation.operationId !== 'getReadiness'
    if (!isRepeated) return this.#send(operation, call)
    const answer = async (): Promise<RawAnswer | undefined> => {
      const raw = await this.#send(operation, call)
      return raw.status === 503 ? undefined : raw
    }
    return waitFor(`${operation.operationId} to be answered`, answer, { timeoutMs: PATIENCE_MS, everyMs: 50 })
  }

  async #send(operation: Operation, call: Call): Promise<RawAnswer> {
    const headers: Record<string, string> = { ...call.headers }
    if (this.requestId !== undefined) headers['x-request-id'] ??= this.requestId
    if (this.token !== undefined) headers.authorization ??= `Bearer ${this.token}`
    if (this.isKeyed && operation.parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'))
      headers['idempotency-key'] ??= randomUUID()
    const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
    if (body !== undefined) headers['content-type'] ??= 'application/json'
    return send(
      operation.method,
      this.baseUrl + urlOf(operation, { ...this.path, ...call.path }, call.query),
      headers,
      body,
      call.isRandom,
    )
  }
}

/** Path and query of a call. */
export function urlOf(
  { path }: Operation,
  values: Record<string, string>,
  query: Record<string, QueryValue> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The path ${path} needs a ${name}.`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}
