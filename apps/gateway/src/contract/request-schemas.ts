/** What a request sends, as a JSON schema: written out for holding a request against it, and with names for readers. */
import type { Contract, FieldSays, Message, Says } from './descriptors.ts'
import {
  component,
  type Components,
  described,
  FORMATS,
  given,
  INTEGERS,
  mapped,
  MAX,
  MAX_JSON_BYTES,
  orNull,
  type Schema,
  type View,
  within,
  Writer,
} from './schema-writer.ts'

/** What a request sends. */
export abstract class RequestWriter extends Writer {
  /** A parameter: it is there or not, and never null. */
  inQuery(says: FieldSays): Schema {
    return this.field({ ...says, description: undefined }, {})
  }

  protected override object(says: Says, view: View): Schema {
    return described(this.fields(says.fields, view, {}, []), says.description)
  }

  protected override fields(
    fields: readonly FieldSays[],
    view: View,
    before: Record<string, Schema>,
    ofForm: readonly string[],
  ): Schema {
    const properties: Record<string, Schema> = { ...before }
    const required: string[] = Object.keys(before)
    for (const says of fields) {
      if (says.internal === true || says.tells !== undefined || view.without?.includes(says.name)) continue
      if (says.flatten === true && says.message) {
        const inner = this.fields(this.contract.of(says.message).fields, {}, {}, [])
        Object.assign(properties, inner['properties'])
        required.push(...((inner['required'] ?? []) as string[]))
        continue
      }
      const isOfForm = ofForm.includes(says.name)
      const isRequired = isOfForm || (says.isOptional || says.isMap ? says.required === true : true)
      const schema = this.field(says, view)
      properties[says.name] = isRequired || says.never_null === true ? schema : orNull(schema)
      if (isRequired) required.push(says.name)
      if (says.alias !== undefined)
        properties[says.alias] = described(properties[says.name] as Schema, `Another name of \`${says.name}\`.`)
    }
    return {
      type: 'object',
      ...(required.length > 0 ? { required } : {}),
      properties,
      additionalProperties: false,
    }
  }

  protected override field(says: FieldSays, parent: View): Schema {
    const one = this.one(says, { without: within(parent.without ?? [], says.name) })
    if (!says.isList) return described(one, says.description)
    const list = { type: 'array', items: one, ...given({ minItems: says.min_items, maxItems: says.max_items }) }
    return described(list, says.description)
  }

  protected one(says: FieldSays, view: View): Schema {
    if (says.message) {
      const without = [...(view.without ?? []), ...(says.without ?? [])]
      const schema = this.message(says.message, { without, forms: says.forms })
      if (says.text === undefined) return schema
      return { anyOf: [says.text === 'NAME' ? { type: 'string', minLength: 1, maxLength: 128 } : this.id(), schema] }
    }
    return this.words(says) ?? this.scalar(says)
  }

  protected id(): Schema {
    return { type: 'string', ...FORMATS.ID }
  }

  scalar(says: FieldSays): Schema {
    const { format, field } = says
    if (format === 'JSON') return { type: 'object', additionalProperties: true, 'x-max-json-bytes': MAX_JSON_BYTES }
    if (format === 'QUANTITY') return { type: ['string', 'number'], maxLength: 32, 'x-quantity': true }
    if (field.type === 'bytes') return fileSchema(says.max_mebibytes ?? 1)
    if (field.type === 'bool') return { type: 'boolean' }
    if (INTEGERS.includes(field.type) || field.type === 'double') {
      const type = field.type === 'double' ? 'number' : 'integer'
      return { type, minimum: says.gte ?? -MAX, maximum: says.lte ?? MAX }
    }
    const text = given({ minLength: says.min_len, maxLength: says.max_len, pattern: says.pattern })
    if (format === 'SECRET') return { type: 'string', ...text, format: 'password', writeOnly: true }
    if (format !== undefined && format in FORMATS) return { type: 'string', ...FORMATS[format as keyof typeof FORMATS] }
    return { type: 'string', ...text }
  }
}

const fileSchema = (mebibytes: number): Schema => ({
  type: 'string',
  format: 'byte',
  contentEncoding: 'base64',
  minLength: 1,
  maxLength: 4 * Math.ceil((mebibytes * 1024 * 1024) / 3),
})

/** What a request is held against: all of it written out. */
export class RequestSchemas extends RequestWriter {
  /** A body: what stands in the path does not stand in it as well. */
  body(message: Message, without: readonly string[]): Schema {
    return this.message(message, { without })
  }

  protected override named(_name: string, make: () => Schema): Schema {
    return make()
  }
}

/** The same with names, for readers. What an answer shows under the same name is another schema. */
export class RequestComponents extends RequestWriter {
  readonly #components: Components
  readonly #pathFields: readonly string[]

  constructor(contract: Contract, components: Components, pathFields: readonly string[]) {
    super(contract)
    this.#components = components
    this.#pathFields = pathFields
  }

  /** A body. What stands in the path does not stand in it. */
  body(message: Message): Schema {
    const says = this.contract.of(message)
    const name = this.titled(says.name).replace(/_Request$/, '_Body')
    const view = { without: this.#pathFields }
    return says.union ? this.union(says, view, name) : this.named(name, () => this.object(says, view))
  }

  /** A body that is one field of the request. */
  part(message: Message, name: string): Schema {
    const says = this.contract.of(message).fields.find((field) => field.name === name)
    if (!says) throw new Error(`${message.fullName} has no field ${name}`)
    return this.field(says, {})
  }

  protected override titled(name: string): string {
    return name.endsWith('_Input') || name.endsWith('_Request') ? name : `${name}_Input`
  }

  protected override named(name: string, make: () => Schema): Schema {
    return component(this.#components, name, make)
  }

  protected override discriminator(propertyName: string, names: string[], forms: Schema[]): Schema {
    return mapped(propertyName, names, forms)
  }
}
