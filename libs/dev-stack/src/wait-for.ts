import { setTimeout as pause } from 'node:timers/promises'

/**
 * Asks again and again until the answer is neither undefined nor false.
 * @throws Error naming what was waited for, when the time (in milliseconds) is over
 */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = 15_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms for ${what}, in vain.`)
    await pause(everyMs)
  }
}
