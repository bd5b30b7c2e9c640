/** Sends a request until its answer is final, as far as repeating is safe. */
import { NoAnswerError, PacioliError } from './errors.ts'
import { reasonOf, type World } from './world.ts'

export interface Retries {
  /** Repetitions at most. */
  most: number
  /** Milliseconds in total. */
  deadlineMs: number
  /** The maximum of the first pause; it doubles each time, up to the longest. */
  firstPauseMs: number
  longestPauseMs: number
}

export const RETRIES: Retries = { most: 5, deadlineMs: 60_000, firstPauseMs: 250, longestPauseMs: 10_000 }

/** A longer timer would fire immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export interface Outgoing {
  method: string
  url: string
  headers: Headers
  body?: string | ArrayBuffer | undefined
  /** Whether it can be repeated safely: a read, or a write with a key. */
  isSafe: boolean
}

export interface Sending {
  retries: Retries
  world: World
  signal?: AbortSignal | undefined
  /** Leaves the answer unread, for streaming. */
  isStreamed?: boolean
}

export type Send = (outgoing: Outgoing, signal: AbortSignal) => Promise<Response>

/** By default no redirect is followed: it would take the token along, or lose the body. */
export const sendOnce =
  (world: World, redirect: 'manual' | 'follow' = 'manual'): Send =>
  ({ method, url, headers, body }, signal) =>
    world.fetch(url, { method, headers, signal, redirect, ...(body === undefined ? {} : { body }) })

/** No token came, so nothing was sent: the token source decides about its retries and errors. */
export class NoToken extends Error {}

/**
 * @throws PacioliError for an answer that is no success, NoAnswerError where none came, and the signal's reason
 */
export async function sendWithRetries(outgoing: Outgoing, send: Send, sending: Sending): Promise<Response> {
  const { retries, world, signal } = sending
  const end = world.now() + retries.deadlineMs
  for (let repeated = 0; ; repeated++) {
    const outcome = await attempt(outgoing, send, sending, end - world.now())
    if (outcome instanceof Response) return outcome
    if (repeated >= retries.most || !mayRepeat(outgoing, outcome)) throw outcome
    const pause = pauseBefore(repeated, outcome, retries, world.random)
    if (world.now() + pause >= end) throw outcome
    await world.sleep(pause, signal)
  }
}

/** @returns the failure, where there was no success */
async function attempt(
  outgoing: Outgoing,
  send: Send,
  { world, signal, isStreamed = false }: Sending,
  withinMs: number,
): Promise<Response | PacioliError | NoAnswerError> {
  if (signal?.aborted) throw reasonOf(signal)
  // The query may contain a signature.
  const name = `${outgoing.method} ${outgoing.url.replace(/\?.*/, '')}`
  const limit = new AbortController()
  const giveUpLate = (): void => limit.abort(new DOMException('The deadline is over.', 'TimeoutError'))
  const timer = setTimeout(giveUpLate, Math.min(withinMs, LONGEST_TIMER_MS))
  const giveUp = (): void => limit.abort(reasonOf(signal))
  signal?.addEventListener('abort', giveUp, { once: true })
  let isLeftOpen = false
  try {
    const response = await send(outgoing, limit.signal)
    if (!response.ok) return new PacioliError(name, response, await response.text(), world.now())
    isLeftOpen = isStreamed
    return isStreamed ? response : await readWhole(response)
  } catch (cause) {
    if (signal?.aborted) throw reasonOf(signal)
    if (cause instanceof NoToken) throw cause.cause
    return new NoAnswerError(`${name} got no answer: ${reasonsOf(cause)}`, { cause })
  } finally {
    clearTimeout(timer)
    if (!isLeftOpen) signal?.removeEventListener('abort', giveUp)
  }
}

/** fetch's error says little, its cause what happened. */
function reasonsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

/** A connection may also be lost midway through an answer. */
async function readWhole(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer()
  return new Response(bytes.byteLength === 0 ? null : bytes, response)
}

/** Temporary refusals: the first attempt is still running, or another request changed the same thing. */
const PASSING: ReadonlySet<string> = new Set(['IdempotencyInProgress', 'VersionConflict'])

/** Whether it can be sent again without being carried out twice. Pure. */
export function mayRepeat({ isSafe }: Outgoing, failure: PacioliError | NoAnswerError): boolean {
  if (failure instanceof NoAnswerError) return isSafe
  const { status, errorEnum } = failure
  // Nothing was carried out.
  if (status === 429 || (status === 503 && errorEnum === 'ServiceUnavailable')) return true
  if (errorEnum !== undefined && PASSING.has(errorEnum)) return true
  return isSafe && (status === 502 || status === 503 || status === 504)
}

/** A random part of a pause that doubles each time, after what the answer requests. In milliseconds. Pure. */
export function pauseBefore(
  repeated: number,
  failure: PacioliError | NoAnswerError,
  { firstPauseMs, longestPauseMs }: Retries,
  random: () => number,
): number {
  const asked = failure instanceof PacioliError ? (failure.retryAfter ?? 0) * 1_000 : 0
  return asked + random() * Math.min(longestPauseMs, firstPauseMs * 2 ** repeated)
}
