/**
 * What a service answers, as JSON text: for each message a function that is written once, as Ajv writes its validators, and
 * reads the message as it was decoded. An optional field that is not there is null by the prototype of its message.
 */
import type { Contract, FieldSays, Message, Says, Union } from './descriptors.ts'

type Told = Record<string, unknown>
/** Takes a message, however its type names its fields. */
export type Tell = (message: object) => string

/** How a message stands somewhere: what is not told of it there. */
type View = {
  without?: readonly string[] | undefined
  forms?: readonly string[] | undefined
  shownAs?: string | undefined
}

/** What our own services write has nothing in it that JSON would have to escape. */
const PLAIN: readonly string[] = ['ID', 'INSTANT', 'DAY']

/** What the written functions call. */
const HELPERS = {
  text: JSON.stringify,
  /** JSON is kept as text, which is told as it is. */
  json: (value: string): string => (value === '' ? '{}' : value),
  list: (tell: (one: never) => string, items: readonly never[] | undefined): string => {
    if (items === undefined || items.length === 0) return '[]'
    let told = `[${tell(items[0] as never)}`
    for (let at = 1; at < items.length; at++) told += `,${tell(items[at] as never)}`
    return `${told}]`
  },
  /** Named for what its fields say, with `_` for what is no letter of a name. */
  filled: (template: string, message: Told): string =>
    template.replaceAll(/\{(\w+)\}/g, (_all, field: string) => String(message[field]).replaceAll(' ', '_')),
  /** An account as documents show it, in the form of the chart: with an id and a stable name that say what they are. */
  inChart: (account: Told): Told => ({
    ...account,
    id: { id: account['id'] },
    stable_name: typeof account['stable_name'] === 'string' ? { stable_name: account['stable_name'] } : null,
  }),
}

/** JavaScript that makes a text of the message `m`. */
type Source = string

const literal = (value: string): Source => JSON.stringify(value)

/** Texts that are known beforehand are put together beforehand. */
const joined = (parts: readonly Source[]): Source =>
  parts.length === 0 ? literal('{}') : `'{' + ${parts.join(` + ',' + `)} + '}'`

export class Teller {
  readonly #contract: Contract
  readonly #tells = new Map<string, { tell: Tell }>()

  constructor(contract: Contract) {
    this.#contract = contract
  }

  of(message: Message, view: View = {}): Tell {
    const made = this.#madeOf(message, view)
    return (value) => made.tell(value)
  }

  /** A message may be within itself: it is told by what is made of it in the end. */
  #madeOf(message: Message, view: View): { tell: Tell } {
    const key = [message.fullName, view.shownAs, ...(view.without ?? []), '|', ...(view.forms ?? [])].join()
    const known = this.#tells.get(key)
    if (known) return known
    const made: { tell: Tell } = { tell: () => '' }
    this.#tells.set(key, made)
    made.tell = new Writing(this.#contract, (inner, within) => this.#madeOf(inner, within)).tellerOf(message, view)
    return made
  }
}

/** The function of one message while it is written. */
class Writing {
  readonly #contract: Contract
  readonly #madeOf: (message: Message, view: View) => { tell: Tell }
  readonly #scope: { tell: Tell }[] = []

  constructor(contract: Contract, madeOf: (message: Message, view: View) => { tell: Tell }) {
    this.#contract = contract
    this.#madeOf = madeOf
  }

  tellerOf(message: Message, view: View): Tell {
    const says = this.#contract.of(message)
    const source = says.union ? this.#union(says, says.union, view) : this.#object(says, view)
    const helpers = Object.keys(HELPERS).join()
    // oxlint-disable-next-line typescript/no-implied-eval -- nothing of it comes from outside: the protos are our own
    const write = new Function(`{${helpers}}`, 't', `return (m) => ${source}`) as (...given: unknown[]) => Tell
    return write(HELPERS, this.#scope)
  }

  #object(says: Says, view: View): Source {
    const type = view.shownAs ?? says.type
    const parts = says.fields
      .filter(({ name, internal }) => internal !== true && view.without?.includes(name) !== true)
      .map((field) => this.#field(field))
    const made = says.made.map(({ name, from = '', message }) => {
      if (message !== undefined) return this.#beside(name, message)
      const path = from.split('.').map((step) => `?.[${literal(step)}]`)
      return `${literal(`${literal(name)}:`)} + text(m${path.join('')} ?? null)`
    })
    return joined([...(type === undefined ? [] : [typeSource(type)]), ...parts, ...made])
  }

  /** What another service tells, where the gateway found it. */
  #beside(name: string, message: string): Source {
    const value = `m[${literal(name)}]`
    const tell = this.#within(this.#contract.message(message).message, {})
    return `${literal(`${literal(name)}:`)} + (${value} == null ? 'null' : ${tell}(${value}))`
  }

  /** Only the fields of the form that it is. */
  #union(says: Says, { by, forms }: Union, view: View): Source {
    const sources = forms.map(({ name, fields }) => {
      const own = says.fields.filter((field) => fields.includes(field.name)).map((field) => this.#field(field))
      return { name, source: joined([literal(`${literal(by)}:${literal(name)}`), ...own]) }
    })
    const [only, ...others] = view.forms ?? []
    if (only !== undefined && others.length === 0) return sources.find(({ name }) => name === only)?.source ?? `'null'`
    return sources.reduceRight(
      (otherwise, { name, source }) => `m[${literal(by)}] === ${literal(name)} ? ${source} : ${otherwise}`,
      `'null'`,
    )
  }

  #field(says: FieldSays): Source {
    const { name, called } = says
    const value = `m[${literal(name)}]`
    if (called !== undefined) return `text(filled(${literal(called)}, m)) + ':' + text(${value} ?? null)`
    const key = literal(`${literal(name)}:`)
    const listed = (list: Source): Source => `list(${this.#one(says)}, ${list})`
    if (says.isMap) return literal(`${literal(name)}:{}`)
    if (says.isList && says.listField === undefined) return `${key} + ${listed(value)}`
    const told = says.listField === undefined ? this.#told(says, value) : listed(`${value}[${literal(says.listField)}]`)
    if (says.message || says.isOptional) return `${key} + (${value} == null ? 'null' : ${told})`
    return `${key} + ${this.#told(says, `(${value} ?? ${missing(says)})`)}`
  }

  /** A function for each element of a list. */
  #one(says: FieldSays): Source {
    return `(v) => ${this.#told(says, 'v')}`
  }

  #told(says: FieldSays, value: Source): Source {
    if (says.chart_form === true) {
      const { message } = this.#contract.message('pacioli.common.v1.ChartAccount')
      return `${this.#within(message, {})}(inChart(${value}))`
    }
    if (says.message && says.all_forms === true) {
      const parts = this.#contract.of(says.message).fields.map((field) => this.#field(field))
      return `((m) => ${joined(parts)})(${value})`
    }
    if (says.message) return `${this.#within(says.message, { without: says.without, forms: says.forms })}(${value})`
    if (says.format === 'JSON') return `json(${value})`
    if (says.field.type === 'bool' || says.field.type !== 'string') return `('' + ${value})`
    return PLAIN.includes(says.format ?? '') ? `('"' + ${value} + '"')` : `text(${value})`
  }

  #within(message: Message, view: View): Source {
    const at = this.#scope.push(this.#madeOf(message, view)) - 1
    return `t[${at}].tell`
  }
}

const missing = ({ field }: FieldSays): Source =>
  field.type === 'string' ? `''` : field.type === 'bool' ? 'false' : '0'

/** The same wherever it is, or named for what one of its fields says. */
const typeSource = (type: string): Source =>
  type.includes('{') ? `'"type":' + text(filled(${literal(type)}, m))` : literal(`"type":${literal(type)}`)
