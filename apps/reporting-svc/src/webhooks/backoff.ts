/** When to try again. Pure. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The longest wait before each further attempt. */
export const STEPS_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  3 * HOUR,
  8 * HOUR,
  24 * HOUR,
]

/** Including the first one. */
export const MAX_ATTEMPTS = STEPS_MS.length + 1

/** The limit for any `Retry-After`. */
export const MAX_WAIT_MS = 24 * HOUR
const MIN_WAIT_MS = SECOND

/**
 * How long to wait after so many failed attempts; undefined if there is no further one. A random time up to the step's longest
 * (full jitter), so that failures do not retry all at once, and not less than the receiver requests.
 * @param random from 0 up to, not including, 1
 */
export function waitAfter(
  attempts: number,
  random: number,
  retryAfterMs: number | undefined = undefined,
): number | undefined {
  const step = STEPS_MS[attempts - 1]
  if (step === undefined) return undefined
  const jittered = Math.max(MIN_WAIT_MS, Math.floor(random * step))
  return Math.min(MAX_WAIT_MS, Math.max(jittered, retryAfterMs ?? 0))
}

/** `Retry-After` in milliseconds: seconds, or a date. Undefined for anything else. */
export function retryAfterOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  const value = header.trim()
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND
  const at = /^[A-Z][a-z]{2},? /.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
