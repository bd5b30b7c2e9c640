/** What the protos say of the public interface, in the gateway's terms. */
import type { ErrorEnum } from '@pacioli/errors'
import { loadProtos, type protobuf } from '@pacioli/protos'
import { operationsOf, type Operation } from './operation-of.ts'
import { asList, errorOf, optionOf, optionsOf, prose, type Options } from './options.ts'

export type Message = protobuf.Type
export type Format =
  'ID' | 'INSTANT' | 'DAY' | 'DAY_OR_INSTANT' | 'TIME_ZONE' | 'CURRENCY' | 'JSON' | 'QUANTITY' | 'SECRET' | 'FIGURE'

/** `pacioli.api.field`, and what else describes a field. */
export type FieldSpec = {
  name: string
  field: protobuf.Field
  description: string | undefined
  /** The type of a message field; of a list in a message of its own, the type of its items. */
  message: Message | undefined
  isList: boolean
  /** The field with the list, where the list has a message of its own so that an empty one differs from none. */
  listField: string | undefined
  isMap: boolean
  /** Marked so in the proto, or a list. */
  isOptional: boolean
  format?: Format
  min_len?: number
  max_len?: number
  pattern?: string
  gte?: number
  lte?: number
  min_items?: number
  max_items?: number
  in?: readonly string[]
  words?: string
  means?: readonly string[]
  required?: boolean
  never_null?: boolean
  internal?: boolean
  flatten?: boolean
  alias?: string
  commas?: boolean
  one?: string
  without?: readonly string[]
  forms?: readonly string[]
  all_forms?: boolean
  text?: 'ACCOUNT_ID' | 'NAME'
  tells?: string
  clears?: string
  chart_form?: boolean
  sort_by?: readonly string[]
  descending?: boolean
  unknown?: ErrorEnum
  max_mebibytes?: number
  called?: string
  left_out?: boolean
}

export type Form = { name: string; fields: readonly string[] }
export type Union = { by: string; forms: readonly Form[] }

/** `pacioli.api.resource`. */
export type MessageSpec = {
  message: Message
  name: string
  description: string | undefined
  type: string | undefined
  union: Union | undefined
  /** Fields derived from another field, or a message joined to this one. */
  made: readonly { name: string; from?: string; message?: string; description?: string }[]
  fields: readonly FieldSpec[]
}

/** The protos of a release, parsed once. */
export class Contract {
  readonly operations: readonly Operation[]
  readonly #root: protobuf.Root
  readonly #specs = new Map<Message, MessageSpec>()
  readonly #words = new Map<string, readonly string[]>()

  constructor(root: protobuf.Root = loadProtos()) {
    this.#root = root
    this.#collectWords(root)
    this.operations = byFile(servicesIn(root)).flatMap((service) =>
      service.methodsArray.flatMap((method) => operationsOf(service, method)),
    )
  }

  message(name: string): MessageSpec {
    return this.of(this.#root.lookupType(name))
  }

  of(message: Message): MessageSpec {
    const known = this.#specs.get(message)
    if (known) return known
    const spec = describe(message)
    this.#specs.set(message, spec)
    return spec
  }

  operation(id: string): Operation {
    const found = this.operations.find((operation) => operation.id === id)
    if (!found) throw new Error(`No proto has an operation ${id}`)
    return found
  }

  /** The messages with an option, and its value. */
  messagesWith(option: string): { message: Message; options: Options }[] {
    return byFile(typesIn(this.#root)).flatMap((message) =>
      optionsOf(message, option).map((options) => ({ message, options: options as Options })),
    )
  }

  /** The only words that a field takes, if it is limited to some. */
  wordsOf({ words, in: own }: Pick<FieldSpec, 'words' | 'in'>): readonly string[] | undefined {
    if (words === undefined) return own
    const found = this.#words.get(words)
    if (!found) throw new Error(`No proto has words of the name ${words}`)
    return found
  }

  #collectWords(namespace: protobuf.NamespaceBase): void {
    for (const words of optionsOf(namespace, '(pacioli.api.words)') as { name: string; in: string | string[] }[])
      this.#words.set(words.name, asList(words.in))
    for (const nested of namespace.nestedArray) if ('nestedArray' in nested) this.#collectWords(nested as never)
  }
}

/** In the order of their files, whichever were loaded first. */
const byFile = <One extends protobuf.ReflectionObject>(all: readonly One[]): One[] =>
  all.toSorted(({ filename: one }, { filename: other }) => ((one ?? '') < (other ?? '') ? -1 : one === other ? 0 : 1))

function servicesIn(namespace: protobuf.NamespaceBase): protobuf.Service[] {
  return namespace.nestedArray.flatMap((nested) =>
    'methods' in nested ? [nested as protobuf.Service] : 'nestedArray' in nested ? servicesIn(nested as never) : [],
  )
}

function typesIn(namespace: protobuf.NamespaceBase): Message[] {
  return namespace.nestedArray.flatMap((nested) => [
    ...('fieldsArray' in nested ? [nested as Message] : []),
    ...('nestedArray' in nested ? typesIn(nested as never) : []),
  ])
}

function describe(message: Message): MessageSpec {
  const options = optionOf(message, '(pacioli.api.resource)')
  const union = options['union'] as { by: string; forms: object | object[] } | undefined
  return {
    message,
    name: (options['name'] as string | undefined) ?? message.name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_'),
    description: prose(message.comment),
    type: options['type'] as string | undefined,
    union: union && {
      by: union.by,
      forms: (asList(union.forms) as { name: string; fields?: string | string[] }[]).map(({ name, fields }) => ({
        name,
        fields: asList(fields),
      })),
    },
    made: asList(options['made'] as never),
    fields: message.fieldsArray.map((field) => fieldOf(field.resolve())),
  }
}

/** A message that only distinguishes an empty list from none: it has no other field. */
function listWithin({ resolvedType }: protobuf.Field): protobuf.Field | undefined {
  if (!resolvedType || !('fieldsArray' in resolvedType)) return undefined
  const [only, ...others] = resolvedType.fieldsArray
  return only?.repeated && others.length === 0 && ['items', 'tags'].includes(only.name) ? only.resolve() : undefined
}

const LISTS = ['in', 'means', 'without', 'forms', 'sort_by'] as const

function fieldOf(field: protobuf.Field): FieldSpec {
  const options = optionOf(field, '(pacioli.api.field)')
  const lists = Object.fromEntries(LISTS.flatMap((name) => (name in options ? [[name, asList(options[name])]] : [])))
  const within = field.repeated ? undefined : listWithin(field)
  const { resolvedType } = within ?? field
  const unknown = options['unknown']
  const isOptional = field.repeated || field.options?.['proto3_optional'] === true
  if ('alias' in options && !isOptional) throw new Error(`${field.fullName} has to be there: it has one name alone`)
  return {
    ...options,
    ...lists,
    ...(unknown === undefined ? {} : { unknown: errorOf(field, unknown as string) }),
    name: field.name,
    field: within ?? field,
    description: prose(field.comment),
    message: resolvedType && 'fieldsArray' in resolvedType ? resolvedType : undefined,
    isList: field.repeated || within !== undefined,
    listField: within?.name,
    isMap: field.map,
    isOptional,
  }
}
