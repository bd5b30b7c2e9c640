/** What callers may do, as the protos say it: how each operation is read and answered. */
import type { protobuf } from '@pacioli/protos'
import type { WritePreview } from '@pacioli/protos/ledger'
import { mapInChunks } from '@pacioli/service'
import { daysOf, type GivenDay } from './days.ts'
import { Contract } from './descriptors.ts'
import type { Operation } from './operation-of.ts'
import { querySchema } from './query-schema.ts'
import { MessageReader, readingOf, type RequestParts, type Fields } from './reading.ts'
import { RequestSchemas, type RequestWriter } from './request-schemas.ts'
import type { Schema } from './schema-writer.ts'
import { Serializers, type Serialize } from './serializers.ts'

type Message = Record<string, unknown>

/** An operation with its reader and serializers. */
export type Ready = {
  operation: Operation
  read: (request: RequestParts) => Fields
  /** The days that it gives for instants; undefined where it takes none. */
  days: ((request: RequestParts) => readonly GivenDay[]) | undefined
  /** The whole answer, with the preview of a write that was only previewed, and its data alone. */
  serialize: (answered: object, preview?: WritePreview) => string | Promise<Buffer>
  serializeData: Serialize
  /** The answer around a list of serialized elements. */
  serializePage: (text: readonly string[], answered: object) => string
}

/** What callers may do, read once: routes and reference are made from it. */
export class Interface {
  readonly contract: Contract
  readonly schemas: RequestSchemas
  readonly #reader: MessageReader
  readonly #serializers: Serializers

  constructor(contract = new Contract()) {
    this.contract = contract
    this.schemas = new RequestSchemas(contract)
    this.#reader = new MessageReader(contract)
    this.#serializers = new Serializers(contract)
  }

  ready(operation: Operation): Ready {
    const serializers = answerSerializer(this.contract, this.#serializers, operation)
    const read = readingOf(this.contract, this.#reader, operation)
    return { operation, read, days: daysOf(this.contract, operation), ...serializers }
  }

  /** Serializes a message for a route written by hand. */
  serializerOf(name: string): Serialize {
    return this.#serializers.of(this.contract.message(name).message)
  }

  /** A write without a body accepts only an empty one: anything else is a mistake about what it does. */
  bodySchema({ http, request, pathFields, optionalBody }: Operation): Schema | undefined {
    if (http.body === undefined) return http.method === 'GET' ? undefined : NOTHING
    const whole = this.schemas.body(request, pathFields)
    const body = http.body === '*' ? whole : ((whole['properties'] as Record<string, Schema>)[http.body] as Schema)
    return optionalBody ? { ...body, type: ['object', 'null'] } : body
  }

  querySchema(operation: Operation, schemas: RequestWriter = this.schemas): Schema | undefined {
    if (operation.isPreviewable) return VALIDATE_ONLY
    if (operation.http.method !== 'GET') return undefined
    return querySchema(this.contract, schemas, operation.request, operation.pathFields)
  }
}

/** Of writes (AIP-163). */
const VALIDATE_ONLY: Schema = {
  type: 'object',
  properties: {
    validate_only: {
      type: 'boolean',
      description:
        'Whether the write is only previewed: it is refused or answered as it would be, `meta.preview` tells what it would do to the books, and nothing of it stays. Ids and times in the answer are not those that the write will give. An Idempotency-Key is neither read nor kept.',
    },
  },
  additionalProperties: false,
}

const NOTHING: Schema = { type: ['object', 'null'], properties: {}, additionalProperties: false }

/** A list of so many elements is serialized in chunks, so as not to block other requests. */
const LONG_LIST = 200

function answerSerializer(
  contract: Contract,
  serializers: Serializers,
  operation: Operation,
): Omit<Ready, 'operation' | 'read' | 'days'> {
  const { response, bare, meta, shownAs } = operation
  const data = contract.of(response).fields.find(({ name }) => name === 'data')
  const pagination = contract.of(response).fields.find(({ name }) => name === 'pagination')?.message
  const serializeMeta = meta && metaSerializer(serializers, response, meta.fields)
  const serializePagination = pagination && serializers.of(pagination)
  const serializePreview = serializers.of(contract.message('pacioli.ledger.v1.WritePreview').message)
  const after = (answered: Message, preview?: WritePreview): string => {
    const fields = [
      ...(serializePagination
        ? [`"type":"request_metadata","pagination":${serializePagination(answered['pagination'] as Message)}`]
        : []),
      ...(serializeMeta ? [serializeMeta(answered).slice(1, -1)].filter((text) => text !== '') : []),
      ...(preview ? [`"preview":${serializePreview(preview)}`] : []),
    ]
    return serializePagination || serializeMeta || preview ? `,"meta":{${fields.join()}}}` : '}'
  }
  const serializePage: Ready['serializePage'] = (text, answered) =>
    `{"data":[${text.join()}]${after(answered as Message)}`
  if (!data?.message) {
    const serializeData = serializers.of(response, { shownAs })
    return {
      serializeData,
      serializePage,
      serialize: (answered, preview) => `{"data":${serializeData(answered)}${after(answered as Message, preview)}`,
    }
  }
  const serializeData = serializers.of(data.message, { shownAs })
  if (!data.isList)
    return {
      serializeData,
      serializePage,
      serialize: (message, preview) => {
        const answered = message as Message
        const one = answered['data'] as Message | null | undefined
        return `{"data":${one ? serializeData(one) : 'null'}${after(answered, preview)}`
      },
    }
  return {
    serializeData,
    serializePage,
    serialize: (message, preview) => {
      const answered = message as Message
      const list = (answered['data'] ?? []) as Message[]
      const isBare = bare && !preview
      const [open, close] = isBare ? ['[', ']'] : ['{"data":[', `]${after(answered, preview)}`]
      if (list.length >= LONG_LIST) return inChunks(list, serializeData, open, close)
      let text = open
      for (const [at, item] of list.entries()) text += at === 0 ? serializeData(item) : `,${serializeData(item)}`
      return text + close
    },
  }
}

/** As one text a long answer would take tens of milliseconds to concatenate, and as many again to encode. */
async function inChunks(
  list: readonly Message[],
  serialize: Serialize,
  before: string,
  after: string,
): Promise<Buffer> {
  const parts = await mapInChunks(list, (item, index) => Buffer.from(`${index === 0 ? '' : ','}${serialize(item)}`))
  return Buffer.concat([Buffer.from(before), ...parts, Buffer.from(after)])
}

/** Serializes the fields beside the data. */
function metaSerializer(serializers: Serializers, response: protobuf.Type, names: readonly string[]): Serialize {
  const others = Object.keys(response.fields).filter((name) => !names.includes(name))
  if (names.length === 0) return () => '{}'
  return serializers.of(response, { without: others })
}
