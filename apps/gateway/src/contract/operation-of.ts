/** The HTTP operation that a method of a proto describes. */
import type { ErrorEnum } from '@pacioli/errors'
import type { protobuf } from '@pacioli/protos'
import { isScope, SCOPES, type Scope } from '../auth/scopes.ts'
import { asList, errorOf, optionOf, optionsOf, prose, type Options } from './options.ts'

const MEBIBYTE = 1024 * 1024
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** A bucket that an operation takes from, beside that of the client. */
export type Bucket = 'bulkInvoices'

export type Operation = {
  id: string
  service: protobuf.Service
  method: protobuf.Method
  http: { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; body: string | undefined }
  /** Names of the fields in the path. */
  pathFields: readonly string[]
  summary: string
  description: string
  heading: string
  /** The description of its service, for the heading. */
  about: string | undefined
  /** Undefined: it is public and needs no token. */
  scope: Scope | undefined
  errors: readonly ErrorEnum[]
  ok: string | undefined
  created: string | undefined
  accepted: string | undefined
  platformOnly: boolean
  posts: boolean
  /** A write of the books: it takes `validate_only`. */
  isPreviewable: boolean
  timeoutMs: number | undefined
  bodyLimit: number | undefined
  optionalBody: boolean
  bucket: Bucket | undefined
  bare: boolean
  linksNext: boolean
  meta: { fields: readonly string[] } | undefined
  totals: { tags?: string; items?: string; what?: string } | undefined
  shownAs: string | undefined
  /** The id and route of its first binding. */
  firstId: string
  first: { method: string; path: string }
  /** Replaced by another binding, in the form of all other operations. */
  isDeprecated: boolean
  request: protobuf.Type
  response: protobuf.Type
}

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** The public name of a field in a path: `bill_id` is `billId`. */
export const pathName = camelCase

type Verb = (typeof METHODS)[number]
type Route = { verb: Verb; http: Options; heading: string }

/** An operation for each HTTP binding of a method; none for a method of services alone. */
export function operationsOf(service: protobuf.Service, method: protobuf.Method): Operation[] {
  const [heading = ''] = optionsOf(service, '(pacioli.api.heading)') as string[]
  const http = optionOf(method, '(google.api.http)')
  const verb = METHODS.find((name) => name in http)
  if (!verb) return []
  const first = operationOf(service, method.resolve() as protobuf.Method, { verb, http, heading })
  const others = asList(http['additional_bindings'] as Options | Options[] | undefined)
  return [{ ...first, isDeprecated: others.length > 0 }, ...others.map((binding) => additionalBinding(first, binding))]
}

/** The same operation with another method or path, and an id that says so. */
function additionalBinding(operation: Operation, http: Options): Operation {
  const verb = METHODS.find((name) => name in http) ?? 'post'
  return {
    ...operation,
    id: `${operation.id}By${verb.charAt(0).toUpperCase()}${verb.slice(1)}`,
    ...bindingOf(operation.request, verb, http),
  }
}

/** @throws Error for a method that lacks what callers need */
function operationOf(service: protobuf.Service, method: protobuf.Method, { verb, http, heading }: Route): Operation {
  const options = optionOf(method, '(pacioli.api.operation)')
  const { resolvedRequestType: request, resolvedResponseType: response } = method
  if (!request || !response) throw new Error(`${method.fullName} takes or answers what is not defined`)
  const [summary = '', ...rest] = (prose(method.comment) ?? '').split('\n\n')
  const text = (name: string): string | undefined => options[name] as string | undefined
  const times = (name: string, unit: number): number | undefined =>
    options[name] === undefined ? undefined : Number(options[name]) * unit
  const meta = options['meta'] as { fields?: string | string[] } | undefined
  const id = text('id') ?? method.name.charAt(0).toLowerCase() + method.name.slice(1)
  const way = bindingOf(request, verb, http)
  const operation = {
    id,
    service,
    method,
    ...way,
    summary,
    description: rest.join('\n\n'),
    heading: text('heading') ?? heading,
    about: prose(service.comment),
    scope: scopeOf(method, text('scope'), options['public'] === true),
    errors: asList(options['errors'] as string | string[] | undefined).map((name) => errorOf(method, name)),
    ok: text('ok'),
    created: text('created'),
    accepted: text('accepted'),
    platformOnly: options['platform_only'] === true,
    posts: options['posts'] === true,
    isPreviewable:
      verb !== 'get' && options['outside_books'] !== true && options['public'] !== true && !isReadOnly(method),
    timeoutMs: times('timeout_seconds', 1_000),
    bodyLimit: times('max_body_mebibytes', MEBIBYTE),
    optionalBody: options['optional_body'] === true,
    bucket: bucketOf(method, text('bucket')),
    bare: options['bare'] === true,
    linksNext: options['links_next'] === true,
    meta: meta && { fields: asList(meta.fields) },
    totals: options['totals'] as Operation['totals'],
    shownAs: text('shown_as'),
    firstId: id,
    first: way.http,
    isDeprecated: false,
    request,
    response,
  }
  requireComplete(operation)
  requireRefusals(operation)
  return operation
}

/** Known to the gateway beside the message: they come with the call. */
const BESIDE = ['business_id', 'client_id']

/** @throws Error for a path parameter that is no field of the request */
function bindingOf(request: protobuf.Type, verb: Verb, http: Options): Pick<Operation, 'http' | 'pathFields'> {
  const path = String(http[verb])
  const pathFields = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const lost = pathFields.find((name) => !BESIDE.includes(name) && !(name in request.fields))
  if (lost !== undefined) throw new Error(`${path} has {${lost}}, which ${request.fullName} does not have`)
  const method = verb.toUpperCase() as Operation['http']['method']
  return { http: { method, path, body: http['body'] as string | undefined }, pathFields }
}

function requireComplete({ method, http, scope, ok, created, accepted }: Operation): void {
  if ((ok ?? created ?? accepted) === undefined)
    throw new Error(`${method.fullName} says nothing of a success: give it \`ok\`, \`created\` or \`accepted\``)
  // An operation without a token is a callback of browsers: a GET that does change something.
  if (http.method === 'GET' && scope !== undefined && !isReadOnly(method))
    throw new Error(`${method.fullName} is a GET, so it changes nothing: \`idempotency_level = NO_SIDE_EFFECTS\``)
}

/** What is in a path names something, which may not be there: each such field says how that is refused. */
function requireRefusals({ method, request, pathFields, errors }: Operation): void {
  for (const name of pathFields) {
    const field = request.fields[name]
    if (BESIDE.includes(name) || !field) continue
    const { unknown } = optionOf(field, '(pacioli.api.field)')
    if (!errors.some((error) => error === unknown))
      throw new Error(
        `${method.fullName} has {${name}} in its path: give it one of ${errors.join(', ')} as \`unknown\`, ` +
          'for what names nothing',
      )
  }
}

const isReadOnly = (method: protobuf.Method): boolean => optionsOf(method, 'idempotency_level')[0] === 'NO_SIDE_EFFECTS'

function scopeOf(method: protobuf.Method, name: string | undefined, isPublic: boolean): Scope | undefined {
  if (name !== undefined && isScope(name)) return name
  if (name === undefined && isPublic) return undefined
  const given = name === undefined ? 'no scope' : `a scope ${name}`
  throw new Error(`${method.fullName} has ${given}: give it one of ${SCOPES.join(', ')}`)
}

function bucketOf(method: protobuf.Method, name: string | undefined): Bucket | undefined {
  if (name === undefined || name === 'bulkInvoices') return name
  throw new Error(`${method.fullName} takes from a bucket ${name}: there is bulkInvoices alone`)
}
