/**
 * What a service answers, as JSON text. Written straight from the message as it was decoded: what it lacks it has by its
 * prototype, so whether an optional field is there is asked of the message itself.
 */
import type { Contract, FieldSays, Message, Says, Union } from './descriptors.ts'

type Told = Record<string, unknown>
/** Takes a message, however its type names its fields. */
export type Tell = (message: object) => string
type TellFields = (message: Told) => string
type TellValue = (value: never) => string

/** How a message stands somewhere: what is not told of it there. */
type View = {
  without?: readonly string[] | undefined
  forms?: readonly string[] | undefined
  shownAs?: string | undefined
}

const text = JSON.stringify
const number = (value: number): string => `${value}`
const boolean = (value: boolean): string => (value ? 'true' : 'false')

/** What our own services write has nothing in it that JSON would have to escape. */
const PLAIN: readonly string[] = ['ID', 'INSTANT', 'DAY']
const plain = (value: string): string => `"${value}"`

/** JSON is kept as text, which is told as it is. */
const json = (value: string): string => (value === '' ? '{}' : value)

export class Teller {
  readonly #contract: Contract
  readonly #tells = new Map<string, { tell: TellFields }>()

  constructor(contract: Contract) {
    this.#contract = contract
  }

  of(message: Message, view: View = {}): Tell {
    const key = [message.fullName, view.shownAs, ...(view.without ?? []), '|', ...(view.forms ?? [])].join()
    const known = this.#tells.get(key)
    // A message within itself is told by what is made of it in the end.
    if (known) return (value) => known.tell(value as Told)
    const made: { tell: TellFields } = { tell: () => '' }
    this.#tells.set(key, made)
    made.tell = this.#make(this.#contract.of(message), view)
    return made.tell as Tell
  }

  #make(says: Says, view: View): TellFields {
    if (says.union) return this.#union(says, says.union, view)
    const type = typeTeller(view.shownAs ?? says.type)
    const parts = says.fields
      .filter(({ name, internal }) => internal !== true && view.without?.includes(name) !== true)
      .map((field) => this.#field(field))
    const made = says.made.map(({ name, from }) => madeTeller(name, from.split('.')))
    return joined([...(type ? [type] : []), ...parts, ...made])
  }

  /** Only the fields of the form that it is. */
  #union(says: Says, { by, forms }: Union, view: View): TellFields {
    const tells = new Map(
      forms.map(({ name, fields }) => {
        const own = says.fields.filter((field) => fields.includes(field.name)).map((field) => this.#field(field, true))
        return [name, joined([() => `"${by}":${text(name)}`, ...own])] as const
      }),
    )
    const [only, ...others] = view.forms ?? []
    if (only !== undefined && others.length === 0) return tells.get(only) ?? (() => 'null')
    return (message) => tells.get(String(message[by]))?.(message) ?? 'null'
  }

  #field(says: FieldSays, isPresent = false): TellFields {
    const { name, called } = says
    if (called !== undefined) return (message) => `${text(filled(called, message))}:${text(message[name] ?? null)}`
    const key = `${text(name)}:`
    const value = this.#value(says)
    const tellList = listed(value)
    if (says.isList && says.listField === undefined)
      return (message) => {
        const list = message[name] as never[] | undefined
        return list === undefined ? `${key}[]` : key + tellList(list)
      }
    if (says.message || says.isOptional) {
      const listField = says.listField
      const tell: TellValue =
        listField === undefined ? value : (list: Record<string, never[]>) => tellList(list[listField] ?? [])
      return (message) => {
        const one = isPresent || Object.hasOwn(message, name) ? message[name] : undefined
        return one === undefined || one === null ? `${key}null` : key + tell(one as never)
      }
    }
    const missing = says.field.type === 'string' ? '' : says.field.type === 'bool' ? false : 0
    return (message) => key + value((message[name] ?? missing) as never)
  }

  #value(says: FieldSays): TellValue {
    if (says.isMap) return () => '{}'
    if (says.chart_form === true) {
      const tell = this.of(this.#contract.message('pacioli.common.v1.ChartAccount').message)
      return (account: Told) => tell(inChart(account))
    }
    if (says.message && says.all_forms === true)
      return joined(this.#contract.of(says.message).fields.map((field) => this.#field(field)))
    if (says.message) return this.of(says.message, { without: says.without, forms: says.forms })
    if (says.format === 'JSON') return json
    if (says.format !== undefined && PLAIN.includes(says.format)) return plain
    if (says.field.type === 'string') return text
    return says.field.type === 'bool' ? boolean : number
  }
}

const joined = ([first, ...others]: readonly TellFields[]): TellFields => {
  if (!first) return () => '{}'
  return (message) => {
    let told = `{${first(message)}`
    // By index: this runs for each message of each answer.
    for (let at = 0; at < others.length; at++) told += `,${(others[at] as TellFields)(message)}`
    return `${told}}`
  }
}

const listed =
  (tell: TellValue): ((list: readonly never[]) => string) =>
  ([first, ...others]) => {
    if (first === undefined) return '[]'
    let told = `[${tell(first)}`
    for (const one of others) told += `,${tell(one)}`
    return `${told}]`
  }

/** The same wherever it is, or named for what one of its fields says, with `_` for what is no letter of a name. */
function typeTeller(type: string | undefined): TellFields | undefined {
  if (type === undefined) return undefined
  if (!type.includes('{')) return () => `"type":${text(type)}`
  return (message) => `"type":${text(filled(type, message))}`
}

const filled = (template: string, message: Told): string =>
  template.replaceAll(/\{(\w+)\}/g, (_all, field: string) => String(message[field]).replaceAll(' ', '_'))

const madeTeller =
  (name: string, path: readonly string[]): TellFields =>
  (message) => {
    const found = path.reduce<unknown>((at, step) => (at as Told | null | undefined)?.[step], message)
    return `${text(name)}:${text(found ?? null)}`
  }

/** An account as documents show it, in the form of the chart: with an id and a stable name that say what they are. */
const inChart = (account: Told): Told => ({
  ...account,
  id: { id: account['id'] },
  stable_name: Object.hasOwn(account, 'stable_name') ? { stable_name: account['stable_name'] } : undefined,
})
