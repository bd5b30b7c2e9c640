/** Random input for an operation, from quite right to quite wrong, as its own documentation describes it. */
import fc from 'fast-check'
import type { JsonSchema, Operation } from './contract.ts'

/** What tends to break things. */
const NASTY: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 53,
    2 ** 63,
    -(2 ** 53),
    1e308,
    '',
    ' ',
    '\0',
    '\ud83d',
    '../../etc',
    '%00',
    "'; --",
  ],
  ...[
    '__proto__',
    'constructor',
    'NaN',
    '1e3',
    '2026-02-30',
    '9999-12-31T23:59:59.999+14:00',
    '0001-01-01',
    '{}',
    '[]',
  ],
  ...['x'.repeat(5_000), '=cmd()', 'İ', '日本', [], {}, [[]], [null], { toString: 1 }],
  '00000000-0000-0000-0000-000000000000',
]
const nasty = fc.constantFrom(...NASTY)

const anything = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary', maxLength: 40 }))

const instants = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

const textOf: Record<string, fc.Arbitrary<unknown>> = {
  'date-time': instants,
  date: instants.map((text) => text.slice(0, 10)),
  'date-or-date-time': instants,
  uuid: fc.uuid(),
  byte: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  currency: fc.constantFrom('USD', 'EUR', 'JPY'),
  'time-zone': fc.constantFrom('UTC', 'America/New_York', 'Pacific/Kiritimati'),
}

interface Constraints extends JsonSchema {
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  pattern?: string
  minItems?: number
}

/** Now and then something else altogether takes the place of a value, or never. */
type Care = 'ROUGHLY' | 'RIGHTLY'

function valueOf(schema: JsonSchema, care: Care): fc.Arbitrary<unknown> {
  const right = fitting(schema, care)
  return care === 'RIGHTLY' ? right : fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: anything })
}

function fitting(schema: Constraints, care: Care): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, care)))
  switch ([schema.type ?? 'object'].flat()[0]) {
    case 'integer': {
      const min = Math.max(schema.minimum ?? -10, -10)
      return fc.integer({ min, max: Math.min(schema.maximum ?? min + 1_000, min + 1_000) })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, care), { minLength: schema.minItems ?? 0, maxLength: 4 })
    case 'string':
      if (schema.format !== undefined) return textOf[schema.format] ?? fc.string()
      return fc.oneof(
        fc.constantFrom('CASH', 'SALES', 'A', 'CA', '10'),
        fc.string({ unit: 'grapheme', maxLength: Math.min(schema.maxLength ?? 20, 20) }),
      )
    default:
      return objectOf(schema, care)
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, care: Care): fc.Arbitrary<object> {
  const named = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema, care)]))
  const known = fc.record(named, { requiredKeys: required.filter((name) => name in named) })
  if (care === 'RIGHTLY') return known
  const unknown = fc.dictionary(fc.string({ unit: 'binary', maxLength: 10 }), anything, { maxKeys: 2 })
  return fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, unknown).map(([right, wrong]) => ({ ...wrong, ...right })) },
  )
}

export interface GarbageCall {
  path: Record<string, string>
  query: Record<string, string[]>
  rawBody: string | undefined
  headers: Record<string, string>
}

const headerText = fc.string({ unit: fc.constantFrom(...'abz09-_ !~é'), minLength: 1, maxLength: 300 })

/** `.` and `..` go no further than the caller's own URL. */
const fitsIntoPath = (text: string): boolean => !/^\.{1,2}$/.test(text)

/** A path parameter is a text that fits into a path at all; the ids given are tried often, so that calls get further. */
const pathText = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }).filter(fitsIntoPath) },
  )

/** Calls of the operation, from quite right to quite wrong; paths lead mostly to one of the ids. */
export function callsOf(
  { parameters, requestBody, path }: Operation,
  ids: Record<string, readonly string[]>,
): fc.Arbitrary<GarbageCall> {
  const query = queryOf(parameters, 'ROUGHLY')
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const [content] = Object.values(requestBody?.content ?? {})
  const body: fc.Arbitrary<string | undefined> = content
    ? fc.oneof(
        { weight: 12, arbitrary: valueOf(content.schema, 'ROUGHLY').map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
    : fc.constant(undefined)
  return fc.record({
    path: fc.record(Object.fromEntries(names.map((name) => [name, pathText(ids[name] ?? ['x'])]))),
    query,
    rawBody: body,
    headers: fc
      .record({ 'idempotency-key': headerText, 'x-request-id': headerText }, { requiredKeys: [] })
      .map(withLatin1),
  })
}

const queryOf = (parameters: Operation['parameters'], care: Care): fc.Arbitrary<Record<string, string[]>> => {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const named = inQuery.map(({ name, schema }) => [name, valueOf(schema, care).map(asTexts)])
  const all = fc.record(Object.fromEntries(named) as Record<string, fc.Arbitrary<string[]>>, { requiredKeys: [] })
  return all as fc.Arbitrary<Record<string, string[]>>
}

/**
 * Calls that are right but for one value, which is nasty: each in another place, and over all operations each of the
 * nasty values in many of them. None where there is nothing to say but the path.
 * @param turn the number of the operation among all
 */
export function spoiltCallsOf(
  { parameters, requestBody, path }: Operation,
  ids: Record<string, readonly string[]>,
  turn: number,
  count: number,
): GarbageCall[] {
  const [content] = Object.values(requestBody?.content ?? {})
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const right = fc.record({
    query: queryOf(parameters, 'RIGHTLY'),
    body: content ? valueOf(content.schema, 'RIGHTLY') : fc.constant(undefined),
  })
  return fc.sample(right, { numRuns: count, seed: turn }).flatMap(({ query, body }, index) => {
    const it = NASTY[(turn * count + index) % NASTY.length]
    const places = [...placesIn(body), ...parameters.flatMap((one) => (one.in === 'query' ? [one.name] : []))]
    const place = places[(turn + Math.floor((index * places.length) / count)) % places.length]
    if (place === undefined) return []
    return {
      path: Object.fromEntries(names.map((name) => [name, ids[name]?.[0] ?? 'x'])),
      query: typeof place === 'string' ? { ...query, [place]: asTexts(it) } : query,
      rawBody: body === undefined ? undefined : JSON.stringify(typeof place === 'string' ? body : put(body, place, it)),
      headers: {},
    }
  })
}

type Place = string[]

/** The ways to every value within, and to the whole. */
function placesIn(value: unknown): Place[] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner).map((rest) => [key, ...rest]))]
}

function put(value: unknown, [key, ...rest]: Place, it: unknown): unknown {
  if (key === undefined) return it
  if (Array.isArray(value))
    return value.map((inner, at) => (String(at) === key ? put(inner, rest, it) : (inner as unknown)))
  return { ...(value as object), [key]: put((value as Record<string, unknown>)[key], rest, it) }
}

const asTexts = (value: unknown): string[] =>
  [value].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one ?? null)))

/** Header values are bytes; anything beyond Latin-1 would never leave the client. */
const withLatin1 = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers as Record<string, string>).map(([name, text]) => [name, text.trim() || 'x']),
  )
