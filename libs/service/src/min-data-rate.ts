/** How slow the other end of a connection may be: whoever sends or fetches less than that for a while is given up. */

export type DataRateLimits = {
  /** How far the other end may fall behind, in milliseconds. */
  gracePeriodMs: number
  /** So many bytes make up for a second of waiting; haste is no credit for later. */
  bytesPerSecond: number
}

/** What is on its way over a connection. */
export type Transfer = {
  /** Bytes that have moved so far. */
  moved: () => number
  /** Whether it is the other end that we wait for: a pause of our own is not charged to it. */
  isStalledByPeer: () => boolean
  /** Called once. */
  abort: () => void
}

/** Looks so many times, within the patience, at all that is on its way. */
const SAMPLES = 10

export class MinDataRate {
  readonly #limits: DataRateLimits
  readonly #flows = new Map<Transfer, { behindMs: number; moved: number }>()
  #timer: NodeJS.Timeout | undefined
  #lookedAt = 0

  constructor(limits: DataRateLimits) {
    this.#limits = limits
  }

  /** @returns ends the watch: to be called when all has moved */
  watch(flow: Transfer): () => void {
    this.#flows.set(flow, { behindMs: 0, moved: flow.moved() })
    this.#timer ??= this.#start()
    return () => void this.#flows.delete(flow)
  }

  /** Charges what was waited since the look before. Of a pause of this process itself no more than two looks count. */
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

  /** Runs on for as long as there is something to look at. */
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
