/**
 * As long as two redeliveries take, for replicas are restarted one after the other, and what each may be put off for. What
 * has not come by then is not on its way.
 */
const MAX_WAIT_MS = 30_000
/** More than that wait only while something is very wrong; then order is not what matters. */
const MAX_EARLY = 10_000

/** Events that wait for the version before them, or for the beginning of their feed, and since when this process has known of each. */
export class EarlyEvents {
  readonly #since = new Map<string, number>()
  readonly #maxWaitMs: number

  constructor(maxWaitMs = MAX_WAIT_MS) {
    this.#maxWaitMs = maxWaitMs
  }

  /** Whether the event has waited long enough: the one before it is not to come, or comes too late. */
  hasWaited(eventId: string, now: Date): boolean {
    const since = this.#since.get(eventId)
    if (since !== undefined) return now.getTime() - since >= this.#maxWaitMs
    if (this.#since.size >= MAX_EARLY) return true
    this.#since.set(eventId, now.getTime())
    return this.#maxWaitMs <= 0
  }

  /** They wait no longer. */
  forget(eventIds: readonly string[]): void {
    for (const id of eventIds) this.#since.delete(id)
  }
}
