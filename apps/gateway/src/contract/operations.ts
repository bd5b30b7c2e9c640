/** Operations of the protos as routes: what they take, what they are refused with, and what is done when they are asked. */
import { refused, type ErrorEnum } from '@pacioli/errors'
import type { protobuf } from '@pacioli/protos'
import type { Answer, CallOptions } from '@pacioli/rpc'
import { mapInSlices } from '@pacioli/service'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkNext } from '../routes/next-page.ts'
import { Contract, pathName, type Operation } from './descriptors.ts'
import { operationDocument, type Documented } from './documented.ts'
import { querySchema } from './query-schema.ts'
import { MessageReader, readingOf, type Asked, type Fields } from './reading.ts'
import { RequestSchemas, type Schema } from './schemas.ts'
import { Teller, type Tell } from './telling.ts'

const UNAVAILABLE = ['InternalError', 'ServiceUnavailable', 'DeadlineExceeded'] as const
const ADMISSION = [
  'InvalidQuery',
  'UnknownField',
  'MissingToken',
  'InvalidToken',
  'ExpiredToken',
  'InsufficientScope',
  'RateLimitExceeded',
  ...UNAVAILABLE,
] as const
const WRITE = [
  'InvalidPayload',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'IdempotencyKeyReused',
  'AnswerNotKept',
  'IdempotencyInProgress',
  'OutcomeUnknown',
] as const

type Message = Record<string, unknown>
export type Method = (request: object, options: CallOptions) => Promise<Answer<Message>>

/** Asks a method of a service, wherever it runs. */
export type MethodOf = (service: protobuf.Service, name: string) => Method

export type Handler = (request: FastifyRequest, reply: FastifyReply, operation: Ready) => Promise<unknown>

/** An operation that can be asked. */
export type Ready = {
  operation: Operation
  read: (asked: Asked) => Fields
  /** The answer around its data, and the data alone. */
  tell: (answered: object) => string | Promise<Buffer>
  tellData: Tell
  /** The answer around a list of which each element is told already. */
  tellPage: (told: readonly string[], answered: { pagination?: unknown }) => string
}

/** What callers may do, read once: the routes and the reference are made of it. */
export class Interface {
  readonly contract: Contract
  readonly schemas: RequestSchemas
  readonly #reader: MessageReader
  readonly #teller: Teller

  constructor(contract = new Contract()) {
    this.contract = contract
    this.schemas = new RequestSchemas(contract)
    this.#reader = new MessageReader(contract)
    this.#teller = new Teller(contract)
  }

  ready(operation: Operation): Ready {
    const tell = answerTeller(this.contract, this.#teller, operation)
    return { operation, read: readingOf(this.contract, this.#reader, operation), ...tell }
  }

  /** How a message is told where a route is written by hand. */
  tellerOf(name: string): Tell {
    return this.#teller.of(this.contract.message(name).message)
  }

  bodySchema({ http, request, pathFields, optionalBody }: Operation): Schema | undefined {
    if (http.body === undefined) return undefined
    const whole = this.schemas.body(request, pathFields)
    const body = http.body === '*' ? whole : ((whole['properties'] as Record<string, Schema>)[http.body] as Schema)
    return optionalBody ? { ...body, type: ['object', 'null'] } : body
  }

  querySchema(operation: Operation): Schema | undefined {
    if (operation.http.method !== 'GET') return undefined
    return querySchema(this.contract, this.schemas, operation.request, operation.pathFields)
  }
}

export const configOf = ({ http, scope, errors, ...says }: Operation): FastifyContextConfig => ({
  ...(scope === undefined ? {} : { scope }),
  errors: [...(scope === undefined ? [] : ADMISSION), ...(http.method === 'GET' ? [] : WRITE), ...errors],
  ...(says.platformOnly ? { platformOnly: true } : {}),
  ...(says.posts ? { posts: true } : {}),
  ...(says.linksNext ? { linksNext: true } : {}),
  ...(says.timeoutMs === undefined ? {} : { timeoutMs: says.timeoutMs }),
  ...(says.bucket === 'bulkInvoices' ? { bucket: 'bulkInvoices' as const } : {}),
})

/** Everything that any write and any read can be refused with, for a route that is written by hand. */
export const errorsOfReading = (...own: readonly ErrorEnum[]): ErrorEnum[] => [...ADMISSION, ...own]
export const errorsOfWriting = (...own: readonly ErrorEnum[]): ErrorEnum[] => [...ADMISSION, ...WRITE, ...own]

/** The path as the router wants it: `/v1/businesses/:businessId`. */
export const routeOf = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `:${pathName(name)}`)

export type AddOptions = { api: Interface; methodOf: MethodOf; byHand: ReadonlyMap<string, Handler> }

/** Adds a route for each operation that a token is needed for. */
export function addOperations(app: FastifyInstance, { api, methodOf, byHand }: AddOptions): void {
  for (const operation of api.contract.operations) {
    if (operation.scope === undefined) continue
    const { http, bodyLimit } = operation
    const ready = api.ready(operation)
    const handler = byHand.get(operation.id) ?? asking(methodOf(operation.service, operation.method.name))
    const body = api.bodySchema(operation)
    const query = api.querySchema(operation)
    app.route({
      method: http.method,
      url: routeOf(http.path),
      schema: { ...(body ? { body } : {}), ...(query ? { querystring: query } : {}) },
      config: { ...configOf(operation), documents: operationDocument(api, operation) },
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      ...(operation.pathFields.includes('client_id') ? { onRequest: requireOwnClient } : {}),
      handler: async (request, reply) => handler(request, reply, ready),
    })
  }
}

/** The same words whether the id is of another client, of none, or no id at all: nothing tells them apart. */
function requireOwnClient(request: FastifyRequest, _reply: FastifyReply, done: (refusal?: Error) => void): void {
  const { clientId } = request.params as { clientId: string }
  const isOwn = clientId === request.caller?.clientId
  done(isOwn ? undefined : refused('ClientNotFound', 'The token is not of this client.', { field: 'clientId' }))
}

export const askedBy = ({ params, query, body }: FastifyRequest): Asked => ({
  params: params as Record<string, string>,
  query: query as Fields,
  body,
})

/** Asks the one service that has the operation, and tells what it says. */
const asking =
  (method: Method): Handler =>
  async (request, reply, ready) =>
    answer(request, reply, ready, await request.ask(method, ready.read(askedBy(request))))

/** Sends what a service answered. */
export async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, tell }: Pick<Ready, 'operation' | 'tell'>,
  answered: object,
): Promise<FastifyReply> {
  const said = answered as Message
  if (operation.posts && Object.hasOwn(said, 'posting')) reply.header('pacioli-posting', said['posting'])
  if (operation.linksNext) linkNext(request, reply, cursorOf(said))
  return reply
    .code(statusOf(operation, said))
    .type('application/json; charset=utf-8')
    .send(await tell(answered))
}

function cursorOf({ pagination }: Message): string | undefined {
  const page = pagination as { cursor?: string } | null | undefined
  return page && Object.hasOwn(page, 'cursor') ? page.cursor : undefined
}

/** 201 for what is new, 200 for what was there already. */
function statusOf({ ok, created, accepted, response }: Operation, answered: Message): number {
  if (accepted !== undefined) return 202
  if (created === undefined) return 200
  if (ok === undefined) return 201
  const isNew = 'created' in response.fields ? answered['created'] : (answered['data'] as unknown[]).length > 0
  return isNew === true ? 201 : 200
}

/** From so many elements on, a list is told without keeping the process from everybody else meanwhile. */
const LONG_LIST = 50

function answerTeller(contract: Contract, teller: Teller, operation: Operation): Omit<Ready, 'operation' | 'read'> {
  const { response, bare, meta, shownAs } = operation
  const data = contract.of(response).fields.find(({ name }) => name === 'data')
  const pagination = contract.of(response).fields.find(({ name }) => name === 'pagination')?.message
  const tellMeta = meta && metaTeller(teller, response, meta.fields)
  const tellPagination = pagination && teller.of(pagination)
  const after = (answered: Message): string => {
    if (tellMeta) return `,"meta":${tellMeta(answered)}}`
    if (!tellPagination) return '}'
    return `,"meta":{"type":"request_metadata","pagination":${tellPagination(answered['pagination'] as Message)}}}`
  }
  const tellPage: Ready['tellPage'] = (told, answered) => `{"data":[${told.join()}]${after(answered as Message)}`
  if (!data?.message) {
    const tellData = teller.of(response, { shownAs })
    return { tellData, tellPage, tell: (answered) => `{"data":${tellData(answered)}${after(answered as Message)}` }
  }
  const tellData = teller.of(data.message, { shownAs })
  const [open, close] = bare ? ['[', () => ']'] : ['{"data":[', (answered: Message) => `]${after(answered)}`]
  if (!data.isList)
    return {
      tellData,
      tellPage,
      tell: (said) => {
        const answered = said as Message
        const one = answered['data'] as Message | null | undefined
        return `{"data":${one ? tellData(one) : 'null'}${after(answered)}`
      },
    }
  return {
    tellData,
    tellPage,
    tell: (said) => {
      const answered = said as Message
      const list = (answered['data'] ?? []) as Message[]
      if (list.length < LONG_LIST) return open + list.map(tellData).join() + close(answered)
      return inSlices(list, tellData, open, close(answered))
    },
  }
}

/** As one text a long answer would take tens of milliseconds to be put together, and as many again to become bytes. */
async function inSlices(list: readonly Message[], tell: Tell, before: string, after: string): Promise<Buffer> {
  const parts = await mapInSlices(list, (item, index) => Buffer.from(`${index === 0 ? '' : ','}${tell(item)}`))
  return Buffer.concat([Buffer.from(before), ...parts, Buffer.from(after)])
}

/** Fields of the answer that stand beside its data. */
function metaTeller(teller: Teller, response: protobuf.Type, names: readonly string[]): Tell {
  const others = Object.keys(response.fields).filter((name) => !names.includes(name))
  if (names.length === 0) return () => '{}'
  return teller.of(response, { without: others })
}
