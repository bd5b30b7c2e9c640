/** The client's environment, which tests may replace. */
export interface World {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds of Unix time. */
  now: () => number
  /** @throws the signal's reason when it is aborted */
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to below 1. */
  random: () => number
  /** A new Idempotency-Key. */
  newKey: () => string
}

export const realWorld: World = {
  fetch: (url, init) => globalThis.fetch(url, init),
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        clearTimeout(timer)
        reject(reasonOf(signal))
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }, milliseconds)
      if (signal?.aborted) giveUp()
      else signal?.addEventListener('abort', giveUp, { once: true })
    }),
  random: () => Math.random(),
  // Pages without https have no crypto.randomUUID.
  newKey: () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
}

/** The error of an aborted signal. */
export function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new DOMException('The request was given up.', 'AbortError')
}
