import type { Contract, FieldSays, Message, Says, Union } from './descriptors.ts'
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
    for (const made of says.made) {
      Object.assign(schema['properties'] as object, { [made.name]: this.#made(says, made) })
      ;(schema['required'] as string[]).push(made.name)
    }
    return described(schema, says.description)
  }

  /** Null where a message on the way to it may be missing. */
  #made(says: Says, { name, from = '', message, description }: Says['made'][number]): Schema {
    if (message !== undefined)
      return described(orNull(this.message(this.contract.message(message).message)), description)
    const [first = '', ...rest] = from.split('.')
    const field = fieldOf(says, first)
    const [next, ...after] = rest
    if (next === undefined) return this.field(field, {})
    const inner = this.#made(this.contract.of(messageOf(says, field)), { name, from: [next, ...after].join('.') })
    return field.isOptional ? orNull(inner) : inner
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
    const leftOut = shown.filter((says) => says.left_out === true).map(({ name }) => name)
    return {
      type: 'object',
      required: Object.keys(properties).filter((name) => !leftOut.includes(name)),
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
    return says.isOptional && says.left_out !== true ? orNull(one) : one
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
      const words = { type: 'string', enum: forms.map(({ name }) => name) }
      Object.assign(schema['properties'] as object, { [by]: this.named(`${says.name}_Form`, () => words) })
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

function fieldOf({ fields, name }: Says, step: string): FieldSays {
  const found = fields.find((field) => field.name === step)
  if (!found) throw new Error(`${name} has no field ${step}`)
  return found
}

function messageOf({ name }: Says, field: FieldSays): Message {
  if (!field.message) throw new Error(`${field.name} of ${name} is no message`)
  return field.message
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
