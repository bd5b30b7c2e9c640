/** Explains a schema violation: which field, what was expected, what came. Pure. */
import { problem, type ErrorEnum, type Problem } from '@pacioli/errors'
import type { ErrorObject } from 'ajv'
import { formats, isFormat, QUANTITY_DECIMALS } from './formats.ts'

/** The parts of a schema that can be explained in words. */
export type SchemaNode = {
  type?: string | string[]
  enum?: (string | null)[]
  const?: unknown
  format?: string
  pattern?: string
  description?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  discriminator?: { propertyName: string }
  'x-quantity'?: true
  properties?: Record<string, SchemaNode>
  oneOf?: SchemaNode[]
  anyOf?: SchemaNode[]
}

const MAX_VALUE_LENGTH = 100

/** Text with this format is a secret: errors never quote what came in its place. */
const SECRET_FORMAT = 'password'

/** Whether a body with this schema contains a secret. */
export const holdsSecret = (schema: SchemaNode): boolean =>
  Object.values(schema.properties ?? {}).some(({ format }) => format === SECRET_FORMAT)

/** A body that is no object may be the secret itself. */
const isHidden = ({ instancePath, parentSchema }: ErrorObject, root: SchemaNode): boolean =>
  (parentSchema as SchemaNode | undefined)?.format === SECRET_FORMAT || (instancePath === '' && holdsSecret(root))

/** The part of the request, which decides the name of the error. */
export type Part = 'body' | 'query'

const enumOf: Record<Part, ErrorEnum> = { body: 'InvalidPayload', query: 'InvalidQuery' }

/** @param root the schema of the whole part */
export function problemOf(error: ErrorObject, part: Part, root: SchemaNode, prefix = ''): Problem {
  const field = fieldOf(error, prefix)
  const noun = part === 'body' ? 'Field' : 'Query parameter'
  const where = field === '' ? 'The body' : `${noun} \`${field}\``
  if (error.keyword === 'additionalProperties') {
    const description = `${noun} \`${field}\` does not exist here. Check its spelling, or leave it out.`
    return problem('UnknownField', description, { field })
  }
  if (error.keyword === 'required') return problem(enumOf[part], `${where} is required.`, { field })
  const expected = `${where}: expected ${expectedBy(error)}`
  if (isHidden(error, root))
    return problem(enumOf[part], `${expected}, got ${describeKind(error.data)}.`, field === '' ? {} : { field })
  const came: unknown = error.keyword === 'discriminator' ? error.params['tagValue'] : error.data
  const description = `${expected}, got ${describeValue(came)}.`
  return problem(enumOf[part], description, { ...(field === '' ? {} : { field }), ...shortValue(came) })
}

/** `37.line_items.0.amount` */
function fieldOf({ instancePath, keyword, params }: ErrorObject, prefix: string): string {
  const path = instancePath.split('/').slice(1).map(unescapePointer)
  if (keyword === 'required') path.push(String(params['missingProperty']))
  if (keyword === 'additionalProperties') path.push(String(params['additionalProperty']).slice(0, MAX_VALUE_LENGTH))
  if (keyword === 'discriminator') path.push(String(params['tag']))
  return prefix === '' ? path.join('.') : [prefix, ...path].join('.')
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

function expectedBy({ keyword, params, parentSchema }: ErrorObject): string {
  if (keyword === 'x-max-json-bytes') return `at most ${String(params['limit'])} bytes as compact JSON`
  const schema = (parentSchema ?? {}) as SchemaNode
  if (keyword === 'discriminator') return tagsOf(schema, String(params['tag']))
  return expectation(schema)
}

const tagIn = (schema: SchemaNode, tag: string): string => `\`${tag}\` ${tagsOf(schema, tag)}`

const tagsOf = ({ oneOf = [] }: SchemaNode, tag: string): string =>
  oneOf.map((branch) => String(branch.properties?.[tag]?.const)).join(' or ')

/** The schema in words: "an integer from 1 to 500", "one of ASC, DESC". */
export function expectation(schema: SchemaNode): string {
  if (schema.anyOf) return choice(schema.anyOf)
  if (schema.enum) return `one of ${schema.enum.filter((value) => value !== null).join(', ')}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = schema.type === undefined ? [] : [schema.type].flat()
  const orNull = types.includes('null') ? ' or null' : ''
  if (schema['x-quantity'])
    return `a decimal number, as text or as a number, with at most ${QUANTITY_DECIMALS} decimals${orNull}`
  return `${ofType(
    schema,
    types.find((type) => type !== 'null'),
  )}${orNull}`
}

function choice(forms: SchemaNode[]): string {
  const values = forms.filter(({ type }) => type !== 'null')
  return `${values.map(expectation).join(', or ')}${values.length < forms.length ? ', or null' : ''}`
}

function ofType(schema: SchemaNode, type: string | undefined): string {
  switch (type) {
    case 'integer':
    case 'number':
      return `${type === 'integer' ? 'an integer' : 'a number'}${range('from', schema.minimum, schema.maximum)}`
    case 'string':
      return text(schema)
    case 'array':
      return `a list${range('of', schema.minItems, schema.maxItems)}`
    case 'boolean':
      return 'true or false'
    default:
      return schema.discriminator ? `an object with ${tagIn(schema, schema.discriminator.propertyName)}` : 'an object'
  }
}

function text(schema: SchemaNode): string {
  if (schema.format !== undefined && isFormat(schema.format)) return formats[schema.format].expected
  if (schema.pattern !== undefined) return `text that matches ${schema.pattern}`
  return `text${range('of', schema.minLength, schema.maxLength)}${schema.maxLength === undefined ? '' : ' characters'}`
}

function range(word: string, from: number | undefined, to: number | undefined): string {
  if (from === undefined) return to === undefined ? '' : ` ${word === 'of' ? 'of at most' : 'up to'} ${to}`
  return to === undefined ? ` ${word} at least ${from}` : ` ${word} ${from} to ${to}`
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return value === null ? 'null' : 'an object'
  if (typeof value === 'string') {
    return value.length > MAX_VALUE_LENGTH ? `text of ${value.length} characters` : JSON.stringify(value)
  }
  return JSON.stringify(value)
}

/** The kind of a value, without the value. */
function describeKind(value: unknown): string {
  if (typeof value === 'string') return `text of ${[...value].length} characters`
  if (typeof value === 'number') return 'a number'
  return typeof value === 'boolean' ? 'true or false' : describeValue(value)
}

/** The value, cut short; nothing for lists and objects. */
function shortValue(value: unknown): { value?: unknown } {
  if (typeof value === 'string') return { value: value.slice(0, MAX_VALUE_LENGTH) }
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? { value } : {}
}
