/**
 * The canonical request of a create: stored with what it created, and compared with later requests of the same
 * external_id. Pure.
 */
import { instant, isInstant } from '@pacioli/calendar'
import { problem, type Problem } from '@pacioli/errors'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** A request in canonical form: equal requests have equal forms. */
export type CanonicalRequest = { readonly [name: string]: Json }

/** The defaults of absent fields: giving one explicitly is the same as leaving it out. */
export type Defaults = { readonly [name: string]: Json }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const decimal = /^([+-]?)0*(\d+?)(?:\.(\d*?)0*)?$/

/**
 * The canonical form of a request. Leaves out what is null, absent, an empty list, or equal to the field's default, at
 * any depth, and the top-level `external_id`, by which it is found. Instants are in UTC, ids in lower case, quantities
 * without needless zeros, and `metadata` is parsed, as the order of its keys means nothing.
 * @param message as received
 */
export function canonicalRequestOf(message: object, defaults: Defaults = {}): CanonicalRequest {
  const { external_id: _key, ...fields } = message as Record<string, unknown>
  return canonicalFields(fields, defaults)
}

function canonicalFields(fields: Record<string, unknown>, defaults: Defaults): CanonicalRequest {
  const asked: [string, Json][] = []
  for (const name of Object.keys(fields).sort()) {
    const value = canonicalValue(name, fields[name], defaults)
    const isDefault = Object.hasOwn(defaults, name) && isEqual(defaults[name], value)
    if (value !== undefined && !isDefault) asked.push([name, value])
  }
  return Object.fromEntries(asked)
}

function canonicalValue(name: string, value: unknown, defaults: Defaults): Json | undefined {
  if (value === null || value === undefined) return undefined
  if (name === 'metadata' && typeof value === 'string') return canonicalMetadata(value)
  if (typeof value === 'string') return canonicalText(name, value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((one: unknown) => canonicalValue(name, one, defaults) ?? null)
  return canonicalFields(value as Record<string, unknown>, defaults)
}

function canonicalText(name: string, text: string): string {
  if (/(^|_)(at|on_or_after|on_or_before)$/.test(name) && isInstant(text)) return instant(text).toISOString()
  if (/(^|_)ids?$/.test(name) && !/external_ids?$/.test(name) && uuid.test(text)) return text.toLowerCase()
  const found = name === 'quantity' ? decimal.exec(text) : null
  if (!found) return text
  const [, sign, whole, fraction = ''] = found
  return `${sign === '-' ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** The caller's own fields: only the order of keys is normalized. */
function canonicalMetadata(text: string): Json {
  try {
    return sorted(JSON.parse(text) as Json)
  } catch {
    return text
  }
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
const isFields = (value: Json | undefined): value is CanonicalRequest =>
  typeof value === 'object' && value !== null && !isList(value)

function sorted(value: Json): Json {
  if (isList(value)) return value.map(sorted)
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name] ?? null)]),
  )
}

const isEqual = (one: Json | undefined, other: Json | undefined): boolean => firstDifference(one, other) === undefined

/** Where two requests differ; `field` is the path in the request, empty for the whole of it. */
export type Difference = { field: string; then: Json | undefined; now: Json | undefined }

/** The first different field, by name. */
export function firstDifference(then: Json | undefined, now: Json | undefined, field = ''): Difference | undefined {
  if (isList(then) && isList(now)) {
    for (let index = 0; index < Math.max(then.length, now.length); index++) {
      const found = firstDifference(then[index], now[index], join(field, String(index)))
      if (found) return found
    }
    return undefined
  }
  if (isFields(then) && isFields(now)) {
    for (const name of [...new Set([...Object.keys(then), ...Object.keys(now)])].sort()) {
      const found = firstDifference(at(then, name), at(now, name), join(field, name))
      if (found) return found
    }
    return undefined
  }
  return Object.is(then, now) || (then === 0 && now === 0) ? undefined : { field, then, now }
}

const at = (fields: CanonicalRequest, name: string): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined
const join = (field: string, name: string): string => (field === '' ? name : `${field}.${name}`)

const MAX_SHOWN = 200

function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** An element of a request; `field` is the path to it, with a dot at its end, or empty. */
export type CanonicalRequestAt = { canonicalRequest: CanonicalRequest; externalId: string; field: string }

/**
 * ExternalIdReused where both requests differ. `then` is null for what was created before requests were stored: any
 * request counts as its repeat.
 */
export function reuseOf(
  then: CanonicalRequest | null,
  { canonicalRequest, externalId, field }: CanonicalRequestAt,
): Problem | undefined {
  const found = then === null ? undefined : firstDifference(then, canonicalRequest)
  if (!found) return undefined
  return problem(
    'ExternalIdReused',
    `The external_id ${externalId} was used before with other content: \`${found.field}\` was ${shown(found.then)} ` +
      `and is ${shown(found.now)} now. Send what was sent then, or use another external_id.`,
    { field: `${field}${found.field}`, value: externalId },
  )
}

/**
 * DuplicateExternalId for elements of one request that share an external_id and differ, naming both: only one could be
 * created. Equal ones count as one.
 */
export function conflictingDuplicates(
  elements: readonly (Omit<CanonicalRequestAt, 'externalId'> & { externalId: string | null })[],
): Problem[] {
  const first = new Map<string, { canonicalRequest: CanonicalRequest; field: string }>()
  return elements.flatMap(({ externalId, canonicalRequest, field }) => {
    if (externalId === null) return []
    const earlier = first.get(externalId)
    if (!earlier) {
      first.set(externalId, { canonicalRequest, field })
      return []
    }
    const found = firstDifference(earlier.canonicalRequest, canonicalRequest)
    if (!found) return []
    const words = `Two elements of the request have the external_id ${externalId} and differ in \`${found.field}\`: only one of them can be made.`
    return [earlier.field, field].map((at) =>
      problem('DuplicateExternalId', words, { field: `${at}external_id`, value: externalId }),
    )
  })
}
