/**
 * Serializes the answers of services as JSON: for each message a generated function, as Ajv generates validators, reads
 * the message as it was decoded. An absent optional field is null by the prototype of its message.
 */
import type { Contract, FieldSpec, Message, MessageSpec, Union } from './descriptors.ts'

type MessageFields = Record<string, unknown>
/** Serializes a message of any type. */
export type Serialize = (message: object) => string

/** How a message appears in one place: what is left out of it there. */
type View = {
  without?: readonly string[] | undefined
  forms?: readonly string[] | undefined
  shownAs?: string | undefined
}

/** Formats that our services write, which need no escaping in JSON. */
const PLAIN: readonly string[] = ['ID', 'INSTANT', 'DAY']

/** Helpers of the generated functions. */
const HELPERS = {
  text: JSON.stringify,
  /** Stored JSON is passed on as it is. */
  json: (value: string): string => (value === '' ? '{}' : value),
  list: (serialize: (one: never) => string, items: readonly never[] | undefined): string => {
    if (items === undefined || items.length === 0) return '[]'
    let text = `[${serialize(items[0] as never)}`
    for (let at = 1; at < items.length; at++) text += `,${serialize(items[at] as never)}`
    return `${text}]`
  },
  /** A name that contains values of the message, with `_` for spaces. */
  filled: (template: string, message: MessageFields): string =>
    template.replaceAll(/\{(\w+)\}/g, (_all, field: string) => String(message[field]).replaceAll(' ', '_')),
  /** An account of a document in the form of the chart: with wrapped id and stable name. */
  inChart: (account: MessageFields): MessageFields => ({
    ...account,
    id: { id: account['id'] },
    stable_name: typeof account['stable_name'] === 'string' ? { stable_name: account['stable_name'] } : null,
  }),
}

/** JavaScript that serializes the message `m`. */
type Source = string

const literal = (value: string): Source => JSON.stringify(value)

/** Joins the parts of an object. */
const joined = (parts: readonly Source[]): Source =>
  parts.length === 0 ? literal('{}') : `'{' + ${parts.join(` + ',' + `)} + '}'`

export class Serializers {
  readonly #contract: Contract
  readonly #serializers = new Map<string, { serialize: Serialize }>()

  constructor(contract: Contract) {
    this.#contract = contract
  }

  of(message: Message, view: View = {}): Serialize {
    const made = this.#madeOf(message, view)
    return (value) => made.serialize(value)
  }

  /** A message may contain itself: the serializer is looked up when it runs. */
  #madeOf(message: Message, view: View): { serialize: Serialize } {
    const key = [message.fullName, view.shownAs, ...(view.without ?? []), '|', ...(view.forms ?? [])].join()
    const known = this.#serializers.get(key)
    if (known) return known
    const made: { serialize: Serialize } = { serialize: () => '' }
    this.#serializers.set(key, made)
    made.serialize = new SerializerWriter(this.#contract, (inner, within) => this.#madeOf(inner, within)).serializerOf(
      message,
      view,
    )
    return made
  }
}

/** Generates the function of one message. */
class SerializerWriter {
  readonly #contract: Contract
  readonly #madeOf: (message: Message, view: View) => { serialize: Serialize }
  readonly #scope: { serialize: Serialize }[] = []

  constructor(contract: Contract, madeOf: (message: Message, view: View) => { serialize: Serialize }) {
    this.#contract = contract
    this.#madeOf = madeOf
  }

  serializerOf(message: Message, view: View): Serialize {
    const spec = this.#contract.of(message)
    const source = spec.union ? this.#union(spec, spec.union, view) : this.#object(spec, view)
    const helpers = Object.keys(HELPERS).join()
    // oxlint-disable-next-line typescript/no-implied-eval -- nothing of it comes from outside: the protos are our own
    const write = new Function(`{${helpers}}`, 't', `return (m) => ${source}`) as (...given: unknown[]) => Serialize
    return write(HELPERS, this.#scope)
  }

  #object(spec: MessageSpec, view: View): Source {
    const type = view.shownAs ?? spec.type
    const parts = spec.fields
      .filter(({ name, internal }) => internal !== true && view.without?.includes(name) !== true)
      .map((field) => this.#field(field))
    const made = spec.made.map(({ name, from = '', message }) => {
      if (message !== undefined) return this.#foreign(name, message)
      const path = from.split('.').map((step) => `?.[${literal(step)}]`)
      return `${literal(`${literal(name)}:`)} + text(m${path.join('')} ?? null)`
    })
    return joined([...(type === undefined ? [] : [typeSource(type)]), ...parts, ...made])
  }

  /** A message of another service that the gateway joined. */
  #foreign(name: string, message: string): Source {
    const value = `m[${literal(name)}]`
    const serialize = this.#within(this.#contract.message(message).message, {})
    return `${literal(`${literal(name)}:`)} + (${value} == null ? 'null' : ${serialize}(${value}))`
  }

  /** Only the fields of its form. */
  #union(spec: MessageSpec, { by, forms }: Union, view: View): Source {
    const sources = forms.map(({ name, fields }) => {
      const own = spec.fields.filter((field) => fields.includes(field.name)).map((field) => this.#field(field))
      return { name, source: joined([literal(`${literal(by)}:${literal(name)}`), ...own]) }
    })
    const [only, ...others] = view.forms ?? []
    if (only !== undefined && others.length === 0) return sources.find(({ name }) => name === only)?.source ?? `'null'`
    return sources.reduceRight(
      (otherwise, { name, source }) => `m[${literal(by)}] === ${literal(name)} ? ${source} : ${otherwise}`,
      `'null'`,
    )
  }

  #field(spec: FieldSpec): Source {
    const { name, called } = spec
    const value = `m[${literal(name)}]`
    if (called !== undefined) return `text(filled(${literal(called)}, m)) + ':' + text(${value} ?? null)`
    const key = literal(`${literal(name)}:`)
    const listed = (list: Source): Source => `list(${this.#one(spec)}, ${list})`
    if (spec.isMap) return literal(`${literal(name)}:{}`)
    if (spec.isList && spec.listField === undefined) return `${key} + ${listed(value)}`
    const text =
      spec.listField === undefined ? this.#serialized(spec, value) : listed(`${value}[${literal(spec.listField)}]`)
    if (spec.message || spec.isOptional) return `${key} + (${value} == null ? 'null' : ${text})`
    return `${key} + ${this.#serialized(spec, `(${value} ?? ${missing(spec)})`)}`
  }

  /** The function for the elements of a list. */
  #one(spec: FieldSpec): Source {
    return `(v) => ${this.#serialized(spec, 'v')}`
  }

  #serialized(spec: FieldSpec, value: Source): Source {
    if (spec.chart_form === true) {
      const { message } = this.#contract.message('pacioli.common.v1.ChartAccount')
      return `${this.#within(message, {})}(inChart(${value}))`
    }
    if (spec.message && spec.all_forms === true) {
      const parts = this.#contract.of(spec.message).fields.map((field) => this.#field(field))
      return `((m) => ${joined(parts)})(${value})`
    }
    if (spec.message) return `${this.#within(spec.message, { without: spec.without, forms: spec.forms })}(${value})`
    if (spec.format === 'JSON') return `json(${value})`
    if (spec.field.type === 'bool' || spec.field.type !== 'string') return `('' + ${value})`
    return PLAIN.includes(spec.format ?? '') ? `('"' + ${value} + '"')` : `text(${value})`
  }

  #within(message: Message, view: View): Source {
    const at = this.#scope.push(this.#madeOf(message, view)) - 1
    return `t[${at}].serialize`
  }
}

const missing = ({ field }: FieldSpec): Source =>
  field.type === 'string' ? `''` : field.type === 'bool' ? 'false' : '0'

/** Constant, or with the value of one of its fields. */
const typeSource = (type: string): Source =>
  type.includes('{') ? `'"type":' + text(filled(${literal(type)}, m))` : literal(`"type":${literal(type)}`)
