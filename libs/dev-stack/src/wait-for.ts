import { setTimeout as pause } from 'node:timers/promises'

/** The pause grows to this part of the time waited so far, up to so many milliseconds. */
const OF_WHAT_WAS_WAITED = 0.1
const LONGEST_PAUSE_MS = 250

/**
 * Polls until the answer is neither undefined nor false; first every so many milliseconds, then less often, as polling
 * slows down what is waited for.
 * @throws Error naming what was waited for, when the time (in milliseconds) is over
 */
export async function waitFor<T extends NonNullable<unknown>>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = 15_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const since = Date.now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    const waited = Date.now() - since
    if (waited > timeoutMs) throw new Error(`Waited ${timeoutMs} ms for ${what}, in vain.`)
    await pause(Math.max(everyMs, Math.min(waited * OF_WHAT_WAS_WAITED, LONGEST_PAUSE_MS)))
  }
}
