/**
 * The slowest allowed rate of the other end of a connection: a peer that sends or fetches less for a while is cut off.
 */

export type DataRateLimits = {
  /** How far the peer may fall behind, in milliseconds. */
  gracePeriodMs: number
  /** So many bytes make up for a second of waiting; being faster earns no credit. */
  bytesPerSecond: number
}

/** A transfer over a connection. */
export type Transfer = {
  /** Bytes moved so far. */
  moved: () => number
  /** Whether the peer is what we wait for: our own pauses are not charged to it. */
  isStalledByPeer: () => boolean
  /** Called once, for a peer that is too slow. */
  abort: () => void
}

/** Samples of all transfers within the grace period. */
const SAMPLES = 10

export class MinDataRate {
  readonly #limits: DataRateLimits
  readonly #flows = new Map<Transfer, { behindMs: number; moved: number }>()
  #timer: NodeJS.Timeout | undefined
  #lookedAt = 0

  constructor(limits: DataRateLimits) {
    this.#limits = limits
  }

  /** @returns ends the watch; call it when the transfer is complete */
  watch(flow: Transfer): () => void {
    this.#flows.set(flow, { behindMs: 0, moved: flow.moved() })
    this.#timer ??= this.#start()
    return () => void this.#flows.delete(flow)
  }

  /** Charges the time since the last sample. If this process itself paused, no more than two intervals count. */
  sample(passedMs: number): void {
    const { gracePeriodMs, bytesPerSecond } = this.#limits
    const charged = Math.min(passedMs, (2 * gracePeriodMs) / SAMPLES)
    for (const [flow, account] of this.#flows) {
      const moved = flow.moved()
      const madeUpMs = ((moved - account.moved) / bytesPerSecond) * 1_000
      account.moved = moved
      account.behindMs = Math.max(0, account.behindMs + (flow.isStalledByPeer() ? charged : 0) - madeUpMs)
      if (!(account.behindMs > gracePeriodMs)) continue
      this.#flows.delete(flow)
      flow.abort()
    }
  }

  /** Runs while there are transfers. */
  #start(): NodeJS.Timeout {
    this.#lookedAt = performance.now()
    return setInterval(() => {
      const now = performance.now()
      const passedMs = now - this.#lookedAt
      this.#lookedAt = now
      this.sample(passedMs)
      if (this.#flows.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }, this.#limits.gracePeriodMs / SAMPLES).unref()
  }
}
