/** One signed request to an endpoint, which is not trusted. */
import type { LookupAddress } from 'node:dns'
import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { mayReach } from './addresses.ts'
import { retryAfterOf } from './backoff.ts'
import type { Attempt } from './delivery.ts'
import { nameLookup } from './name-lookup.ts'

export type SendOptions = {
  /** Also to private networks: for development. */
  allowPrivate: boolean
  timeoutMs?: number
  /** Resolves names; `nameLookup` unless given. */
  lookup?: LookupFunction
}

export type Outgoing = { url: string; headers: Record<string, string>; body: string }

const TIMEOUT_MS = 15_000
/** So much of a response is read and stored. */
const KEPT_BYTES = 1_000

export type Send = (outgoing: Outgoing, now: () => Date) => Promise<Attempt>

/**
 * Sends requests. Each connection checks the very addresses that the name resolved to, so that a name cannot lead elsewhere in
 * between. Redirects are not followed, connections not kept.
 */
export function sender({ allowPrivate, timeoutMs = TIMEOUT_MS, lookup = nameLookup() }: SendOptions): Send {
  // The agents refuse private addresses; the checked lookup also refuses those that they do not know.
  const filtering = { allowPrivateIPAddress: allowPrivate, keepAlive: false }
  const agents: Record<string, Agent> = {
    'http:': new RequestFilteringHttpAgent(filtering),
    'https:': new RequestFilteringHttpsAgent(filtering),
  }
  const checked = checkedLookup(lookup, allowPrivate)
  return async ({ url, headers, body }, now) => {
    const at = now()
    const startedAt = performance.now()
    const outcome = await outcomeOf(new URL(url), { headers, body, agents, lookup: checked, allowPrivate, timeoutMs })
    const { retryAfter, ...result } = outcome
    const durationMs = Math.round(performance.now() - startedAt)
    return { at, durationMs, ...result, retryAfterMs: retryAfterOf(retryAfter, now()) }
  }
}

type Outcome = Pick<Attempt, 'statusCode' | 'error' | 'answer'> & { retryAfter?: string | undefined }

type Request = {
  headers: Record<string, string>
  body: string
  agents: Record<string, Agent>
  lookup: LookupFunction
  allowPrivate: boolean
  timeoutMs: number
}

/** Its message is shown to the owner of the endpoint. */
class NotAnswered extends Error {}

const failed = (error: string): Outcome => ({ statusCode: null, error, answer: null })

async function outcomeOf(url: URL, request: Request): Promise<Outcome> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && !mayReach(host, request.allowPrivate)) return failed(NOT_PUBLIC)
  try {
    return await exchange(url, request)
  } catch (error) {
    return failed(describe(error))
  }
}

/** Ends in time, whatever the endpoint does: with its response, or with the reason for none. */
function exchange(url: URL, { headers, body, agents, lookup, timeoutMs }: Request): Promise<Outcome> {
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise<Outcome>((resolve, reject) => {
    const answer = new Answer()
    const sent = start(url, {
      ...{ method: 'POST', agent: agents[url.protocol], lookup },
      headers: { ...headers, connection: 'close' },
    })
    const end = (error: Error): void => {
      clearTimeout(timer)
      sent.destroy()
      if (answer.response) resolve(outcomeOfAnswer(answer.response, answer.text()))
      else reject(error)
    }
    const timer = setTimeout(() => end(new NotAnswered(noAnswerWithin(timeoutMs))), timeoutMs)
    const closed = (): void => end(new NotAnswered(CLOSED))
    sent.on('response', (response) => answer.read(response, closed))
    // An unrequested upgrade: Node leaves the socket to the listener.
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      answer.read(response, closed)
      closed()
    })
    sent.on('error', (error) => answer.response ?? end(error))
    // Once a response has begun, its reader handles the end.
    sent.on('close', () => answer.response ?? closed())
    sent.end(body)
  })
}

function outcomeOfAnswer({ statusCode = 0, headers }: IncomingMessage, answer: string): Outcome {
  const isSuccess = statusCode >= 200 && statusCode < 300
  return { statusCode, error: isSuccess ? null : `Answered ${statusCode}`, answer, retryAfter: headers['retry-after'] }
}

/** The beginning of a response; the rest is not read. A response that ends early still counts. */
class Answer {
  response: IncomingMessage | undefined
  readonly #chunks: Buffer[] = []
  #length = 0

  read(response: IncomingMessage, end: () => void): void {
    this.response = response
    response.on('data', (chunk: Buffer) => {
      if (this.#length >= KEPT_BYTES) return
      this.#chunks.push(chunk)
      this.#length += chunk.length
      if (this.#length >= KEPT_BYTES) end()
    })
    // However it ends, its status counts.
    response.on('error', end)
    response.on('close', end)
  }

  /** Without NUL, which PostgreSQL cannot store, and without half a character at the end. */
  text(): string {
    return Buffer.concat(this.#chunks)
      .subarray(0, KEPT_BYTES)
      .toString('utf8')
      .replaceAll('\0', '')
      .replace(/\uFFFD+$/, '')
  }
}

const NOT_PUBLIC = 'The name leads to an address that is not public'
const CLOSED = 'The connection was closed without an answer'
const noAnswerWithin = (ms: number): string => `No answer within ${ms / 1_000} seconds`

function checkedLookup(lookup: LookupFunction, allowPrivate: boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses: LookupAddress[] =
        typeof found === 'string' ? [{ address: found, family: family ?? 0 }] : [...(found ?? [])]
      const isRefused = !error && addresses.some(({ address }) => !mayReach(address, allowPrivate))
      callback(isRefused ? new Error(NOT_PUBLIC) : error, found, family)
    })
}

const CODES: Record<string, string> = {
  ENOTFOUND: 'The name cannot be resolved',
  EAI_AGAIN: 'The name cannot be resolved at the moment',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: CLOSED,
  EHOSTUNREACH: 'The address cannot be reached',
  ENETUNREACH: 'The address cannot be reached',
  ETIMEDOUT: 'The connection timed out',
}

/** The error for the owner of the endpoint: it names no internal address. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed'
  if (error.message === NOT_PUBLIC || /is not allowed\. Because/.test(error.message)) return NOT_PUBLIC
  if (error instanceof NotAnswered) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) return 'The request failed'
  return CODES[code] ?? `The connection failed (${code})`
}
