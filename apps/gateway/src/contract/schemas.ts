/**
 * JSON schemas of what messages say outside, as a request sends it and as an answer shows it. Named ones are components of
 * the OpenAPI document; what a request is held against is written out, so that a refusal can name the field.
 */
import type { Contract, FieldSays, Message, Says, Union } from './descriptors.ts'

export type Schema = Record<string, unknown>

/** How a message stands somewhere: what is left out of it there, and under which name it goes. */
type View = { without?: readonly string[]; forms?: readonly string[] | undefined; shownAs?: string | undefined }

const MAX = Number.MAX_SAFE_INTEGER
const INTEGERS = ['int32', 'int64', 'uint32', 'uint64', 'sint32', 'sint64']

/** The largest metadata of anything, in bytes of compact JSON. */
const MAX_JSON_BYTES = 1_024

/** Values in a list separated by commas. */
export const MAX_LIST_VALUES = 100

const FORMATS = {
  ID: { format: 'uuid', maxLength: 36 },
  INSTANT: { format: 'date-time', maxLength: 40 },
  DAY: { format: 'date', maxLength: 10 },
  DAY_OR_INSTANT: { format: 'date-or-date-time', maxLength: 40 },
  TIME_ZONE: { format: 'time-zone', maxLength: 64 },
  CURRENCY: { format: 'currency', maxLength: 3 },
} as const

const given = (options: Record<string, unknown>): Schema =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

const described = (schema: Schema, description: string | undefined): Schema =>
  description === undefined ? schema : { ...schema, description }

const orNull = (schema: Schema): Schema => {
  if ('$ref' in schema || 'oneOf' in schema) return { anyOf: [schema, { type: 'null' }] }
  if ('anyOf' in schema) return { ...schema, anyOf: [...(schema['anyOf'] as Schema[]), { type: 'null' }] }
  const listed = schema['enum'] as unknown[] | undefined
  return {
    ...schema,
    type: [...[schema['type'] as string | string[]].flat(), 'null'],
    ...(listed ? { enum: [...listed, null] } : {}),
  }
}

/** Fields of fields, `line_items.id`, within one of them. */
const within = (without: readonly string[], name: string): string[] =>
  without.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []))

abstract class Writer {
  protected readonly contract: Contract
  constructor(contract: Contract) {
    this.contract = contract
  }

  /** A schema that others refer to, or that is written out where it stands. */
  protected abstract named(name: string, make: () => Schema): Schema
  protected abstract field(says: FieldSays, parent: View): Schema
  protected abstract object(says: Says, view: View): Schema

  message(message: Message, view: View = {}): Schema {
    const says = this.contract.of(message)
    const name = view.shownAs ?? says.name
    const cut = (view.without ?? []).map((field) => `_Without_${field.replaceAll('.', '_')}`).join('')
    if (says.union) return this.union(says, view, `${this.titled(name)}${cut}`)
    return this.named(`${this.titled(name)}${cut}`, () => this.object(says, view))
  }

  protected titled(name: string): string {
    return name
  }

  protected union(says: Says, view: View, name: string): Schema {
    const { by, forms } = says.union as Union
    const shown = forms.filter((form) => view.forms?.includes(form.name) ?? true)
    const ofForms = new Set(forms.flatMap(({ fields }) => fields))
    const common = says.fields.filter((field) => field.name !== by && !ofForms.has(field.name))
    const made = shown.map((form) => {
      const fields = [...says.fields.filter((field) => form.fields.includes(field.name)), ...common]
      const required = form.fields
      return this.named(`${name}_${form.name.replaceAll('_', '')}`, () =>
        this.fields(fields, view, { [by]: { type: 'string', const: form.name } }, required),
      )
    })
    const [only] = made
    return made.length === 1 && only
      ? only
      : this.named(name, () => ({
          ...described({}, says.description),
          type: 'object',
          required: [by],
          discriminator: this.discriminator(
            by,
            shown.map((form) => form.name),
            made,
          ),
          oneOf: made,
        }))
  }

  protected discriminator(propertyName: string, _names: string[], _forms: Schema[]): Schema {
    return { propertyName }
  }

  protected abstract fields(
    fields: readonly FieldSays[],
    view: View,
    before: Record<string, Schema>,
    required: readonly string[],
  ): Schema

  protected words(says: FieldSays): Schema | undefined {
    const words = this.contract.wordsOf(says)
    if (!words) return undefined
    const schema = { type: 'string', enum: [...words] }
    return says.words === undefined ? schema : this.named(says.words, () => schema)
  }
}

/** What a request sends. */
abstract class RequestWriter extends Writer {
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
  /** A parameter: it is there or not, and never null. */
  inQuery(says: FieldSays): Schema {
    return this.field({ ...says, description: undefined }, {})
  }

  /** A body: what stands in the path does not stand in it as well. */
  body(message: Message, without: readonly string[]): Schema {
    return this.message(message, { without })
  }

  protected override named(_name: string, make: () => Schema): Schema {
    return make()
  }
}

/** What the components of the OpenAPI document are made of. */
export type Components = Map<string, Schema>

const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** One name, one schema. What is being written may refer to itself. */
function component(components: Components, name: string, make: () => Schema): Schema {
  if (!components.has(name)) {
    components.set(name, {})
    components.set(name, make())
  }
  return refTo(name)
}

const mapped = (propertyName: string, names: string[], forms: Schema[]): Schema => ({
  propertyName,
  mapping: Object.fromEntries(names.map((name, at) => [name, (forms[at] as { $ref: string }).$ref])),
})

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

/** What an answer shows: every field is there, null or [] where it has no value. */
export class AnswerComponents extends Writer {
  readonly #components: Components

  constructor(contract: Contract, components: Components) {
    super(contract)
    this.#components = components
  }

  protected override named(name: string, make: () => Schema): Schema {
    return component(this.#components, name, make)
  }

  protected override discriminator(propertyName: string, names: string[], forms: Schema[]): Schema {
    return mapped(propertyName, names, forms)
  }

  /** Some fields by themselves. */
  only(fields: readonly FieldSays[]): Schema {
    return this.fields(fields, {}, {}, [])
  }

  protected override object(says: Says, view: View): Schema {
    const type = typeSchema(view.shownAs ?? says.type)
    const schema = this.fields(says.fields, view, type ? { type } : {}, [])
    for (const { name, from } of says.made) {
      const path = from.split('.')
      const [last = ''] = path.splice(-1)
      const owner = path.reduce<Says>((at, step) => this.contract.of(messageOf(at, step)), says)
      const made = owner.fields.find((field) => field.name === last)
      if (made) Object.assign(schema['properties'] as object, { [name]: this.field(made, {}) })
      ;(schema['required'] as string[]).push(name)
    }
    return described(schema, says.description)
  }

  protected override fields(
    fields: readonly FieldSays[],
    view: View,
    before: Record<string, Schema>,
    ofForm: readonly string[],
  ): Schema {
    const shown = fields.filter(({ internal, name }) => internal !== true && !view.without?.includes(name))
    const [plain, called] = [shown.filter((says) => says.called === undefined), shown.filter((says) => says.called)]
    const isThere = (says: FieldSays): FieldSays => (ofForm.includes(says.name) ? { ...says, isOptional: false } : says)
    const own = Object.fromEntries(plain.map((says) => [says.name, this.field(isThere(says), view)]))
    const properties = { ...before, ...own }
    const patterns = called.map((says) => [patternOf(says.called ?? ''), this.field(says, view)] as const)
    return {
      type: 'object',
      required: Object.keys(properties),
      properties,
      ...(patterns.length > 0 ? { patternProperties: Object.fromEntries(patterns) } : {}),
    }
  }

  protected override field(says: FieldSays, parent: View): Schema {
    return described(this.#value(says, parent), says.description)
  }

  #value(says: FieldSays, parent: View): Schema {
    const one = this.#one(says, within(parent.without ?? [], says.name))
    if (says.isMap) return { type: 'object', additionalProperties: one }
    if (says.isList)
      return says.listField === undefined ? { type: 'array', items: one } : orNull({ type: 'array', items: one })
    return says.isOptional ? orNull(one) : one
  }

  #one(says: FieldSays, without: readonly string[]): Schema {
    if (says.chart_form === true) return this.message(this.contract.message('pacioli.common.v1.ChartAccount').message)
    if (says.message && says.all_forms === true) return this.#allForms(this.contract.of(says.message))
    if (says.message)
      return this.message(says.message, { without: [...without, ...(says.without ?? [])], forms: says.forms })
    return this.words(says) ?? scalarShown(says)
  }

  /** Which of the forms it is, its `type` tells; the fields of the others are null. */
  #allForms(says: Says): Schema {
    return this.named(`${says.name}_Shown`, () => {
      const schema = this.fields(says.fields, {}, {}, [])
      const { by, forms } = says.union as Union
      Object.assign(schema['properties'] as object, { [by]: { type: 'string', enum: forms.map(({ name }) => name) } })
      return schema
    })
  }
}

/** Names of fields that are named for something. */
const patternOf = (called: string): string => `^${called.replaceAll(/\{\w+\}/g, '[a-z][a-z0-9_]*')}$`

const typeSchema = (type: string | undefined): Schema | undefined => {
  if (type === undefined) return undefined
  return type.includes('{') ? { type: 'string' } : { type: 'string', const: type }
}

function messageOf({ fields, name }: Says, step: string): Message {
  const found = fields.find((field) => field.name === step)?.message
  if (!found) throw new Error(`${name} has no message ${step}`)
  return found
}

function scalarShown({ format, field }: FieldSays): Schema {
  if (format === 'JSON') return { type: 'object', additionalProperties: true }
  if (format === 'FIGURE') return { type: ['integer', 'string'] }
  if (field.type === 'bool') return { type: 'boolean' }
  if (field.type === 'double') return { type: 'number' }
  if (INTEGERS.includes(field.type)) return { type: 'integer' }
  if (format !== undefined && format in FORMATS)
    return { type: 'string', format: FORMATS[format as keyof typeof FORMATS].format }
  return { type: 'string' }
}
