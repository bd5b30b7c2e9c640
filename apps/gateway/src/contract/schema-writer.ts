/**
 * Writes JSON schemas of messages, as requests send and answers show them. Named ones are components of the OpenAPI
 * document; those for validation are written out, so that a refusal can name the field.
 */
import type { Contract, FieldSpec, Message, MessageSpec, Union } from './descriptors.ts'

export type Schema = Record<string, unknown>

/** How a message appears in one place: what is left out of it there, and its name. */
export type View = { without?: readonly string[]; forms?: readonly string[] | undefined; shownAs?: string | undefined }

export const MAX = Number.MAX_SAFE_INTEGER
export const INTEGERS = ['int32', 'int64', 'uint32', 'uint64', 'sint32', 'sint64']

/** The largest metadata of anything, in bytes of compact JSON. */
export const MAX_JSON_BYTES = 1_024

/** Values in a list separated by commas. */
export const MAX_LIST_VALUES = 100

export const FORMATS = {
  ID: { format: 'uuid', maxLength: 36 },
  INSTANT: { format: 'date-time', maxLength: 40 },
  DAY: { format: 'date', maxLength: 10 },
  DAY_OR_INSTANT: { format: 'date-or-date-time', maxLength: 40 },
  TIME_ZONE: { format: 'time-zone', maxLength: 64 },
  CURRENCY: { format: 'currency', maxLength: 3 },
} as const

export const given = (options: Record<string, unknown>): Schema =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

export const described = (schema: Schema, description: string | undefined): Schema =>
  description === undefined ? schema : { ...schema, description }

export const orNull = (schema: Schema): Schema => {
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
export const within = (without: readonly string[], name: string): string[] =>
  without.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []))

export abstract class Writer {
  protected readonly contract: Contract
  constructor(contract: Contract) {
    this.contract = contract
  }

  /** A schema that others refer to, or one written out in place. */
  protected abstract named(name: string, make: () => Schema): Schema
  protected abstract field(spec: FieldSpec, parent: View): Schema
  protected abstract object(spec: MessageSpec, view: View): Schema

  message(message: Message, view: View = {}): Schema {
    const spec = this.contract.of(message)
    const name = view.shownAs ?? spec.name
    const cut = (view.without ?? []).map((field) => `_Without_${field.replaceAll('.', '_')}`).join('')
    if (spec.union) return this.union(spec, view, `${this.titled(name)}${cut}`)
    return this.named(`${this.titled(name)}${cut}`, () => this.object(spec, view))
  }

  protected titled(name: string): string {
    return name
  }

  protected union(spec: MessageSpec, view: View, name: string): Schema {
    const { by, forms } = spec.union as Union
    const shown = forms.filter((form) => view.forms?.includes(form.name) ?? true)
    const ofForms = new Set(forms.flatMap(({ fields }) => fields))
    const common = spec.fields.filter((field) => field.name !== by && !ofForms.has(field.name))
    const made = shown.map((form) => {
      const fields = [...spec.fields.filter((field) => form.fields.includes(field.name)), ...common]
      const required = form.fields
      return this.named(`${name}_${form.name.replaceAll('_', '')}`, () =>
        this.fields(fields, view, { [by]: { type: 'string', const: form.name } }, required),
      )
    })
    const [only] = made
    return made.length === 1 && only
      ? only
      : this.named(name, () => ({
          ...described({}, spec.description),
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
    fields: readonly FieldSpec[],
    view: View,
    before: Record<string, Schema>,
    required: readonly string[],
  ): Schema

  protected words(spec: FieldSpec): Schema | undefined {
    const words = this.contract.wordsOf(spec)
    if (!words) return undefined
    const schema = { type: 'string', enum: [...words] }
    return spec.words === undefined ? schema : this.named(spec.words, () => schema)
  }
}

/** The components of the OpenAPI document. */
export type Components = Map<string, Schema>

const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** One schema per name. A schema may refer to itself while it is written. */
export function component(components: Components, name: string, make: () => Schema): Schema {
  if (!components.has(name)) {
    components.set(name, {})
    components.set(name, make())
  }
  return refTo(name)
}

export const mapped = (propertyName: string, names: string[], forms: Schema[]): Schema => ({
  propertyName,
  mapping: Object.fromEntries(names.map((name, at) => [name, (forms[at] as { $ref: string }).$ref])),
})
