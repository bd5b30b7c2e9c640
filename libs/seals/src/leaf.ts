/** Leaves of the tree of a business: what a record says, as canonical JSON (docs/SEALS.md). Pure. */
import canonicalize from 'canonicalize'
import { hash } from 'node:crypto'
import { leafHash } from './merkle.ts'

/** A record of the history, with its state as JSON; null where it has none. */
export type SealedRecord = {
  position: number
  recordedAt: Date
  aggregateType: string
  aggregateId: string
  version: number
  eventId: string
  eventType: string
  requestId: string | null
  actor: string | null
  state: string | null
  salt: Buffer
}

/** The log of a service, in the words of the interface. */
export type LogName = 'LEDGER' | 'BANKING' | 'BILLING'

/** A value that the leaf has the hash of alone. */
export type Disclosed = { pointer: string; salt: Buffer; value: Json }

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export type Leaf = {
  v: 1
  log: LogName
  business_id: string
  position: number
  recorded_at: string
  aggregate_type: string
  aggregate_id: string
  version: number
  event_type: string
  event_id: string
  request_id: string | null
  actor: Json
  state: Json
  hidden: Record<string, string>
}

/** `text` is the leaf in canonical form, which `hash` is of. */
type OpenLeaf = { leaf: Leaf; text: string; disclosed: Disclosed[]; hash: Buffer }

/** Names, contacts, places, words and whatever a platform attached: what a law may want erased. */
const PERSONAL: ReadonlySet<string> = new Set([
  'address_string',
  'company_name',
  'counterparty_name',
  'description',
  'display_name',
  'email',
  'external_account_name',
  'file_name',
  'individual_name',
  'legal_name',
  'mask',
  'memo',
  'merchant_name',
  'metadata',
  'mobile_phone',
  'name',
  'notes',
  'office_phone',
])

export const canonical = (value: Json | Leaf): string => canonicalize(value) as string

const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')

/** The salt of a value belongs to it alone, so each can be disclosed without the others. */
const saltOf = (salt: Buffer, pointer: string): Buffer => sha256(Buffer.concat([salt, Buffer.from(pointer)]))

/** What stands in a leaf for a value that is hidden. */
export const commitment = ({ salt, value }: Pick<Disclosed, 'salt' | 'value'>): string =>
  sha256(Buffer.concat([salt, Buffer.from(canonical(value))])).toString('hex')

/** The leaf of a record, its hash, and what is hidden in it. */
export function leafOf(log: LogName, businessId: string, record: SealedRecord): OpenLeaf {
  const disclosed: Disclosed[] = []
  const state = without((record.state === null ? null : JSON.parse(record.state)) as Json, '', (pointer, value) =>
    disclosed.push({ pointer, value, salt: saltOf(record.salt, pointer) }),
  )
  // In the order of their names, so that writing them down is all that is left to do.
  const leaf: Leaf = {
    actor: sorted(record.actor === null ? null : (JSON.parse(record.actor) as Json)),
    aggregate_id: record.aggregateId,
    aggregate_type: record.aggregateType,
    business_id: businessId,
    event_id: record.eventId,
    event_type: record.eventType,
    hidden: sorted(Object.fromEntries(disclosed.map((one) => [one.pointer, commitment(one)]))) as Leaf['hidden'],
    log,
    position: record.position,
    recorded_at: record.recordedAt.toISOString(),
    request_id: record.requestId,
    state,
    v: 1,
    version: record.version,
  }
  const text = JSON.stringify(leaf)
  return { leaf, text, disclosed, hash: leafHash(text) }
}

const sorted = (value: Json): Json => without(value, '', undefined)

/** Objects of JavaScript put names that are numbers before others, whatever the order that they were added in. */
const isNumber = (name: string): boolean => {
  const first = name.charCodeAt(0)
  return first >= 48 && first <= 57 && /^\d+$/.test(name)
}

/** RFC 6901, section 3. Hardly any name needs it, so it is looked for first. */
const escaped = (name: string): string =>
  name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name

/**
 * The value with its names in the order of RFC 8785, and without what is personal in it, which is told: what has no value says nothing
 * of anybody.
 * @throws TypeError for a name that is a number, which no state has
 */
function without(value: Json, at: string, hide: ((pointer: string, value: Json) => void) | undefined): Json {
  if (Array.isArray(value)) return value.map((one, index) => without(one, `${at}/${index}`, hide))
  if (value === null || typeof value !== 'object') return value
  const left: Record<string, Json> = {}
  for (const name of Object.keys(value).sort()) {
    if (isNumber(name)) throw new TypeError(`A state has a member that is a number: ${at}/${name}`)
    const member = value[name] as Json
    const pointer = `${at}/${escaped(name)}`
    if (hide && member !== null && PERSONAL.has(name)) hide(pointer, member)
    else left[name] = without(member, pointer, hide)
  }
  return left
}
