/** An operation in the reference: from the protos, or beside a route written by hand. */
import type { Contract, FieldSpec } from './descriptors.ts'
import { pathName, type Operation } from './operation-of.ts'
import { AnswerComponents } from './answer-schemas.ts'
import type { Interface } from './interface.ts'
import { RequestComponents } from './request-schemas.ts'
import { component, type Components, type Schema } from './schema-writer.ts'

export type DocumentedAnswer = { description: string; schema?: Schema; type?: string }

export type Documented = {
  id: string
  /** Whose examples are shown; its own by default. */
  examplesOf?: string
  /** It still works; new callers should use another form of it. */
  deprecated?: boolean
  summary: string
  description: string
  heading: string
  /** The description of a new heading. */
  about?: string | undefined
  /** No token needed: nothing at all, or the credentials of a client. */
  security?: readonly Record<string, string[]>[]
  /** The parameters of the path, by name. */
  path: Record<string, Schema>
  query?: Schema | undefined
  body?: { schema: Schema; required: boolean; types?: readonly string[] } | undefined
  answers: Record<string, DocumentedAnswer>
}

/** Puts its schemas into `components`. */
export type Documents = (components: Components) => Documented

/** In most paths. */
export const BUSINESS_ID: Schema = { type: 'string', format: 'uuid', description: 'The id of the business.' }

const TENANTS: Record<string, Schema> = {
  business_id: BUSINESS_ID,
  client_id: { type: 'string', format: 'uuid', description: 'The id of the client that the token is of.' },
}

/** `postJournalEntry` as components are named: `Post_Journal_Entry`. */
export const titled = (id: string): string =>
  id.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').replaceAll(/(?<=^|_)[a-z]/g, (letter) => letter.toUpperCase())

export function operationDocument(api: Interface, operation: Operation): Documents {
  return (components) => {
    const { contract } = api
    const answered = new AnswerComponents(contract, components)
    const fields = contract.of(operation.request).fields
    return {
      id: operation.id,
      examplesOf: operation.firstId,
      deprecated: operation.isDeprecated,
      summary: operation.summary,
      description: operation.description,
      heading: operation.heading,
      about: operation.about,
      path: Object.fromEntries(operation.pathFields.map((name) => [pathName(name), parameterOf(fields, name)])),
      query: api.querySchema(operation, new RequestComponents(contract, components, operation.pathFields)),
      body: bodyOf(contract, components, operation),
      answers: answersOf(
        operation,
        answerSchema(contract, answered, components, operation),
        barePreview(contract, answered, components, operation),
      ),
    }
  }
}

export function parameterOf(fields: readonly FieldSpec[], name: string): Schema {
  const tenant = TENANTS[name]
  if (tenant) return tenant
  const spec = fields.find((field) => field.name === name)
  const description = spec?.description
  if (spec?.field.type === 'int64') return { type: 'integer', minimum: 1, ...(description ? { description } : {}) }
  return {
    type: 'string',
    ...(spec?.format === 'ID' ? { format: 'uuid' } : {}),
    ...(description ? { description } : {}),
  }
}

function bodyOf(
  contract: Contract,
  components: Components,
  { http, request, pathFields, optionalBody }: Operation,
): Documented['body'] {
  if (http.body === undefined) return undefined
  const writer = new RequestComponents(contract, components, pathFields)
  return { schema: http.body === '*' ? writer.body(request) : writer.part(request, http.body), required: !optionalBody }
}

const answersOf = (
  { ok, created, accepted }: Operation,
  schema: Schema,
  ofPreview: Schema | undefined,
): Documented['answers'] => ({
  ...(ok === undefined ? {} : { 200: { description: ok, schema } }),
  ...(created === undefined ? {} : { 201: { description: created, schema } }),
  ...(accepted === undefined ? {} : { 202: { description: accepted, schema } }),
  ...(ofPreview ? { [STATUS_OF_BARE_PREVIEW]: { description: BARE_PREVIEW, schema: ofPreview } } : {}),
})

/** A bare list has no place for a preview, and nobody who gets one now is to get something else with the same status. */
export const STATUS_OF_BARE_PREVIEW = 202
const BARE_PREVIEW =
  'With `validate_only`: what would be answered, in the form of all other answers, and what it would do.'

function answerSchema(
  contract: Contract,
  writer: AnswerComponents,
  components: Components,
  operation: Operation,
): Schema {
  const { response, bare, meta, shownAs } = operation
  const { fields } = contract.of(response)
  const data = fields.find(({ name }) => name === 'data')
  const pagination = fields.find(({ name }) => name === 'pagination')?.message
  const one = writer.message(data?.message ?? response, { shownAs })
  const shown = data?.isList === true ? { type: 'array', items: one } : one
  if (bare) return shown
  const beside = metaSchema(contract, writer, components, operation)
  return {
    type: 'object',
    required: meta || pagination ? ['data', 'meta'] : ['data'],
    properties: { data: shown, ...(beside ? { meta: beside } : {}) },
  }
}

function metaSchema(
  contract: Contract,
  writer: AnswerComponents,
  components: Components,
  { id, response, meta, isPreviewable }: Operation,
): Schema | undefined {
  const { fields } = contract.of(response)
  const pagination = fields.find(({ name }) => name === 'pagination')?.message
  const preview = isPreviewable ? previewField(contract, writer) : {}
  if (!meta) {
    if (pagination) return pageMeta(contract, writer, components, pagination)
    if (!isPreviewable) return undefined
    return component(components, 'Preview_Meta', () => ({ type: 'object', properties: preview }))
  }
  const own = writer.only(fields.filter(({ name }) => meta.fields.includes(name)))
  return component(components, `${titled(id)}_Meta`, () => {
    const page = pagination ? pageSchema(writer, pagination) : { required: [], properties: {} }
    return {
      ...own,
      required: [...page.required, ...(own['required'] as string[])],
      properties: { ...page.properties, ...(own['properties'] as object), ...preview },
    }
  })
}

/** There where a write is only previewed. */
const previewField = (contract: Contract, writer: AnswerComponents): Record<string, Schema> => ({
  preview: writer.message(contract.message('pacioli.ledger.v1.WritePreview').message),
})

function barePreview(
  contract: Contract,
  writer: AnswerComponents,
  components: Components,
  operation: Operation,
): Schema | undefined {
  if (!operation.bare || !operation.isPreviewable) return undefined
  const data = answerSchema(contract, writer, components, operation)
  const name = `${titled(operation.firstId)}_Preview`
  const meta = component(components, `${name}_Meta`, () => ({
    type: 'object',
    required: ['preview'],
    properties: previewField(contract, writer),
  }))
  return component(components, name, () => ({
    type: 'object',
    required: ['data', 'meta'],
    properties: { data, meta },
  }))
}

function pageMeta(
  contract: Contract,
  writer: AnswerComponents,
  components: Components,
  pagination: FieldSpec['message'] & object,
): Schema {
  const name = `${contract.of(pagination).name}_Meta`
  components.set(name, pageSchema(writer, pagination))
  return { $ref: `#/components/schemas/${name}` }
}

const pageSchema = (writer: AnswerComponents, pagination: FieldSpec['message'] & object) => ({
  type: 'object',
  required: ['type', 'pagination'],
  properties: { type: { type: 'string', const: 'request_metadata' }, pagination: writer.message(pagination) },
})
