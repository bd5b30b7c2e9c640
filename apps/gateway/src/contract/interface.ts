/** What callers may do, as the protos say it: how each operation is read and told. */
import type { protobuf } from '@pacioli/protos'
import { mapInChunks } from '@pacioli/service'
import { Contract } from './descriptors.ts'
import type { Operation } from './operation-of.ts'
import { querySchema } from './query-schema.ts'
import { MessageReader, readingOf, type Asked, type Fields } from './reading.ts'
import { RequestSchemas, type RequestWriter } from './request-schemas.ts'
import type { Schema } from './schema-writer.ts'
import { Teller, type Tell } from './telling.ts'

type Message = Record<string, unknown>
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

  /** Of a write that takes none, that there is nothing in it: what is sent all the same is a mistake about what it does. */
  bodySchema({ http, request, pathFields, optionalBody }: Operation): Schema | undefined {
    if (http.body === undefined) return http.method === 'GET' ? undefined : NOTHING
    const whole = this.schemas.body(request, pathFields)
    const body = http.body === '*' ? whole : ((whole['properties'] as Record<string, Schema>)[http.body] as Schema)
    return optionalBody ? { ...body, type: ['object', 'null'] } : body
  }

  querySchema(operation: Operation, schemas: RequestWriter = this.schemas): Schema | undefined {
    if (operation.http.method !== 'GET') return undefined
    return querySchema(this.contract, schemas, operation.request, operation.pathFields)
  }
}

const NOTHING: Schema = { type: ['object', 'null'], properties: {}, additionalProperties: false }

/** From so many elements on, a list is told without keeping the process from everybody else meanwhile. */
const LONG_LIST = 200

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
  const tellPage: Ready['tellPage'] = (told, answered) => `{"data":[${told.join()}]${after(answered)}`
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
      if (list.length >= LONG_LIST) return inSlices(list, tellData, open, close(answered))
      let told = open
      for (const [at, item] of list.entries()) told += at === 0 ? tellData(item) : `,${tellData(item)}`
      return told + close(answered)
    },
  }
}

/** As one text a long answer would take tens of milliseconds to be put together, and as many again to become bytes. */
async function inSlices(list: readonly Message[], tell: Tell, before: string, after: string): Promise<Buffer> {
  const parts = await mapInChunks(list, (item, index) => Buffer.from(`${index === 0 ? '' : ','}${tell(item)}`))
  return Buffer.concat([Buffer.from(before), ...parts, Buffer.from(after)])
}

/** Fields of the answer that stand beside its data. */
function metaTeller(teller: Teller, response: protobuf.Type, names: readonly string[]): Tell {
  const others = Object.keys(response.fields).filter((name) => !names.includes(name))
  if (names.length === 0) return () => '{}'
  return teller.of(response, { without: others })
}
