/** Reads the JSON, query and path of a request into the message of the service. */
import { catalogue, refused, type ErrorEnum } from '@pacioli/errors'
import { requireTagPair } from '@pacioli/paging'
import { isUuid, normalizedId, quantityText } from '../validation/formats.ts'
import { isStorable } from '../validation/json-body.ts'
import type { Contract, FieldSpec, Message, Union } from './descriptors.ts'
import { pathName, type Operation } from './operation-of.ts'
import { listIn } from './query-lists.ts'
import { totalsOf } from './request-totals.ts'

export type Fields = Record<string, unknown>
export type RequestParts = { params: Record<string, string>; query: Fields; body: unknown }

type Convert = (value: never) => unknown
/** Reads a message; undefined where it needs no change. */
type Reading = ((given: Fields) => Fields) | undefined

const BYTES = 1024 * 1024

/** @throws PayloadTooLarge */
const fileOf =
  ({ name, max_mebibytes = 1 }: FieldSpec) =>
  (base64: string): Buffer => {
    const content = Buffer.from(base64, 'base64')
    const most = max_mebibytes * BYTES
    if (content.length <= most) return content
    const description = `The file has ${content.length} bytes; it may have at most ${most}. Split it.`
    throw refused('PayloadTooLarge', description, { field: name })
  }

/** A text is an id; where names are allowed, also a form without fields, or a stable name. */
const unionOf =
  ({ by, forms }: Union, kind: 'ACCOUNT_ID' | 'NAME') =>
  (text: string): Fields => {
    if (kind === 'ACCOUNT_ID' || isUuid(text)) return { [by]: 'AccountId', id: normalizedId(text) }
    const bare = forms.find(({ name, fields }) => name === text && fields.length === 0)
    return bare ? { [by]: text } : { [by]: 'StableName', stable_name: text }
  }

export class MessageReader {
  readonly #contract: Contract
  readonly #readings = new Map<Message, { reading: Reading }>()

  constructor(contract: Contract) {
    this.#contract = contract
  }

  /** How a message within another one is read. */
  of(message: Message): Reading {
    const known = this.#readings.get(message)
    if (known) return known.reading
    const made: { reading: Reading } = { reading: undefined }
    this.#readings.set(message, made)
    const conversions = this.#contract.of(message).fields.flatMap((spec) => {
      const convert = this.#converting(spec)
      return convert ? [[spec.name, convert] as const] : []
    })
    const presence = this.#contract.of(message).fields.filter(({ tells }) => tells !== undefined)
    if (conversions.length > 0 || presence.length > 0)
      made.reading = (given) => {
        const read = { ...given }
        for (const [name, convert] of conversions) {
          const value = read[name]
          if (value !== undefined && value !== null) read[name] = convert(value as never)
        }
        for (const { name, tells = '' } of presence) if ((given[tells] ?? undefined) !== undefined) read[name] = true
        return read
      }
    return made.reading
  }

  /** Undefined where the value stays as it is. */
  #converting(spec: FieldSpec): Convert | undefined {
    const one = this.#convertingOne(spec)
    if (!spec.isList) return one
    const list = one && ((values: never[]) => values.map((value) => one(value)))
    const { listField } = spec
    return listField === undefined ? list : (values: never) => ({ [listField]: list ? list(values) : values })
  }

  #convertingOne(spec: FieldSpec): Convert | undefined {
    if (spec.message) {
      const reading = this.of(spec.message)
      const { union } = this.#contract.of(spec.message)
      if (spec.text === undefined || !union) return reading
      const named = unionOf(union, spec.text)
      return (value: string | Fields) => (typeof value === 'string' ? named(value) : reading ? reading(value) : value)
    }
    const { means } = spec
    if (means) {
      const words = this.#contract.wordsOf(spec) ?? []
      return (word: string) => means[words.indexOf(word)]
    }
    if (spec.field.type === 'bytes') return fileOf(spec)
    return spec.format === undefined ? undefined : CONVERSIONS[spec.format]
  }
}

const CONVERSIONS: Partial<Record<string, Convert>> = {
  ID: normalizedId,
  JSON: (value: object) => JSON.stringify(value),
  QUANTITY: quantityText,
}

/** Reads the requests of an operation. */
export function readingOf(
  contract: Contract,
  reader: MessageReader,
  operation: Operation,
): (request: RequestParts) => Fields {
  const { http, request } = operation
  const readBody = http.body === undefined ? undefined : bodyReading(contract, reader, operation)
  const readQuery = http.method === 'GET' ? queryReading(contract, request) : undefined
  const readPath = pathReading(contract, operation)
  const limit = totalsOf(contract, operation)
  return ({ params, query, body }) => {
    limit?.(body)
    const message: Fields = readBody ? readBody(body) : {}
    if (readQuery) readQuery(query, message)
    readPath(params, message)
    return message
  }
}

function bodyReading(
  contract: Contract,
  reader: MessageReader,
  { http, request }: Operation,
): (body: unknown) => Fields {
  const { fields } = contract.of(request)
  if (http.body === '*') return wholeBody(fields, reader.of(request), contract)
  const spec = fields.find(({ name }) => name === http.body)
  if (!spec?.message) throw new Error(`${request.fullName} has no message ${String(http.body)}`)
  const { name, message, isList } = spec
  const read = isList ? reader.of(message) : wholeBody(contract.of(message).fields, reader.of(message), contract)
  if (!read) return (body) => ({ [name]: body })
  return (body) => ({ [name]: isList ? (body as Fields[]).map(read) : read(body as Fields) })
}

/** Fields cleared by null go into `cleared` by name; of a field with two names the first is used. */
function wholeBody(fields: readonly FieldSpec[], reading: Reading, contract: Contract): (body: unknown) => Fields {
  const clears = fields.some(({ name, internal }) => name === 'cleared' && internal === true)
  const aliased = fields.filter(({ alias }) => alias !== undefined)
  const flat = fields.filter(({ flatten }) => flatten === true)
  const presence = fields.filter(({ tells }) => tells !== undefined)
  const tellsOf = new Set(presence.map(({ tells }) => tells))
  const lists = fields.filter(({ listField }) => listField !== undefined)
  return (body) => {
    const given = { ...(body as Fields | null | undefined) }
    for (const spec of aliased) mergeAlias(given, spec, clears)
    for (const spec of flat) nestFields(given, spec, contract)
    const message = reading ? reading(given) : given
    if (!clears) return message
    for (const { name, listField = '' } of lists) if (given[name] === null) message[name] = { [listField]: [] }
    for (const { name, tells = '' } of presence) if (given[tells] !== undefined) message[name] = true
    message['cleared'] = clearedBy(fields, given, tellsOf)
    return message
  }
}

function clearedBy(fields: readonly FieldSpec[], given: Fields, presence: ReadonlySet<string | undefined>): string[] {
  const isNull = ({ name, listField }: FieldSpec): boolean =>
    given[name] === null && listField === undefined && !presence.has(name)
  const cleared = new Set(fields.filter(isNull).map(({ name, clears }) => clears ?? name))
  // Either of two names clears a field, unless the other one has a value.
  for (const { name, clears } of fields)
    for (const named of clears === undefined ? [] : [name, clears])
      if (given[named] !== undefined && given[named] !== null) cleared.delete(clears ?? '')
  return [...cleared]
}

/** @throws InvalidPayload where two names of one field have different values */
function mergeAlias(given: Fields, { name, alias = '', format }: FieldSpec, nullClears: boolean): void {
  const other = given[alias]
  // oxlint-disable-next-line typescript/no-dynamic-delete -- it is what the message does not have
  delete given[alias]
  if (other === undefined || (other === null && !nullClears)) return
  const value = given[name]
  if (value === undefined || (value === null && !nullClears)) given[name] = other
  else if (!isSame(value, other, format)) {
    const description = `Fields \`${name}\` and \`${alias}\` are two names of one thing, and say two things. Send one.`
    throw refused('InvalidPayload', description, { field: alias })
  }
}

/** A day is a whole day in the zone of the business, so no instant. */
const isInstant = (text: unknown): text is string => typeof text === 'string' && text.includes('T')

const isSame = (one: unknown, other: unknown, format: string | undefined): boolean =>
  one === other ||
  ((format === 'INSTANT' || format === 'DAY_OR_INSTANT') &&
    isInstant(one) &&
    isInstant(other) &&
    Date.parse(one) === Date.parse(other))

/** Moves the fields of a flattened message into a message of their own. */
function nestFields(given: Fields, { name, message }: FieldSpec, contract: Contract): void {
  if (!message) return
  const gathered: Fields = {}
  for (const inner of contract.of(message).fields) {
    if (inner.name in given) gathered[inner.name] = given[inner.name]
    // oxlint-disable-next-line typescript/no-dynamic-delete -- it is what the message does not have
    delete given[inner.name]
  }
  given[name] = gathered
}

function queryReading(contract: Contract, request: Message): (query: Fields, message: Fields) => void {
  const { fields } = contract.of(request)
  const isPage = ({ message }: FieldSpec): boolean => message?.name === 'PageRequest'
  const hasTags = fields.some(({ name }) => name === 'tag_key') && fields.some(({ name }) => name === 'tag_values')
  const plain = fields.filter((spec) => spec.internal !== true && !isPage(spec))
  const paged = fields.find(isPage)
  const reads = plain.map((spec) => ({ ...spec, convert: convertingQuery(contract, spec) }))
  return (query, message) => {
    if (hasTags) requireTagPair(query['tag_key'] as string | undefined, query['tag_values'] as string[] | undefined)
    for (const spec of reads) {
      const { name, one, convert } = spec
      const value = sameInQuery(query, spec)
      const single = one === undefined ? undefined : query[one]
      if (value !== undefined || single !== undefined) message[name] = convert(value as never, single as never)
    }
    const { cursor, limit, sort_by, sort_order } = query
    if (paged) message[paged.name] = { cursor, limit, sort_by, sort_order }
  }
}

/** @throws InvalidQuery where two names of one parameter have different values */
function sameInQuery(query: Fields, { name, alias, format }: FieldSpec): unknown {
  const value = query[name]
  const other = alias === undefined ? undefined : query[alias]
  if (value === undefined || other === undefined) return value ?? other
  if (isSame(value, other, format)) return value
  const description = `Query parameters \`${name}\` and \`${String(alias)}\` are two names of one thing, and say two things.`
  throw refused('InvalidQuery', description, { field: alias })
}

function convertingQuery(contract: Contract, spec: FieldSpec): (value: never, single: never) => unknown {
  if (spec.commas === true) return listIn(spec, contract.wordsOf(spec))
  const { means, format } = spec
  const words = contract.wordsOf(spec) ?? []
  if (means) return (value: string) => means[words.indexOf(value)]
  if (format !== 'ID') return (value: unknown) => value
  return (value: string | string[]) => (Array.isArray(value) ? value.map(normalizedId) : normalizedId(value))
}

const MAX_NAME = 128
/** From 1 on, and no more than a number holds. */
const COUNT = /^[1-9]\d{0,14}$/

function pathReading(
  contract: Contract,
  { request, pathFields }: Operation,
): (params: Record<string, string>, message: Fields) => void {
  const read = contract
    .of(request)
    .fields.filter(({ name }) => pathFields.includes(name))
    .map((field) => ({ name: field.name, read: paramReading(field) }))
  return (params, message) => {
    for (const one of read) message[one.name] = one.read(params)
  }
}

/** Reads a field from the path. @throws the error of the field, for a value that cannot be an id, a count or a name */
export function paramReading({ name, field, format, unknown }: FieldSpec): (params: Record<string, string>) => string {
  const param = pathName(name)
  return (params) => {
    const given = params[param] ?? ''
    const isPossible =
      format === 'ID'
        ? isUuid(given)
        : field.type === 'int64'
          ? COUNT.test(given)
          : given !== '' && given.length <= MAX_NAME && isStorable(given)
    if (!isPossible) throw notFound(unknown ?? 'RouteNotFound', param)
    return given
  }
}

const notFound = (error: ErrorEnum, field: string): Error => refused(error, catalogue[error].meaning, { field })
