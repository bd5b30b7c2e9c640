/**
 * The slowest allowed rate of the other end of a connection: a peer that sends or fetches less for a while is cut off.
 */
import { InFlight } from '@pacioli/errors'

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

/** How far a peer is behind, and what had moved when it was last looked at. */
type Account = { flow: Transfer; behindMs: number; moved: number; remove: () => void }

/** Samples of all transfers within the grace period. */
const SAMPLES = 10

export class MinDataRate {
  readonly #limits: DataRateLimits
  readonly #accounts = new InFlight<Account>()
  #timer: NodeJS.Timeout | undefined
  #lookedAt = 0

  constructor(limits: DataRateLimits) {
    this.#limits = limits
  }

  /** @returns ends the watch; call it when the transfer is complete */
  watch(flow: Transfer): () => void {
    const account: Account = { flow, behindMs: 0, moved: flow.moved(), remove: () => undefined }
    this.#timer ??= this.#start()
    return (account.remove = this.#accounts.add(account))
  }

  /** Charges the time since the last sample. If this process itself paused, no more than two intervals count. */
  sample(passedMs: number): void {
    const { gracePeriodMs, bytesPerSecond } = this.#limits
    const charged = Math.min(passedMs, (2 * gracePeriodMs) / SAMPLES)
    for (const account of this.#accounts) {
      const { flow } = account
      const moved = flow.moved()
      const madeUpMs = ((moved - account.moved) / bytesPerSecond) * 1_000
      account.moved = moved
      account.behindMs = Math.max(0, account.behindMs + (flow.isStalledByPeer() ? charged : 0) - madeUpMs)
      if (!(account.behindMs > gracePeriodMs)) continue
      account.remove()
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
      if (!this.#accounts.isEmpty) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }, this.#limits.gracePeriodMs / SAMPLES).unref()
  }
}
