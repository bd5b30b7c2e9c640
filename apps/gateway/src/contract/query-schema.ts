/** The schema of a query: the fields of a request, and those of its page. */
import type { Contract, FieldSpec, Message } from './descriptors.ts'
import type { RequestWriter } from './request-schemas.ts'
import { MAX_LIST_VALUES, type Schema } from './schema-writer.ts'

/** Characters of a list in a query. */
const MAX_LIST_LENGTH = 8_192

const text = (maxLength: number): Schema => ({ type: 'string', minLength: 1, maxLength })

/**
 * @param pathFields names of the fields in the path
 * @param only these fields, where several operations share a message
 */
export function querySchema(
  contract: Contract,
  schemas: RequestWriter,
  request: Message,
  pathFields: readonly string[],
  only?: readonly string[],
): Schema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const spec of contract.of(request).fields) {
    if (spec.internal === true || spec.isMap || pathFields.includes(spec.name)) continue
    if (only && !only.includes(spec.name)) continue
    if (spec.message?.name === 'PageRequest') Object.assign(properties, pageParameters(contract, schemas, spec))
    else Object.assign(properties, parameters(schemas, spec))
    if (spec.required === true) required.push(spec.name)
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false }
}

function parameters(schemas: RequestWriter, spec: FieldSpec): Record<string, Schema> {
  const { name, one, commas, description, alias } = spec
  if (commas !== true) {
    const schema = schemas.inQuery(spec)
    return {
      [name]: description === undefined ? schema : { ...schema, description },
      ...(alias === undefined ? {} : { [alias]: { ...schema, description: `Another name of \`${name}\`.` } }),
    }
  }
  const list = `Up to ${MAX_LIST_VALUES} values, separated by commas; any match.`
  return {
    ...(one === undefined
      ? {}
      : { [one]: spec.words === undefined ? text(255) : schemas.inQuery({ ...spec, isList: false }) }),
    [name]: { ...text(MAX_LIST_LENGTH), description: description ?? list },
  }
}

function pageParameters(contract: Contract, schemas: RequestWriter, page: FieldSpec): Record<string, Schema> {
  const { sort_by, descending = false, message } = page
  if (!message) return {}
  const [cursor, limit, , order] = contract.of(message).fields.map((spec) => [spec.name, spec] as const)
  const shown = Object.fromEntries(
    [cursor, limit].flatMap((entry) => (entry ? Object.entries(parameters(schemas, entry[1])) : [])),
  )
  if (!sort_by || !order) return shown
  return {
    ...shown,
    sort_by: { type: 'string', enum: [...sort_by], description: `\`${String(sort_by[0])}\` unless given.` },
    sort_order: { ...schemas.inQuery(order[1]), description: `${descending ? 'DESC' : 'ASC'} unless given.` },
  }
}
