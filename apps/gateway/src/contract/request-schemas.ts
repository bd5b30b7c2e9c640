/** JSON schemas of requests: written out for validation, and with named components for the reference. */
import type { Contract, FieldSpec, Message, MessageSpec } from './descriptors.ts'
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

/** Common to both. */
export abstract class RequestWriter extends Writer {
  /** A parameter, which is never null. */
  inQuery(spec: FieldSpec): Schema {
    return this.field({ ...spec, description: undefined }, {})
  }

  protected override object(spec: MessageSpec, view: View): Schema {
    return described(this.fields(spec.fields, view, {}, []), spec.description)
  }

  protected override fields(
    fields: readonly FieldSpec[],
    view: View,
    before: Record<string, Schema>,
    ofForm: readonly string[],
  ): Schema {
    const properties: Record<string, Schema> = { ...before }
    const required: string[] = Object.keys(before)
    for (const spec of fields) {
      if (spec.internal === true || spec.tells !== undefined || view.without?.includes(spec.name)) continue
      if (spec.flatten === true && spec.message) {
        const inner = this.fields(this.contract.of(spec.message).fields, {}, {}, [])
        Object.assign(properties, inner['properties'])
        required.push(...((inner['required'] ?? []) as string[]))
        continue
      }
      const isOfForm = ofForm.includes(spec.name)
      const isRequired = isOfForm || (spec.isOptional || spec.isMap ? spec.required === true : true)
      const schema = this.field(spec, view)
      properties[spec.name] = isRequired || spec.never_null === true ? schema : orNull(schema)
      if (isRequired) required.push(spec.name)
      if (spec.alias !== undefined)
        properties[spec.alias] = described(properties[spec.name] as Schema, `Another name of \`${spec.name}\`.`)
    }
    return {
      type: 'object',
      ...(required.length > 0 ? { required } : {}),
      properties,
      additionalProperties: false,
    }
  }

  protected override field(spec: FieldSpec, parent: View): Schema {
    const one = this.one(spec, { without: within(parent.without ?? [], spec.name) })
    if (!spec.isList) return described(one, spec.description)
    const list = { type: 'array', items: one, ...given({ minItems: spec.min_items, maxItems: spec.max_items }) }
    return described(list, spec.description)
  }

  protected one(spec: FieldSpec, view: View): Schema {
    if (spec.message) {
      const without = [...(view.without ?? []), ...(spec.without ?? [])]
      const schema = this.message(spec.message, { without, forms: spec.forms })
      if (spec.text === undefined) return schema
      return { anyOf: [spec.text === 'NAME' ? { type: 'string', minLength: 1, maxLength: 128 } : this.id(), schema] }
    }
    return this.words(spec) ?? this.scalar(spec)
  }

  protected id(): Schema {
    return { type: 'string', ...FORMATS.ID }
  }

  scalar(spec: FieldSpec): Schema {
    const { format, field } = spec
    if (format === 'JSON') return { type: 'object', additionalProperties: true, 'x-max-json-bytes': MAX_JSON_BYTES }
    if (format === 'QUANTITY') return { type: ['string', 'number'], maxLength: 32, 'x-quantity': true }
    if (field.type === 'bytes') return fileSchema(spec.max_mebibytes ?? 1)
    if (field.type === 'bool') return { type: 'boolean' }
    if (INTEGERS.includes(field.type) || field.type === 'double') {
      const type = field.type === 'double' ? 'number' : 'integer'
      return { type, minimum: spec.gte ?? -MAX, maximum: spec.lte ?? MAX }
    }
    const text = given({ minLength: spec.min_len, maxLength: spec.max_len, pattern: spec.pattern })
    if (format === 'SECRET') return { type: 'string', ...text, format: 'password', writeOnly: true }
    // `daysOf` makes an instant of a day.
    if (format === 'INSTANT') return { type: 'string', ...FORMATS.DAY_OR_INSTANT }
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

/** For validation: all of it written out. */
export class RequestSchemas extends RequestWriter {
  /** A body, without the fields in the path. */
  body(message: Message, without: readonly string[]): Schema {
    return this.message(message, { without })
  }

  protected override named(_name: string, make: () => Schema): Schema {
    return make()
  }
}

/** For the reference, with named components. An answer's schema of the same message has another name. */
export class RequestComponents extends RequestWriter {
  readonly #components: Components
  readonly #pathFields: readonly string[]

  constructor(contract: Contract, components: Components, pathFields: readonly string[]) {
    super(contract)
    this.#components = components
    this.#pathFields = pathFields
  }

  /** A body, without the fields in the path. */
  body(message: Message): Schema {
    const spec = this.contract.of(message)
    const name = this.titled(spec.name).replace(/_Request$/, '_Body')
    const view = { without: this.#pathFields }
    return spec.union ? this.union(spec, view, name) : this.named(name, () => this.object(spec, view))
  }

  /** A body that is one field of the request. */
  part(message: Message, name: string): Schema {
    const spec = this.contract.of(message).fields.find((field) => field.name === name)
    if (!spec) throw new Error(`${message.fullName} has no field ${name}`)
    return this.field(spec, {})
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
