/** One signed request to an endpoint, whatever that is or does. */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { mayReach } from './addresses.ts'
import { retryAfterOf } from './backoff.ts'
import type { Attempt } from './delivery.ts'

export type SendOptions = {
  /** Also to private networks: for development. */
  allowPrivate: boolean
  timeoutMs?: number
  /** How names become addresses; the system's way unless given. */
  lookup?: LookupFunction
}

export type Outgoing = { url: string; headers: Record<string, string>; body: string }

const TIMEOUT_MS = 15_000
/** So much of an answer is kept; nothing after that is read. */
const KEPT_BYTES = 1_000

export type Send = (outgoing: Outgoing, now: () => Date) => Promise<Attempt>

/**
 * Sends requests. Addresses are checked when a connection is made, after the name was resolved and with what it was
 * resolved to, so that a name cannot lead elsewhere in between. No redirect is followed, no connection kept.
 */
export function sender({ allowPrivate, timeoutMs = TIMEOUT_MS, lookup = resolve }: SendOptions): Send {
  // The agents refuse private addresses; what they do not know to be one, the lookup does.
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
    const { retryAfter, ...told } = outcome
    const durationMs = Math.round(performance.now() - startedAt)
    return { at, durationMs, ...told, retryAfterMs: retryAfterOf(retryAfter, now()) }
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

const failed = (error: string): Outcome => ({ statusCode: null, error, answer: null })

async function outcomeOf(url: URL, request: Request): Promise<Outcome> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && !mayReach(host, request.allowPrivate)) return failed(NOT_PUBLIC)
  const signal = AbortSignal.timeout(request.timeoutMs)
  try {
    return await exchange(url, request, signal)
  } catch (error) {
    return failed(signal.aborted ? `No answer within ${request.timeoutMs / 1_000} seconds` : told(error))
  }
}

function exchange(url: URL, { headers, body, agents, lookup }: Request, signal: AbortSignal): Promise<Outcome> {
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    let hasAnswered = false
    const sent = start(
      url,
      { method: 'POST', agent: agents[url.protocol], lookup, signal, headers: { ...headers, connection: 'close' } },
      (response) => {
        hasAnswered = true
        void beginningOf(response, signal).then((answer) => {
          sent.destroy()
          resolve(outcomeOfAnswer(response, answer))
        })
      },
    )
    // What happens to an answer that has begun, its reader sees.
    sent.on('error', (error) => hasAnswered || reject(error))
    sent.end(body)
  })
}

function outcomeOfAnswer({ statusCode = 0, headers }: IncomingMessage, answer: string): Outcome {
  const isSuccess = statusCode >= 200 && statusCode < 300
  return { statusCode, error: isSuccess ? null : `Answered ${statusCode}`, answer, retryAfter: headers['retry-after'] }
}

/** How an answer begins; the rest of it is not read. An answer that ends early has still begun. */
async function beginningOf(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer)
      length += (chunk as Buffer).length
      if (length >= KEPT_BYTES || signal.aborted) break
    }
  } catch {
    // Its status is what counts.
  }
  // PostgreSQL keeps no NUL, and half a character at the end is none.
  return Buffer.concat(chunks)
    .subarray(0, KEPT_BYTES)
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\uFFFD+$/, '')
}

const NOT_PUBLIC = 'The name leads to an address that is not public'

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
  ECONNRESET: 'The connection was closed without an answer',
  EHOSTUNREACH: 'The address cannot be reached',
  ENETUNREACH: 'The address cannot be reached',
  ETIMEDOUT: 'The connection timed out',
}

/** What went wrong, for the owner of the endpoint: it names no address of ours. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed'
  if (error.message === NOT_PUBLIC || /is not allowed\. Because/.test(error.message)) return NOT_PUBLIC
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) return 'The request failed'
  return CODES[code] ?? `The connection failed (${code})`
}
