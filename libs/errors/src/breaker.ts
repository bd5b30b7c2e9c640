/** Refuses at once what would only wait for something that does not answer: a frozen process, a network that drops all. */
import { refused } from './domain-error.ts'

export type BreakerOptions = {
  /** What does not answer, for the refusal: `The database`. */
  what: string
  /**
   * Asks it for a sign of life, on a way of its own. Resolves or rejects as soon as anything is heard, be it a refusal, for
   * whoever refuses is alive.
   */
  probe: (timeoutMs: number) => Promise<unknown>
  /** Work for which nothing at all was answered for so long is a reason to ask. */
  unresponsiveMs?: number
  /** A sign of life comes within this. */
  probeTimeoutMs?: number
  /** While it is silent it is asked so often. */
  probeIntervalMs?: number
}

/**
 * Opens when nothing that is asked of it was answered for seconds, and a sign of life does not come either; closes as soon
 * as anything is heard. So one slow question, or many of them, never make an outage: whoever works on them answers others,
 * and says that he is alive. No library goes by that: they count failures, of which slow questions are some.
 */
export class Breaker {
  readonly #options: Required<BreakerOptions>
  /** What is waiting, and how to tell it that nothing will come. */
  readonly #waiting = new Set<() => void>()
  #heardAt = 0
  #isOpen = false
  #timer: NodeJS.Timeout | undefined
  #isAsking = false

  constructor(options: BreakerOptions) {
    this.#options = { unresponsiveMs: 3_000, probeTimeoutMs: 2_000, probeIntervalMs: 500, ...options }
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** @throws ServiceUnavailable while it does not answer */
  refuseWhileOpen(): void {
    if (this.#isOpen)
      throw refused(
        'ServiceUnavailable',
        `${this.#options.what} does not answer right now. Nothing was done. Try again.`,
      )
  }

  /**
   * Something begins to wait for an answer; what this returns says that it does not any more.
   * @param giveUp told when it turns out that nothing answers
   */
  waits(giveUp: () => void = () => undefined): () => void {
    if (this.#waiting.size === 0) this.#heardAt = performance.now()
    const one = (): void => giveUp()
    this.#waiting.add(one)
    this.#timer ??= setInterval(() => this.#look(), this.#options.probeIntervalMs).unref()
    return () => void this.#waiting.delete(one)
  }

  /** It has answered something, whatever that was. */
  heard(): void {
    this.#heardAt = performance.now()
    this.#isOpen = false
  }

  /** It is used no longer. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look(): void {
    if (!this.#isOpen && this.#waiting.size === 0) return this.stop()
    const isSilent = performance.now() - this.#heardAt >= this.#options.unresponsiveMs
    if ((this.#isOpen || isSilent) && !this.#isAsking) void this.#askForLife()
  }

  async #askForLife(): Promise<void> {
    this.#isAsking = true
    const asked = performance.now()
    const isAlive = await this.#hears()
    this.#isAsking = false
    // What was answered meanwhile counts as well.
    if (isAlive || this.#heardAt > asked) return this.heard()
    this.#isOpen = true
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const giveUp of waiting) giveUp()
  }

  #hears(): Promise<boolean> {
    const { probe, probeTimeoutMs } = this.#options
    return new Promise((resolve) => {
      // This process itself may have been busy for so long: then the answer is there already, and is read first.
      const timer = setTimeout(() => setImmediate(() => setImmediate(resolve, false)), probeTimeoutMs)
      const hear = (): void => {
        clearTimeout(timer)
        resolve(true)
      }
      probe(probeTimeoutMs).then(hear, hear)
    })
  }
}
