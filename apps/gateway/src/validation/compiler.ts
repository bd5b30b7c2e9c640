/** Compiles route schemas into validators that find every problem and change nothing. */
import { DomainError, distinct, problem, type Problem } from '@pacioli/errors'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import { formats, isQuantity } from './formats.ts'
import { isStorable } from './json-body.ts'
import { lazy } from './lazy.ts'
import { expectation, problemOf, type Part, type SchemaNode } from './problem-of.ts'
import { queryReader } from './query.ts'

/** Bounds the size of an error. */
const MAX_PROBLEMS = 100

type Outcome = { value: unknown } | { error: DomainError }
type Validator = (data: unknown) => Outcome
type Compile = (schema: SchemaNode) => () => ValidateFunction

function createAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true, verbose: true, discriminator: true, strict: false, coerceTypes: false })
  for (const [name, { validate }] of Object.entries(formats)) ajv.addFormat(name, { type: 'string', validate })
  // A mark, not a rule: see problem-of.ts.
  ajv.addFormat('password', true)
  ajv.addKeyword({
    keyword: 'x-max-json-bytes',
    type: 'object',
    error: { message: 'is too large', params: ({ schema }) => ({ limit: schema as number }) as never },
    validate: (limit: number, data: unknown) => Buffer.byteLength(JSON.stringify(data)) <= limit,
  })
  ajv.addKeyword({
    keyword: 'x-quantity',
    type: ['string', 'number'],
    error: { message: 'is no quantity' },
    validate: (_is: true, data: string | number) => isQuantity(data),
  })
  return ajv
}

/**
 * Validates bodies and queries. Paths are not: an impossible id is an unknown one, a 404. A schema is compiled on first
 * use: compiling all of them would slow down the start.
 * @param atOnce for a test of all schemas: compiles each when its route is added
 */
export function validatorCompiler({ atOnce = false } = {}): FastifySchemaCompiler<unknown> {
  const ajv = createAjv()
  const compile: Compile = (schema) => {
    const validate = lazy(() => ajv.compile(schema))
    if (atOnce) validate()
    return validate
  }
  return ({ schema, httpPart }) => {
    const node = schema as SchemaNode & { items?: SchemaNode }
    if (httpPart === 'querystring') return queryValidator(compile, node)
    if (httpPart !== 'body') return (data: unknown) => ({ value: data })
    return node.type === 'array' ? listValidator(compile, node) : bodyValidator(compile, node)
  }
}

const outcome = (value: unknown, [first, ...rest]: Problem[]): Outcome =>
  first ? { error: new DomainError([first, ...rest.slice(0, MAX_PROBLEMS - 1)]) } : { value }

function bodyValidator(compile: Compile, schema: SchemaNode): Validator {
  const compiled = compile(schema)
  return (data) => {
    const validate = compiled()
    return outcome(data, validate(data) ? [] : problemsOf(validate, 'body', schema))
  }
}

/** Item by item, so that a large and wholly wrong list yields few problems. */
function listValidator(compile: Compile, schema: SchemaNode & { items?: SchemaNode }): Validator {
  const { items = {}, minItems = 0, maxItems = Infinity } = schema
  const compiled = compile(items)
  return (data) => {
    if (!Array.isArray(data) || data.length < minItems || data.length > maxItems) {
      const came = Array.isArray(data) ? `a list of ${data.length}` : data === null ? 'nothing' : 'something else'
      return outcome(data, [problem('InvalidPayload', `The body: expected ${expectation(schema)}, got ${came}.`)])
    }
    const validate = compiled()
    const problems: Problem[] = []
    for (let at = 0; at < data.length && problems.length < MAX_PROBLEMS; at++) {
      if (!validate(data[at])) problems.push(...problemsOf(validate, 'body', items, String(at)))
    }
    return outcome(data, problems)
  }
}

function queryValidator(compile: Compile, schema: SchemaNode): Validator {
  const compiled = compile(schema)
  const read = queryReader(schema.properties ?? {})
  return (data) => {
    const validate = compiled()
    const query = read(data as Record<string, unknown>)
    const problems = validate(query) ? [] : problemsOf(validate, 'query', schema)
    return outcome(query, problems.length > 0 ? problems : unstorable(query))
  }
}

const unstorable = (query: Record<string, unknown>): Problem[] =>
  Object.keys(query).flatMap((field) =>
    [query[field]].flat().every((one) => typeof one !== 'string' || isStorable(one))
      ? []
      : [problem('InvalidQuery', `Query parameter \`${field}\` holds a character that is no text.`, { field })],
  )

function problemsOf(validate: ValidateFunction, part: Part, root: SchemaNode, prefix = ''): Problem[] {
  const errors = validate.errors ?? []
  const isShown = inChoices(errors)
  return distinct(
    errors
      .filter((error) => isShown(error) && !isShownByTag(error, errors))
      .map((error) => problemOf(error, part, root, prefix)),
  )
}

/** A missing tag is reported with the choice of tags, which says more than that it is required. */
const isShownByTag = ({ keyword, instancePath, params }: ErrorObject, all: readonly ErrorObject[]): boolean =>
  keyword === 'required' &&
  all.some(
    (other) =>
      other.keyword === 'discriminator' &&
      other.instancePath === instancePath &&
      other.params['tag'] === params['missingProperty'],
  )

/**
 * A value that fits no form is reported once, not with what each form lacks. An object is reported against the one form
 * that is an object, so that the field in it is named.
 */
function inChoices(all: readonly ErrorObject[]): (error: ErrorObject) => boolean {
  const choices = all.filter(({ keyword }) => keyword === 'anyOf')
  return (error) =>
    choices.every((choice) => {
      const form = formMeant(choice)
      if (error === choice) return form === undefined
      if (!isWithin(error, choice)) return true
      return form !== undefined && error.schemaPath.startsWith(`${choice.schemaPath}/${form}/`)
    })
}

const isWithin = (error: ErrorObject, { instancePath, schemaPath }: ErrorObject): boolean =>
  error.schemaPath.startsWith(`${schemaPath}/`) && `${error.instancePath}/`.startsWith(`${instancePath}/`)

/** The form that an object is meant as; undefined where none or several of the forms are objects. */
function formMeant({ data, parentSchema }: ErrorObject): number | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const forms = (parentSchema as SchemaNode | undefined)?.anyOf ?? []
  const meant = forms.flatMap(({ type }, at) => ([type].flat().includes('object') ? [at] : []))
  return meant.length === 1 ? meant[0] : undefined
}
