/**
 * Enough for two redeliveries, since replicas restart one after the other, with their longest delays. A version that has not
 * arrived by then is not on its way.
 */
const MAX_WAIT_MS = 30_000
/** More wait only while something is very wrong; then order matters less. */
const MAX_EARLY = 10_000

/** Events that wait for the version before them, or for the first event of their feed, and since when. */
export class EarlyEvents {
  readonly #since = new Map<string, number>()
  readonly #maxWaitMs: number

  constructor(maxWaitMs = MAX_WAIT_MS) {
    this.#maxWaitMs = maxWaitMs
  }

  /** Whether the event has waited long enough. */
  hasWaited(eventId: string, now: Date): boolean {
    const since = this.#since.get(eventId)
    if (since !== undefined) return now.getTime() - since >= this.#maxWaitMs
    if (this.#since.size >= MAX_EARLY) return true
    this.#since.set(eventId, now.getTime())
    return this.#maxWaitMs <= 0
  }

  forget(eventIds: readonly string[]): void {
    for (const id of eventIds) this.#since.delete(id)
  }
}
