/**
 * The public contract and the internal one say the same twice: in the schemas of the routes and in the protos. This
 * holds them against each other, field by field, so that neither can gain or lose one alone.
 */
import protobuf from 'protobufjs'
import type { TSchema } from 'typebox'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as accounts from './schemas/accounts.ts'
import * as businesses from './schemas/businesses.ts'
import * as journal from './schemas/journal.ts'
import { PaginationMeta, TagInput } from './schemas/parts.ts'
import * as reports from './schemas/reports.ts'
import { sharedSchemas } from './schemas/shared.ts'

type Node = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  oneOf?: Node[]
  anyOf?: Node[]
  additionalProperties?: Node | boolean
}

const protos = fileURLToPath(new URL('..', import.meta.resolve('@pacioli/protos')))
const root = new protobuf.Root()
root.resolvePath = (_from, to) => `${protos}${to}`
root.loadSync(
  ['businesses', 'chart_of_accounts', 'journal']
    .map((file) => `pacioli/ledger/v1/${file}.proto`)
    .concat('pacioli/reporting/v1/reports.proto'),
  { keepCase: true },
)

const LEDGER = 'pacioli.ledger.v1'
const COMMON = 'pacioli.common.v1'
const REPORTING = 'pacioli.reporting.v1'

/** Fields of a message that callers do not see or send, and why. */
const internal: Record<string, string[]> = {
  // Orders the events of a business.
  [`${LEDGER}.Business`]: ['version'],
  // Names of the fields that came as null.
  [`${LEDGER}.UpdateBusinessRequest`]: ['cleared'],
  // The account stands in the path.
  [`${LEDGER}.UpdateAccountRequest`]: ['cleared', 'account_id'],
  [`${LEDGER}.ListAccountLinesRequest`]: ['account_id'],
  // The entry stands in the path.
  [`${LEDGER}.ReverseEntryRequest`]: ['entry_id'],
}

/** Fields of a schema that no message carries yet, null in every answer. */
const nullOnly: Record<string, string[]> = { [`${LEDGER}.AccountLine`]: ['transaction', 'invoice'] }

/** Fields of a query that the gateway merges into another one. */
const merged: Record<string, string[]> = { [`${LEDGER}.ListEntriesRequest`]: ['reference_number'] }

/** A list separated by commas outside, a repeated field inside. */
const COMMA_LIST = 'reference_numbers'

/** A JSON object outside, JSON text inside. */
const JSON_TEXT = 'metadata'

const scalars: Record<string, string> = { string: 'string', bool: 'boolean', int32: 'integer', int64: 'integer' }

function resolve(node: Node): Node {
  if (node.$ref !== undefined) {
    const found = sharedSchemas.find((schema) => `${(schema as { $id?: string }).$id}#` === node.$ref)
    if (!found) throw new Error(`${node.$ref} is not a shared schema`)
    return found
  }
  return node.anyOf?.find(({ type }) => [type].flat().includes('object')) ?? node
}

/** The fields of an object, of all its forms together where it has several. */
function propertiesOf(node: Node): Record<string, Node> {
  const { oneOf, properties = {} } = resolve(node)
  return oneOf ? Object.assign({}, ...oneOf.map((form) => form.properties ?? {})) : properties
}

const typesOf = (node: Node): string[] => [resolve(node).type ?? []].flat()
const isConst = (node: Node): boolean => node.const !== undefined

type Side = 'answer' | 'request'

class Comparison {
  readonly differences: string[] = []
  readonly #seen = new Set<string>()
  readonly #side: Side

  constructor(side: Side) {
    this.#side = side
  }

  message(node: Node, name: string): this {
    const type = root.lookupType(name)
    const seen = `${name} ${JSON.stringify(node.$ref ?? '')}`
    if (this.#seen.has(seen)) return this
    this.#seen.add(seen)
    const properties = { ...propertiesOf(node) }
    for (const only of [...(nullOnly[name] ?? []), ...(merged[name] ?? [])]) delete properties[only]
    const fields = this.#fieldsOf(type, name)
    for (const field of fields.keys())
      if (!(field in properties)) this.differences.push(`${name}.${field}: not in the schema`)
    for (const [field, schema] of Object.entries(properties)) {
      const found = fields.get(field)
      if (found) this.#field(schema, found.resolve(), `${name}.${field}`, node)
      else if (!isConst(schema)) this.differences.push(`${name}.${field}: not in the proto`)
    }
    return this
  }

  /** A page request is spread over the query. */
  #fieldsOf(type: protobuf.Type, name: string): Map<string, protobuf.Field> {
    const fields = type.fieldsArray.flatMap((field) =>
      field.type.endsWith('PageRequest') ? root.lookupType(`${COMMON}.PageRequest`).fieldsArray : [field],
    )
    const hidden = internal[name] ?? []
    return new Map(fields.filter((field) => !hidden.includes(field.name)).map((field) => [field.name, field]))
  }

  #field(schema: Node, field: protobuf.Field, at: string, parent: Node): void {
    const types = typesOf(schema)
    const expect = (type: string): void => {
      if (!types.includes(type)) this.differences.push(`${at}: ${type} in the proto, ${types.join()} in the schema`)
    }
    if (field.map) {
      expect('object')
      const values = resolve(schema).additionalProperties
      if (typeof values === 'object' && field.resolvedType) this.message(values, field.resolvedType.fullName.slice(1))
    } else if (field.repeated) {
      expect(field.name === COMMA_LIST ? 'string' : 'array')
      const { items } = resolve(schema)
      if (items && field.resolvedType) this.message(items, field.resolvedType.fullName.slice(1))
    } else if (field.resolvedType) {
      expect('object')
      this.message(schema, field.resolvedType.fullName.slice(1))
    } else {
      expect(field.name === JSON_TEXT ? 'object' : (scalars[field.type] ?? field.type))
      this.#optional(schema, field, at, parent)
    }
  }

  /** What may be unset inside is null outside, or may be left out of a request. */
  #optional(schema: Node, field: protobuf.Field, at: string, parent: Node): void {
    const isOptional = (field.options?.proto3_optional as boolean | undefined) === true || field.partOf !== null
    const isRequired = resolve(parent).required?.includes(field.name) ?? false
    const mayBeMissing = this.#side === 'answer' ? typesOf(schema).includes('null') : !isRequired
    if (resolve(parent).oneOf || isOptional === mayBeMissing) return
    this.differences.push(`${at}: ${isOptional ? 'optional' : 'required'} in the proto, not so in the schema`)
  }
}

const compare = (side: Side, schema: TSchema, name: string): string[] =>
  new Comparison(side).message(schema, name).differences

describe('an answer has the fields of its message', () => {
  test.each([
    ['Business', businesses.Business, `${LEDGER}.Business`],
    ['a chart account', accounts.ChartAccount, `${COMMON}.ChartAccount`],
    ['the chart', accounts.Chart, `${LEDGER}.GetChartResponse`],
    ['the balances', accounts.Balances, `${LEDGER}.ListAccountsResponse`],
    ['a journal entry', journal.LedgerEntry, `${LEDGER}.LedgerEntry`],
    ['an account line', journal.AccountLine, `${LEDGER}.AccountLine`],
    ['pagination', propertiesOf(PaginationMeta as Node)['pagination'] as TSchema, `${COMMON}.Pagination`],
    ['a report', reports.Report, `${REPORTING}.Report`],
  ])('%s', (_what, schema, message) => {
    expect(compare('answer', schema, message)).toEqual([])
  })
})

describe('a request has the fields of its message', () => {
  test.each([
    ['creating a business', businesses.CreateBusinessBody, `${LEDGER}.BusinessInput`],
    ['updating a business', businesses.UpdateBusinessBody, `${LEDGER}.UpdateBusinessRequest`],
    ['creating an account', accounts.CreateAccountBody, `${LEDGER}.CreateAccountRequest`],
    ['updating an account', accounts.UpdateAccountBody, `${LEDGER}.UpdateAccountRequest`],
    ['posting an entry', journal.EntryInput, `${LEDGER}.JournalEntryInput`],
    ['a tag', TagInput, `${COMMON}.TagKeyValue`],
    ['reversing an entry', journal.ReverseBody, `${LEDGER}.ReverseEntryRequest`],
  ])('%s', (_what, schema, message) => {
    expect(compare('request', schema, message)).toEqual([])
  })

  test.each([
    ['businesses', businesses.ListBusinessesQuery, `${LEDGER}.ListBusinessesRequest`],
    ['the chart', accounts.ChartQuery, `${LEDGER}.GetChartRequest`],
    ['balances', accounts.BalancesQuery, `${LEDGER}.ListAccountsRequest`],
    ['account lines', journal.AccountLinesQuery, `${LEDGER}.ListAccountLinesRequest`],
    ['entries', journal.ListEntriesQuery, `${LEDGER}.ListEntriesRequest`],
    ['the trial balance', reports.TrialBalanceQuery, `${REPORTING}.GetTrialBalanceRequest`],
  ])('the query of %s', (_what, schema, message) => {
    expect(compare('request', schema, message)).toEqual([])
  })
})

test('a field that one side lacks is found', () => {
  const { memo: _memo, ...rest } = propertiesOf(journal.LedgerEntry)
  const broken = { ...journal.LedgerEntry, properties: { ...rest, mood: { type: 'string' } } } as unknown as TSchema
  expect(compare('answer', broken, `${LEDGER}.LedgerEntry`)).toEqual([
    `${LEDGER}.LedgerEntry.memo: not in the schema`,
    `${LEDGER}.LedgerEntry.mood: not in the proto`,
  ])
})
