import type { Contract, FieldSpec, Message, MessageSpec, Union } from './descriptors.ts'
import {
  component,
  type Components,
  described,
  FORMATS,
  INTEGERS,
  mapped,
  orNull,
  type Schema,
  type View,
  within,
  Writer,
} from './schema-writer.ts'

/** Schemas of answers: every field is there, null or [] where it has no value. */
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

  /** The schema of some fields alone. */
  only(fields: readonly FieldSpec[]): Schema {
    return this.fields(fields, {}, {}, [])
  }

  protected override object(spec: MessageSpec, view: View): Schema {
    const type = typeSchema(view.shownAs ?? spec.type)
    const schema = this.fields(spec.fields, view, type ? { type } : {}, [])
    for (const made of spec.made) {
      Object.assign(schema['properties'] as object, { [made.name]: this.#made(spec, made) })
      ;(schema['required'] as string[]).push(made.name)
    }
    return described(schema, spec.description)
  }

  /** Null where a message on the way to it may be missing. */
  #made(spec: MessageSpec, { name, from = '', message, description }: MessageSpec['made'][number]): Schema {
    if (message !== undefined)
      return described(orNull(this.message(this.contract.message(message).message)), description)
    const [first = '', ...rest] = from.split('.')
    const field = fieldOf(spec, first)
    const [next, ...after] = rest
    if (next === undefined) return this.field(field, {})
    const inner = this.#made(this.contract.of(messageOf(spec, field)), { name, from: [next, ...after].join('.') })
    return field.isOptional ? orNull(inner) : inner
  }

  protected override fields(
    fields: readonly FieldSpec[],
    view: View,
    before: Record<string, Schema>,
    ofForm: readonly string[],
  ): Schema {
    const shown = fields.filter(({ internal, name }) => internal !== true && !view.without?.includes(name))
    const [plain, called] = [shown.filter((spec) => spec.called === undefined), shown.filter((spec) => spec.called)]
    const isThere = (spec: FieldSpec): FieldSpec => (ofForm.includes(spec.name) ? { ...spec, isOptional: false } : spec)
    const own = Object.fromEntries(plain.map((spec) => [spec.name, this.field(isThere(spec), view)]))
    const properties = { ...before, ...own }
    const patterns = called.map((spec) => [patternOf(spec.called ?? ''), this.field(spec, view)] as const)
    const leftOut = shown.filter((spec) => spec.left_out === true).map(({ name }) => name)
    return {
      type: 'object',
      required: Object.keys(properties).filter((name) => !leftOut.includes(name)),
      properties,
      ...(patterns.length > 0 ? { patternProperties: Object.fromEntries(patterns) } : {}),
    }
  }

  protected override field(spec: FieldSpec, parent: View): Schema {
    return described(this.#value(spec, parent), spec.description)
  }

  #value(spec: FieldSpec, parent: View): Schema {
    const one = this.#one(spec, within(parent.without ?? [], spec.name))
    if (spec.isMap) return { type: 'object', additionalProperties: one }
    if (spec.isList)
      return spec.listField === undefined ? { type: 'array', items: one } : orNull({ type: 'array', items: one })
    return spec.isOptional && spec.left_out !== true ? orNull(one) : one
  }

  #one(spec: FieldSpec, without: readonly string[]): Schema {
    if (spec.chart_form === true) return this.message(this.contract.message('pacioli.common.v1.ChartAccount').message)
    if (spec.message && spec.all_forms === true) return this.#allForms(this.contract.of(spec.message))
    if (spec.message)
      return this.message(spec.message, { without: [...without, ...(spec.without ?? [])], forms: spec.forms })
    return this.words(spec) ?? scalarShown(spec)
  }

  /** `type` names the form; the fields of the other forms are null. */
  #allForms(spec: MessageSpec): Schema {
    return this.named(`${spec.name}_Shown`, () => {
      const schema = this.fields(spec.fields, {}, {}, [])
      const { by, forms } = spec.union as Union
      const words = { type: 'string', enum: forms.map(({ name }) => name) }
      Object.assign(schema['properties'] as object, { [by]: this.named(`${spec.name}_Form`, () => words) })
      return schema
    })
  }
}

/** The pattern of field names that contain a value. */
const patternOf = (called: string): string => `^${called.replaceAll(/\{\w+\}/g, '[a-z][a-z0-9_]*')}$`

const typeSchema = (type: string | undefined): Schema | undefined => {
  if (type === undefined) return undefined
  return type.includes('{') ? { type: 'string' } : { type: 'string', const: type }
}

function fieldOf({ fields, name }: MessageSpec, step: string): FieldSpec {
  const found = fields.find((field) => field.name === step)
  if (!found) throw new Error(`${name} has no field ${step}`)
  return found
}

function messageOf({ name }: MessageSpec, field: FieldSpec): Message {
  if (!field.message) throw new Error(`${field.name} of ${name} is no message`)
  return field.message
}

function scalarShown({ format, field }: FieldSpec): Schema {
  if (format === 'JSON') return { type: 'object', additionalProperties: true }
  if (format === 'FIGURE') return { type: ['integer', 'string'] }
  if (field.type === 'bool') return { type: 'boolean' }
  if (field.type === 'double') return { type: 'number' }
  if (INTEGERS.includes(field.type)) return { type: 'integer' }
  if (format !== undefined && format in FORMATS)
    return { type: 'string', format: FORMATS[format as keyof typeof FORMATS].format }
  return { type: 'string' }
}
