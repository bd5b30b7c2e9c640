/**
 * Reads a provider's API over HTTP: renews a rejected token once, waits if the provider asks for it, and retries transient
 * failures a limited number of times. Errors repeat nothing of a provider's answer: it may hold anything.
 */
import { refused, type DomainError } from '@pacioli/errors'
import type { ProviderAccess } from '../connections/provider-access.ts'
import { readBounded } from '@pacioli/service'
import type { ProviderSession } from '../connectors/connector.ts'
import { parseExactly } from '../connectors/reading.ts'

export type HttpSettings = {
  /** How long one answer may take, its body included. */
  timeoutMs: number
  maxBytes: number
  /** How often a request is sent at most. */
  maxTries: number
  /** A request that would have to wait longer fails. */
  maxWaitMs: number
  now: () => Date
  /** From 0 to 1. */
  random: () => number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

type Failure = { reason: string; retryAfterMs?: number | undefined; isFinal?: boolean }

type Attempt = { body: string } | { rejected: true } | Failure

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * @param heartbeat called before every request, to keep a waiting import alive; it may end the session by throwing
 */
export function openSession(
  access: ProviderAccess,
  externalCompanyId: string,
  settings: HttpSettings,
  signal: AbortSignal,
  heartbeat: () => Promise<void>,
): ProviderSession {
  return {
    externalCompanyId,
    get: async (path, query) => {
      const url = new URL(access.provider.apiUrl.replace(/\/+$/, '') + path)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return read(url, access, settings, signal, heartbeat)
    },
  }
}

async function read(
  url: URL,
  access: ProviderAccess,
  settings: HttpSettings,
  signal: AbortSignal,
  heartbeat: () => Promise<void>,
): Promise<unknown> {
  let token = await access.accessToken()
  let isRenewed = false
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted()
    await heartbeat()
    const attempt = await send(url, token, settings, signal)
    if ('body' in attempt) {
      const answer = parsed(attempt.body)
      if (answer !== undefined) return answer
    }
    if ('rejected' in attempt) {
      if (isRenewed) throw await access.requireReauthorization(token)
      token = await access.refresh(token)
      isRenewed = true
      continue
    }
    const failure: Failure = 'body' in attempt ? { reason: 'answers with something that is not JSON' } : attempt
    const pauseMs = failure.retryAfterMs ?? pauseBefore(tries, settings.random())
    if (failure.isFinal || tries >= settings.maxTries || pauseMs > settings.maxWaitMs)
      throw unavailable(access, failure.reason, tries)
    await settings.wait(pauseMs, signal)
  }
}

const unavailable = ({ provider }: ProviderAccess, reason: string, tries: number): DomainError =>
  refused(
    'ProviderUnavailable',
    `${provider.displayName} ${reason}${tries > 1 ? `, after ${tries} tries` : ''}. Start the import again later: it goes on where it is.`,
  )

async function send(url: URL, token: string, settings: HttpSettings, signal: AbortSignal): Promise<Attempt> {
  const timeout = AbortSignal.timeout(settings.timeoutMs)
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      // A redirect would leak the token.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    })
    if (response.status === 200) {
      const body = await readBounded(response, settings.maxBytes)
      return body === undefined
        ? { reason: `answers with more than ${settings.maxBytes} bytes`, isFinal: true }
        : { body }
    }
    await response.body?.cancel()
    return judged(response, settings.now())
  } catch {
    signal.throwIfAborted()
    return { reason: timeout.aborted ? `does not answer within ${settings.timeoutMs} ms` : 'cannot be reached' }
  }
}

/** What a status other than 200 means. */
function judged({ status, headers }: Response, now: Date): Attempt {
  if (status === 401) return { rejected: true }
  const reason = `answers with status ${status}`
  if (status === 429 || status === 503) return { reason, retryAfterMs: retryAfter(headers.get('retry-after'), now) }
  return { reason, isFinal: status < 500 }
}

function parsed(body: string): unknown {
  try {
    return parseExactly(body)
  } catch {
    return undefined
  }
}

/** Milliseconds until the time that a Retry-After header names: seconds or a date (RFC 9110, 10.2.3). */
export function retryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const moment = Date.parse(header)
  return Number.isNaN(moment) ? undefined : Math.max(moment - now.getTime(), 0)
}

/** Longer each time, with jitter, so that callers that failed together do not retry together. */
export const pauseBefore = (tries: number, random: number): number =>
  Math.round(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS) * (0.5 + random / 2))
