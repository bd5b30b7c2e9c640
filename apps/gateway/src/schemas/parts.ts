/** What schemas are made of. Every text has a largest length, every number a range, every list a size. */
import { MAX_AMOUNT } from '@pacioli/money'
import { Type, type Static, type TSchema, type TUnsafe } from 'typebox'

/** Formats of texts. In answers they stand alone; what is sent has a largest length too: `Uuid` and `Instant`. */
export const uuid = { format: 'uuid' }
export const instant = { format: 'date-time' }

// ---- Requests

/** Field of a body that may be left out or be null, which means the same. */
export const Optional = <Schema extends TSchema>(schema: Schema) =>
  // gRPC's encoder reads null as "not set", so the type need not show it, and nothing has to be copied to remove it.
  Type.Optional(Type.Unsafe<Static<Schema>>(nullable(schema)))

const nullable = (schema: TSchema): TSchema => {
  const node = schema as TSchema & { type?: string | string[]; enum?: unknown[]; anyOf?: TSchema[] }
  if (node.anyOf) return { ...node, anyOf: [...node.anyOf, { type: 'null' }] }
  const types = { type: [...[node.type ?? 'object'].flat(), 'null'] }
  return { ...node, ...types, ...(node.enum ? { enum: [...node.enum, null] } : {}) }
}

/** Text of 1 to `max` characters. */
export const Text = (max: number, options: { description?: string; examples?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength: max, ...options })

/** Text that may be empty. */
export const Note = (max: number, options: { description?: string } = {}) => Type.String({ maxLength: max, ...options })

/** Text that is never shown again, not in a refusal either. */
export const Secret = (min: number, max: number, options: { description?: string } = {}) =>
  Type.String({ minLength: min, maxLength: max, format: 'password', writeOnly: true, ...options })

export const Pattern = (pattern: string, max: number, options: { description?: string } = {}) =>
  Type.String({ pattern, maxLength: max, ...options })

export const OneOf = <const Values extends readonly string[]>(values: Values, options: { description?: string } = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })

export const Uuid = (options: { description?: string } = {}) => Type.String({ ...uuid, maxLength: 36, ...options })

export const Instant = (options: { description?: string } = {}) =>
  Type.String({ ...instant, maxLength: 40, ...options })

export const Day = (options: { description?: string } = {}) =>
  Type.String({ format: 'date', maxLength: 10, ...options })

export const DayOrInstant = (options: { description?: string } = {}) =>
  Type.String({ format: 'date-or-date-time', maxLength: 40, ...options })

/** An amount that may go either way. */
export const SignedAmount = (options: { description?: string } = {}) =>
  Type.Integer({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, ...options })

/** An amount that may be nothing. */
export const AmountOrZero = (options: { description?: string } = {}) =>
  Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, ...options })

export const Amount = (options: { description?: string } = {}) =>
  Type.Integer({ minimum: 1, maximum: MAX_AMOUNT, ...options })

export const Metadata = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  'x-max-json-bytes': 1024,
  description: 'Any JSON object of at most 1,024 bytes as compact UTF-8.',
})

export const Body = <Properties extends Record<string, TSchema>>(properties: Properties, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** A body that may be left out altogether. */
export const OptionalBody = <Properties extends Record<string, TSchema>>(properties: Properties) => {
  const body = Body(properties)
  return Type.Unsafe<Static<typeof body> | null>({ ...body, type: ['object', 'null'] })
}

export const Query = Body

export const DIRECTIONS = ['CREDIT', 'DEBIT'] as const
export const BASES = ['ACCRUAL', 'CASH'] as const
export const ReportingBasis = OneOf(BASES, {
  description: 'Which entries count: those of accrual or of cash accounting.',
})

const identifierForms = [
  Body({ type: Type.Literal('AccountId', { type: 'string' }), id: Uuid() }),
  Body({ type: Type.Literal('StableName', { type: 'string' }), stable_name: Text(128) }),
]

export type AccountIdentifierInput = { type: string; id?: string; stable_name?: string }

/** An account by id or by stable name; `type` tells which. */
export const AccountIdentifier: TUnsafe<AccountIdentifierInput> = Type.Unsafe<AccountIdentifierInput>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: identifierForms,
})

export const TagInput = Body({
  key: Text(255),
  value: Text(255),
  dimension_display_name: Optional(Text(255)),
  value_display_name: Optional(Text(255)),
})

export const TagInputs = Type.Array(TagInput, { maxItems: 10, description: 'At most 10, one value per dimension.' })

/** Paging of a listing that sorts by the given fields, in this order where none is asked for. */
export const paging = <const Fields extends readonly string[]>(
  sortFields: Fields,
  defaultOrder: 'ASC' | 'DESC' = 'ASC',
) => ({
  cursor: Type.Optional(
    Text(4096, { description: '`meta.pagination.cursor` of the page before. Keep the other filters.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Items on a page; 100 unless given.' })),
  sort_by: Type.Optional(OneOf(sortFields, { description: `\`${sortFields[0]}\` unless given.` })),
  sort_order: Type.Optional(OneOf(['ASC', 'DESC'], { description: `${defaultOrder} unless given.` })),
})

export const tagFilter = {
  tag_key: Type.Optional(
    Text(255, { description: 'Only lines with a tag of this dimension, and one of `tag_values`.' }),
  ),
  tag_values: Type.Optional(
    Type.Array(Text(255), { minItems: 1, maxItems: 100, description: 'Repeat it: `tag_values=a&tag_values=b`.' }),
  ),
}

/** Reference numbers in one query. */
export const MAX_NUMBERS = 100

/** One number, several, or both: any match. */
export const referenceNumbers = {
  reference_number: Type.Optional(Text(255)),
  reference_numbers: Type.Optional(
    Text(8192, { description: `Up to ${MAX_NUMBERS}, separated by commas; any match.` }),
  ),
}

// ---- Answers. What has no value is null, an empty list is []: the defaults below make the serializer write it.

export const Null = (schema: TSchema, options: object = {}): TSchema => ({
  ...nullable(schema),
  default: null,
  ...options,
})

export const Always = (value: string): TSchema => Type.Literal(value, { type: 'string', default: value })

export const ListOf = (items: TSchema): TSchema => Type.Array(items, { default: [] })

/** All fields are always there. With a name it becomes a component of the OpenAPI document. */
export const Resource = (properties: Record<string, TSchema>, options: { $id?: string; description?: string } = {}) =>
  Type.Object(properties, options)

export const refTo = (schema: TSchema | { $id: string }): TSchema => ({ $ref: `${(schema as { $id: string }).$id}#` })

/** `{data}` around one resource. The type is open: what services answer is held against the schema by a test. */
export const Data = (resource: TSchema, example: unknown, description: string) =>
  Type.Unsafe<unknown>({
    ...Type.Object({ data: resource }),
    description,
    examples: [{ data: example }],
  })

/** `{data: [...]}` of what is never too much for one answer. */
export const List = (resource: TSchema, example: unknown, description: string) =>
  Type.Unsafe<unknown>({
    ...Type.Object({ data: ListOf(resource) }),
    description,
    examples: [{ data: [example] }],
  })

/** A bare list. */
export const BareList = (resource: TSchema, example: unknown, description: string) =>
  Type.Unsafe<unknown>({ ...Type.Array(resource), description, examples: [[example]] })

export const Page = (
  resource: TSchema,
  example: unknown,
  sortBy: string,
  description: string,
  sortOrder: 'ASC' | 'DESC' = 'ASC',
) =>
  Type.Unsafe<unknown>({
    ...Type.Object({ data: ListOf(resource), meta: { $ref: 'Pagination_Meta#' } }),
    description,
    examples: [{ data: [example], meta: { type: 'request_metadata', pagination: examplePage(sortBy, sortOrder) } }],
  })

const examplePage = (sort_by: string, sort_order: string): object => ({
  sort_by,
  sort_order,
  cursor: null,
  has_more: false,
  total_count: 1,
})

export const PaginationMeta = Resource(
  {
    type: Always('request_metadata'),
    pagination: Resource({
      sort_by: Type.String(),
      sort_order: OneOf(['ASC', 'DESC']),
      cursor: Null(Type.String({ description: 'Pass it on to get the next page; null on the last one.' })),
      has_more: Type.Boolean(),
      total_count: Type.Integer({ description: 'How many items fit the filters, on all pages.' }),
    }),
  },
  { $id: 'Pagination_Meta' },
)
