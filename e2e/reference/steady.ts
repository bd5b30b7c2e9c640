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

const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g
const webhookSecret = /whsec_[A-Za-z0-9+/=]+/g
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const instant = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g
/** Of this machine, where nothing else stands for it: the files of exports have an address of their own. */
const host = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/g
const opaque = /([?&](?:state|code_challenge|signature)=)[^&]+/g
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
    if (typeof value === 'string') return this.#text(value, where)
    if (typeof value === 'number') return where.name === 'duration_ms' ? 120 : value
    if (typeof value !== 'object' || value === null) return value
    const within = (name: string, one: unknown): unknown =>
      this.#value(one, { ...where, name, place: `${where.place}.${name}` })
    if (Array.isArray(value)) return value.map((one, index) => within(String(index), one))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, within(name, one)]))
  }

  #text(text: string, where: Where): string {
    if (where.step.operationId === 'getJsonWebKeySet' && where.name === 'x') return SHOWN_KEY
    if (where.step.operationId === 'getJsonWebKeySet' && where.name === 'kid') return 'key-1'
    // Those of the feed are positions.
    if (where.name === 'cursor' && !/^\d+$/.test(text)) return MADE_UP_CURSOR
    // How far reports are, a second sooner or later.
    if (where.name === 'through') return new Date(where.step.told).toISOString()
    return this.#stand
      .reduce((shown, [real, instead]) => shown.replaceAll(real, instead), text)
      .replaceAll(host, 'https://files.example')
      .replaceAll(token, MADE_UP_TOKEN)
      .replaceAll(webhookSecret, MADE_UP_SECRET)
      .replaceAll(opaque, '$1made-up')
      .replaceAll(expires, (_all, name: string) => `${name}${where.step.told / 1_000 + 900}`)
      .replaceAll(uuid, (id) => this.#id(id, where.place))
      .replaceAll(instant, (time) => this.#instant(time, where.step))
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

type Where = { step: Step; place: string; name: string }
