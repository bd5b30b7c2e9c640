/** What the protos say of the public interface, in the terms in which the gateway reads it. */
import { isErrorEnum, type ErrorEnum } from '@pacioli/errors'
import { loadProtos, type protobuf } from '@pacioli/protos'
import { isScope, type Scope } from '../auth/scopes.ts'

export type Message = protobuf.Type
export type Format =
  'ID' | 'INSTANT' | 'DAY' | 'DAY_OR_INSTANT' | 'TIME_ZONE' | 'CURRENCY' | 'JSON' | 'QUANTITY' | 'SECRET' | 'FIGURE'

/** `pacioli.api.field`, and what else a field says of itself. */
export type FieldSays = {
  name: string
  field: protobuf.Field
  description: string | undefined
  /** Of a message: what it is. Of a list in a message of its own: of what the list is. */
  message: Message | undefined
  isList: boolean
  /** The field that holds the list, where it stands in a message of its own, so that an empty one differs from none. */
  listField: string | undefined
  isMap: boolean
  /** As the proto marks it, or a list. */
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
export type Says = {
  message: Message
  name: string
  description: string | undefined
  type: string | undefined
  union: Union | undefined
  /** Of another field, or a message that is put beside this one. */
  made: readonly { name: string; from?: string; message?: string; description?: string }[]
  fields: readonly FieldSays[]
}

export type Operation = {
  id: string
  service: protobuf.Service
  method: protobuf.Method
  http: { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; body: string | undefined }
  /** Names of the fields that stand in the path. */
  pathFields: readonly string[]
  summary: string
  description: string
  heading: string
  /** What the service is about, whose heading it is. */
  about: string | undefined
  /** Undefined: it needs no token. */
  scope: Scope | undefined
  errors: readonly ErrorEnum[]
  ok: string | undefined
  created: string | undefined
  accepted: string | undefined
  platformOnly: boolean
  posts: boolean
  timeoutMs: number | undefined
  bodyLimit: number | undefined
  optionalBody: boolean
  bucket: string | undefined
  bare: boolean
  linksNext: boolean
  meta: { fields: readonly string[] } | undefined
  totals: { tags?: string; items?: string; what?: string } | undefined
  shownAs: string | undefined
  /** What it is called by its first binding. */
  firstId: string
  /** It goes by another path as well, which is in the form of all others. */
  isOld: boolean
  request: Message
  response: Message
}

export type Options = Record<string, unknown>
type Described = { parsedOptions?: unknown; comment?: string | null }

export const asList = <Item>(given: Item | Item[] | null | undefined): Item[] =>
  given === undefined || given === null ? [] : Array.isArray(given) ? given : [given]

/** All values that an option was given. */
const optionsOf = (object: object, name: string): unknown[] =>
  asList((object as Described).parsedOptions as Options[] | undefined).flatMap((option) =>
    name in option ? [option[name]] : [],
  )

const optionOf = (object: object, name: string): Options => (optionsOf(object, name)[0] ?? {}) as Options

/** Paragraphs as they are read: a line break within one is a space. */
const prose = (comment: string | null | undefined): string | undefined =>
  comment
    ?.split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' '))
    .join('\n\n') || undefined

const MEBIBYTE = 1024 * 1024
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The protos of a release, read once. */
export class Contract {
  readonly operations: readonly Operation[]
  readonly #root: protobuf.Root
  readonly #said = new Map<Message, Says>()
  readonly #words = new Map<string, readonly string[]>()

  constructor(root: protobuf.Root = loadProtos()) {
    this.#root = root
    this.#collectWords(root)
    this.operations = servicesIn(root).flatMap((service) => this.#operationsOf(service))
  }

  message(name: string): Says {
    return this.of(this.#root.lookupType(name))
  }

  of(message: Message): Says {
    const known = this.#said.get(message)
    if (known) return known
    const says = describe(message)
    this.#said.set(message, says)
    return says
  }

  operation(id: string): Operation {
    const found = this.operations.find((operation) => operation.id === id)
    if (!found) throw new Error(`No proto has an operation ${id}`)
    return found
  }

  /** The messages that have an option, and what it says. */
  messagesWith(option: string): { message: Message; says: Options }[] {
    return typesIn(this.#root).flatMap((message) =>
      optionsOf(message, option).map((says) => ({ message, says: says as Options })),
    )
  }

  /** The words that a field takes, if it takes no others. */
  wordsOf({ words, in: own }: Pick<FieldSays, 'words' | 'in'>): readonly string[] | undefined {
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

  #operationsOf(service: protobuf.Service): Operation[] {
    const [heading = ''] = optionsOf(service, '(pacioli.api.heading)') as string[]
    return service.methodsArray.flatMap((method) => {
      const http = optionOf(method, '(google.api.http)')
      const verb = METHODS.find((name) => name in http)
      if (!verb) return []
      const first = operationOf(service, method.resolve() as protobuf.Method, { verb, http, heading })
      const others = asList(http['additional_bindings'] as Options | Options[] | undefined)
      return [{ ...first, isOld: others.length > 0 }, ...others.map((binding) => boundOtherwise(first, binding))]
    })
  }
}

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

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** What a field of a path is called outside: `bill_id` is `billId`. */
export const pathName = camelCase

type Route = { verb: (typeof METHODS)[number]; http: Options; heading: string }

/** The same operation by another method or path, under a name that says so. */
function boundOtherwise(operation: Operation, http: Options): Operation {
  const verb = METHODS.find((name) => name in http) ?? 'post'
  const path = String(http[verb])
  return {
    ...operation,
    id: `${operation.id}By${verb.charAt(0).toUpperCase()}${verb.slice(1)}`,
    http: { method: verb.toUpperCase() as never, path, body: http['body'] as string | undefined },
    pathFields: fieldsIn(path),
  }
}

const fieldsIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

function operationOf(service: protobuf.Service, method: protobuf.Method, { verb, http, heading }: Route): Operation {
  const says = optionOf(method, '(pacioli.api.operation)')
  const { resolvedRequestType: request, resolvedResponseType: response } = method
  if (!request || !response) throw new Error(`${method.fullName} takes or answers what is not defined`)
  const [summary = '', ...rest] = (prose(method.comment) ?? '').split('\n\n')
  const path = String(http[verb])
  const text = (name: string): string | undefined => says[name] as string | undefined
  const times = (name: string, unit: number): number | undefined =>
    says[name] === undefined ? undefined : Number(says[name]) * unit
  const meta = says['meta'] as { fields?: string | string[] } | undefined
  const id = text('id') ?? method.name.charAt(0).toLowerCase() + method.name.slice(1)
  return {
    id,
    service,
    method,
    http: { method: verb.toUpperCase() as never, path, body: http['body'] as string | undefined },
    pathFields: fieldsIn(path),
    summary,
    description: rest.join('\n\n'),
    heading: text('heading') ?? heading,
    about: prose(service.comment),
    scope: scopeOf(method, text('scope')),
    errors: asList(says['errors'] as string | string[] | undefined).map((name) => errorOf(method, name)),
    ok: text('ok'),
    created: text('created'),
    accepted: text('accepted'),
    platformOnly: says['platform_only'] === true,
    posts: says['posts'] === true,
    timeoutMs: times('timeout_seconds', 1_000),
    bodyLimit: times('max_body_mebibytes', MEBIBYTE),
    optionalBody: says['optional_body'] === true,
    bucket: text('bucket'),
    bare: says['bare'] === true,
    linksNext: says['links_next'] === true,
    meta: meta && { fields: asList(meta.fields) },
    totals: says['totals'] as Operation['totals'],
    shownAs: text('shown_as'),
    firstId: id,
    isOld: false,
    request,
    response,
  }
}

function scopeOf(method: protobuf.Method, name: string | undefined): Scope | undefined {
  if (name === undefined || isScope(name)) return name
  throw new Error(`${method.fullName} wants a scope ${name}, which there is none of`)
}

function errorOf(where: protobuf.ReflectionObject, name: string): ErrorEnum {
  if (isErrorEnum(name)) return name
  throw new Error(`${where.fullName} names an error ${name}, which the catalogue does not have`)
}

function describe(message: Message): Says {
  const says = optionOf(message, '(pacioli.api.resource)')
  const union = says['union'] as { by: string; forms: object | object[] } | undefined
  return {
    message,
    name: (says['name'] as string | undefined) ?? message.name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_'),
    description: prose(message.comment),
    type: says['type'] as string | undefined,
    union: union && {
      by: union.by,
      forms: (asList(union.forms) as { name: string; fields?: string | string[] }[]).map(({ name, fields }) => ({
        name,
        fields: asList(fields),
      })),
    },
    made: asList(says['made'] as never),
    fields: message.fieldsArray.map((field) => fieldOf(field.resolve())),
  }
}

/** A message that is there so that an empty list can be told from none: it has nothing else. */
function listWithin({ resolvedType }: protobuf.Field): protobuf.Field | undefined {
  if (!resolvedType || !('fieldsArray' in resolvedType)) return undefined
  const [only, ...others] = resolvedType.fieldsArray
  return only?.repeated && others.length === 0 && ['items', 'tags'].includes(only.name) ? only.resolve() : undefined
}

const LISTS = ['in', 'means', 'without', 'forms', 'sort_by'] as const

function fieldOf(field: protobuf.Field): FieldSays {
  const says = optionOf(field, '(pacioli.api.field)')
  const lists = Object.fromEntries(LISTS.flatMap((name) => (name in says ? [[name, asList(says[name])]] : [])))
  const within = field.repeated ? undefined : listWithin(field)
  const { resolvedType } = within ?? field
  const unknown = says['unknown']
  const isOptional = field.repeated || field.options?.['proto3_optional'] === true
  if ('alias' in says && !isOptional) throw new Error(`${field.fullName} has to be there: it has one name alone`)
  return {
    ...says,
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
