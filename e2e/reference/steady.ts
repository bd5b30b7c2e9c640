/**
 * What a run sent and was answered, with whatever differs from run to run made the same each time. Pure.
 *
 * An id is made of the place where it is seen first, so that a call that comes into the story changes no other's ids. An
 * instant of the run is shown as the time that the story gives to the call during which it passed: what lies within one
 * call may be a millisecond apart or none.
 */
import { createHash } from 'node:crypto'

/** By operation, the body and the answers by their status. */
export type Examples = Record<string, Record<string, unknown>>

/** A call, and all that came of it until the next one. */
export type Step = {
  operationId: string
  /** When it began, in milliseconds. */
  at: number
  /** The same in the story. */
  told: number
  /** Under which names it is shown; nothing where it is told elsewhere already. */
  kept: Record<string, unknown>
}

/** Of the run: texts that stand for others, such as addresses and secrets. */
export type Stand = readonly (readonly [real: string, shown: string])[]

const MINUTE_MS = 60_000
const MADE_UP_TOKEN = ['{"alg":"EdDSA"}', '{"made":"up"}', 'no signature']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.')
const MADE_UP_SECRET = `whsec_${Buffer.from('made up to be shown, no secret..').toString('base64')}`
const MADE_UP_CURSOR = Buffer.from('the next page').toString('base64url')
/** The public key that RFC 8037 shows. */
const SHOWN_KEY = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'

/** How much has been recorded differs from run to run; it is shown as if one entry had come between. */
const POSITIONS = /^ledger:\d+,banking:\d+,billing:\d+((?:,today:[\d-]{10})?)((?:,basis:\w+)?)$/
const [SHOWN_SINCE, SHOWN_POSITION] = ['ledger:416,banking:120,billing:305', 417]

/** Operations that tell positions of the feed: how many seals were told before differs from run to run. */
const FEED: ReadonlySet<string> = new Set([
  'listAuditLog',
  'listEvents',
  'listWebhookDeliveries',
  'retryWebhookDelivery',
])
const SHOWN_FEED_POSITION = 224

/** Operations about seals: how much is sealed, and when, differs from run to run. */
const SEALS: ReadonlySet<string> = new Set([
  'getSealKeys',
  'getLatestSeals',
  'listSeals',
  'getSeal',
  'listLeaves',
  'proveInclusion',
  'proveEntry',
  'proveConsistency',
])
const SHOWN_SIZES: Readonly<Record<string, number>> = { from: 416, size: 418, to: 418, previous_size: 416 }
/** Of an audit: how much there was of the books, and when it was made, differs from run to run. */
const SHOWN_OF_AUDIT: Readonly<Record<string, number>> = { through: 417, row_count: 2_904 }
const FEW_INVARIANTS = 2
const checkpointSize = /\n\d+\n/
const base64Hash = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{43}=/g
const hexHash = /\b[0-9a-f]{64}\b/g
const signature = /(?<= )[A-Za-z0-9+/]{91}=/g
const keyOfLog = /\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/

const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g
const webhookSecret = /whsec_[A-Za-z0-9+/=]+/g
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const instant = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g
/** Of this machine, where nothing else stands for it: the files of exports have an address of their own. */
const host = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/g
const opaque = /([?&](?:state|code_challenge|signature)=)[^&]+/g
/** Of exported books: the day of the export. */
const dayOfBooks = /\b(books-)\d{4}-\d\d-\d\d(?=\.zip)/g
const expires = /([?&]expires=)\d+/g

export class Steady {
  readonly #steps: readonly Step[]
  readonly #stand: Stand
  readonly #ids = new Map<string, string>()
  /** How many ids were seen first at each place: a text may hold several. */
  readonly #firsts = new Map<string, number>()

  /** @param steps in their order, which is that of their times */
  constructor(steps: readonly Step[], stand: Stand) {
    this.#steps = steps
    this.#stand = stand.flatMap(([real, shown]) => [
      [real, shown] as const,
      [encodeURIComponent(real), encodeURIComponent(shown)] as const,
    ])
  }

  examples(): Examples {
    const examples: Examples = {}
    for (const step of this.#steps)
      for (const [part, value] of Object.entries(step.kept)) {
        const shown = this.#value(value, { step, place: `${step.operationId} ${part}`, name: '' })
        examples[step.operationId] = { ...examples[step.operationId], [part]: shown }
      }
    return examples
  }

  #value(value: unknown, where: Where): unknown {
    if (where.step.operationId === 'getProof') {
      // Which services have audited it by then is chance.
      if (where.name.endsWith('_at')) return new Date(this.#steps[0]?.told ?? 0).toISOString()
      if (where.name === 'holds') return true
      if (typeof value === 'number') return SHOWN_OF_AUDIT[where.name] ?? value
    }
    if (typeof value === 'string') return this.#text(value, where)
    if (typeof value === 'number' && isOfSeal(where)) return shownSize(where) ?? value
    if (typeof value === 'number' && where.name === 'position' && FEED.has(where.step.operationId))
      return SHOWN_FEED_POSITION
    if (typeof value === 'number') return { duration_ms: 120, recorded_position: SHOWN_POSITION }[where.name] ?? value
    if (typeof value !== 'object' || value === null) return value
    const within = (name: string, one: unknown): unknown =>
      this.#value(one, { ...where, name, place: `${where.place}.${name}` })
    // How many hashes lead to the root depends on how much is sealed.
    if (Array.isArray(value) && where.name === 'proof') return [within('0', value[0])]
    if (Array.isArray(value) && where.name === 'invariants')
      return value.slice(0, FEW_INVARIANTS).map((one, index) => within(String(index), one))
    if (Array.isArray(value)) return value.map((one, index) => within(String(index), one))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, within(name, one)]))
  }

  #text(text: string, where: Where): string {
    if (where.step.operationId === 'getJsonWebKeySet' && where.name === 'x') return SHOWN_KEY
    if (where.step.operationId === 'getJsonWebKeySet' && where.name === 'kid') return 'key-1'
    // Those of the feed are positions.
    if (where.name === 'cursor' && !/^\d+$/.test(text)) return MADE_UP_CURSOR
    if (where.name === 'cursor' && FEED.has(where.step.operationId)) return String(SHOWN_FEED_POSITION)
    const [positions, today, basis] = POSITIONS.exec(text) ?? []
    if (positions !== undefined) {
      const shown = where.name === 'since' ? SHOWN_SINCE : SHOWN_SINCE.replace(/\d+/, String(SHOWN_POSITION))
      const day = today && `,today:${new Date(where.step.told).toISOString().slice(0, 10)}`
      return [shown, day, basis].join('')
    }
    // How far reports are, a second sooner or later.
    if (where.name === 'through') return new Date(where.step.told).toISOString()
    return this.#stand
      .reduce(
        (shown, [real, instead]) => shown.replaceAll(real, instead),
        isOfSeal(where) ? this.#sealed(text, where) : text,
      )
      .replaceAll(host, 'https://files.example')
      .replaceAll(token, MADE_UP_TOKEN)
      .replaceAll(webhookSecret, MADE_UP_SECRET)
      .replaceAll(opaque, '$1made-up')
      .replaceAll(dayOfBooks, `$1${new Date(where.step.told).toISOString().slice(0, 10)}`)
      .replaceAll(expires, (_all, name: string) => `${name}${where.step.told / 1_000 + 900}`)
      .replaceAll(uuid, (id) => this.#id(id, where.place))
      .replaceAll(instant, (time) => this.#instant(time, where.step))
  }

  /** Hashes, signatures and sizes, each made of where it is seen first. */
  #sealed(text: string, where: Where): string {
    if (where.name === 'key_id' || (where.name === 'id' && where.step.operationId === 'getSealKeys')) return SHOWN_KEY
    if (where.name === 'cursor' && where.step.operationId === 'listSeals') return String(SHOWN_SIZES['size'])
    if (['since', 'sealed_at', 'recorded_at'].includes(where.name)) return new Date(where.step.told).toISOString()
    const madeUp = (bytes: number, encoding: 'base64' | 'hex') => (real: string) => {
      const known = this.#ids.get(real)
      if (known !== undefined) return known
      const nth = (this.#firsts.get(where.place) ?? 0) + 1
      this.#firsts.set(where.place, nth)
      const hashes = [0, 1, 2].map((part) => createHash('sha256').update(`${where.place} ${nth} ${part}`).digest())
      // As no key is that a service would start with: its halves are the same.
      const shown = Buffer.concat(hashes.map((hash) => halved(hash)))
        .subarray(0, bytes)
        .toString(encoding)
      this.#ids.set(real, shown)
      return shown
    }
    return text
      .replace(checkpointSize, `\n${SHOWN_SIZES['size']}\n`)
      .replace(
        keyOfLog,
        `+4b8c992d+${Buffer.concat([Buffer.of(1), Buffer.from(SHOWN_KEY, 'base64url')]).toString('base64')}`,
      )
      .replaceAll(signature, madeUp(68, 'base64'))
      .replaceAll(base64Hash, madeUp(32, 'base64'))
      .replaceAll(hexHash, madeUp(32, 'hex'))
  }

  #id(id: string, place: string): string {
    const known = this.#ids.get(id)
    if (known !== undefined) return known
    const nth = (this.#firsts.get(place) ?? 0) + 1
    this.#firsts.set(place, nth)
    const hex = createHash('sha256').update(`${place} ${nth}`).digest('hex')
    const shown = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
    this.#ids.set(id, shown)
    return shown
  }

  #instant(time: string, seen: Step): string {
    const at = Date.parse(time)
    const [first] = this.#steps
    const last = this.#steps.at(-1)
    // The story's own.
    if (!first || !last || at < first.at) return time
    const end = last.at + MINUTE_MS
    if (at > end) return new Date(seen.told + Math.round((at - seen.at) / MINUTE_MS) * MINUTE_MS).toISOString()
    const during = this.#steps.findLast((step) => step.at <= at) ?? first
    return new Date(during.told).toISOString()
  }
}

/** In an answer about seals, or in the seal of something else. */
const isOfSeal = ({ step, place }: Where): boolean => SEALS.has(step.operationId) || /\.seal(\.|$)/.test(place)

/** Where an entry is depends on what else was recorded meanwhile; the first record of all is the first. */
const shownSize = ({ step, place, name }: Where): number | undefined =>
  step.operationId === 'proveEntry' && /\.data(\.leaf)*\.position$/.test(place) ? SHOWN_POSITION : SHOWN_SIZES[name]

const halved = (hash: Buffer): Buffer => Buffer.concat([hash.subarray(0, 16), hash.subarray(0, 16)])

type Where = { step: Step; place: string; name: string }
