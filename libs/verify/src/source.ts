/** Where what is verified is read from. */
import { setTimeout as pause } from 'node:timers/promises'

export const LOGS = ['LEDGER', 'BANKING', 'BILLING'] as const
export type LogName = (typeof LOGS)[number]

export type ToldSeal = {
  log: string
  size: number
  root: string
  origin: string
  note: string
  /** Of a list of all. */
  previous_size?: number
  /** Where it stands, in a bundle. */
  file?: string
  line?: number
}

/** A leaf as it is told: nothing about it is known before it was checked. */
export type ToldLeaf = {
  position: number
  /** Base64 of the hash that it was sealed with; null where it is not sealed yet. */
  hash: string | null
  leaf: unknown
  disclosed: { pointer: string; salt: string; value: string }[]
  /** Where it stands, in a bundle. */
  file?: string
  line?: number
}

export type ReportRow = {
  row_key: string
  display_name: string
  cells: Record<string, { value: number | string | null }>
  rows?: ReportRow[]
}

/**
 * An address or a bundle. What it does not have is undefined. Of what it tells no form is certain: who reads it checks that it is the
 * one that is said here.
 * @throws CouldNotLook
 */
export interface Source {
  /** Whether each log ends at a moment of its own, all of them in the past. */
  readonly isMade?: boolean
  /** A list of the public keys that are published, in base64. */
  keys(): Promise<unknown>
  /** A list of `ToldSeal`. */
  latest(): Promise<unknown>
  /** Each a `ToldSeal`: all seals of a log, in ascending order of their sizes. */
  allSeals?(log: LogName): AsyncIterable<unknown>
  /** Each a `ToldLeaf`, in ascending order of their positions: those after one, or all. */
  leaves(log: LogName, after?: number): AsyncIterable<unknown>
  /** Each the state of a thing as the service of a log has it now. A bundle has none: it is made of leaves. */
  states?(log: LogName): AsyncIterable<unknown>
  /** Longer with each try. */
  pause?(tries: number): Promise<unknown>
  /** A consistency proof, a list in base64. Who has all leaves needs none: they prove it. */
  consistency?(log: LogName, from: number, to: number): Promise<unknown>
  /** The rows of a report, a list of `ReportRow`. */
  report(name: string, parameters: Record<string, string>): Promise<unknown>
}

/** Nothing is known to be wrong, but it could not be seen either. */
export class CouldNotLook extends Error {}

/** Leaves of a page. */
const PAGE = 500
/** So often is asked again where an answer may come yet, each time after twice as long. */
const TRIES = 6
const FIRST_PAUSE_MS = 250
const ANSWER_WITHIN_MS = 60_000

export type Address = {
  url: string
  businessId: string
  token: string
  fetch?: typeof fetch
  pause?: (milliseconds: number) => Promise<unknown>
}

/** A member of what should be an object; undefined where there is none. */
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Of a cursor that is a position or a size. */
function numberOf(cursor: string): number | undefined {
  const number = Number(cursor)
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** An installation, over HTTP, with a token that may read the books. */
export class HttpSource implements Source {
  readonly #address: Required<Address>

  constructor(address: Address) {
    this.#address = { fetch, pause, ...address, url: address.url.replace(/\/+$/, '') }
  }

  async keys(): Promise<unknown> {
    const found = await this.#get(`${this.#address.url}/.well-known/pacioli-seals.json`)
    const keys = listOf(memberOf(found, 'keys')).filter((key) => memberOf(key, 'algorithm') === 'Ed25519')
    return keys.map((key) => memberOf(key, 'public_key'))
  }

  async latest(): Promise<unknown> {
    return memberOf(await this.#page('seals/latest', {}), 'data')
  }

  allSeals(log: LogName): AsyncIterable<unknown> {
    return this.#pages('seals', log, numberOf)
  }

  leaves(log: LogName, after?: number): AsyncIterable<unknown> {
    return this.#pages('seals/leaves', log, numberOf, after)
  }

  states(log: LogName): AsyncIterable<unknown> {
    return this.#pages('seals/states', log, (cursor) => cursor)
  }

  pause(tries: number): Promise<unknown> {
    return this.#address.pause(FIRST_PAUSE_MS * 2 ** (tries - 1))
  }

  async consistency(log: LogName, from: number, to: number): Promise<unknown> {
    const body = await this.#page('seals/consistency', { log, from: String(from), to: String(to) })
    return memberOf(memberOf(body, 'data'), 'proof')
  }

  /** An answer without rows is no report that is not there. */
  async report(name: string, parameters: Record<string, string>): Promise<unknown> {
    const body = await this.#page(`reports/${name}`, parameters)
    return body === undefined ? undefined : (memberOf(memberOf(body, 'data'), 'rows') ?? null)
  }

  /** Page by page, for as long as each begins beyond the one before: a server that answers the same for ever is not read for ever. */
  async *#pages<Place extends number | string>(
    path: string,
    log: LogName,
    placeOf: (cursor: string) => Place | undefined,
    begin?: Place,
  ): AsyncGenerator<unknown> {
    for (let after = begin; ;) {
      const body = await this.#page(path, {
        log,
        limit: String(PAGE),
        ...(after !== undefined && { cursor: String(after) }),
      })
      const data = memberOf(body, 'data')
      if (!Array.isArray(data)) throw new CouldNotLook(`${path} of ${log}: expected a list.`)
      yield* data as unknown[]
      const pagination = memberOf(memberOf(body, 'meta'), 'pagination')
      if (memberOf(pagination, 'has_more') !== true) return
      const told = memberOf(pagination, 'cursor')
      const cursor = typeof told === 'string' ? placeOf(told) : undefined
      if (data.length === 0 || cursor === undefined || (after !== undefined && cursor <= after))
        throw new CouldNotLook(`${path} of ${log}: a page says there are more, but not where.`)
      after = cursor
    }
  }

  #page(path: string, query: Record<string, string>): Promise<unknown> {
    const { url, businessId } = this.#address
    const at = `${url}/v1/businesses/${encodeURIComponent(businessId)}/${path}`
    return this.#get(`${at}?${new URLSearchParams(query).toString()}`)
  }

  /** The answer; undefined where there is none of that. @throws CouldNotLook */
  async #get(url: string): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#ask(url)
      if ('body' in answer) return answer.body
      if (!answer.mayComeYet || tries === TRIES) throw new CouldNotLook(`GET ${url}: ${answer.problem}`)
      await this.pause(tries)
    }
  }

  async #ask(url: string): Promise<{ body: unknown } | { problem: string; mayComeYet: boolean }> {
    try {
      const response = await this.#address.fetch(url, {
        headers: { authorization: `Bearer ${this.#address.token}` },
        redirect: 'error', // a token goes to nobody else
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      const text = await textOf(response)
      if (response.ok) return { body: JSON.parse(text) as unknown }
      if (response.status === 404 && !text.includes('"BusinessNotFound"')) return { body: undefined }
      if (BEYOND.some((one) => text.includes(`"${one}"`))) return { body: undefined }
      return {
        problem: `${response.status} ${text.slice(0, 300)}`,
        mayComeYet: [429, 502, 503, 504].includes(response.status),
      }
    } catch (error) {
      return {
        problem: messageOf(error),
        mayComeYet: !(error instanceof SyntaxError || error instanceof CouldNotLook),
      }
    }
  }
}

/** A report that is refused because of what is in it. */
const BEYOND = ['AmountOutOfRange', 'ReportTooLarge']

/** Reports are the largest answers, and these are far from it. */
const MOST_BYTES = 256 * 1024 * 1024

/** @throws CouldNotLook for one that has no end */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > MOST_BYTES) throw new CouldNotLook(`the answer has more than ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** With what is behind it: that of a lost connection says nothing by itself. */
const messageOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, error.cause && messageOf(error.cause)].filter(Boolean).join(': ')
    : String(error)
