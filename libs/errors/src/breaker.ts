/** Refuses calls to a dependency that does not answer: a frozen process, a network that drops packets. */
import { refused } from './domain-error.ts'
import { InFlight } from './in-flight.ts'

export type BreakerOptions = {
  /** The dependency, for the refusal: `The database`. */
  what: string
  /** Probes it on a separate connection. Resolves or rejects on any answer: a refusal shows life, too. */
  probe: (timeoutMs: number) => Promise<unknown>
  /** Waiting this long without any answer triggers a probe. */
  unresponsiveMs?: number
  /** A probe is answered within this. */
  probeTimeoutMs?: number
  /** How often it is probed while unresponsive. */
  probeIntervalMs?: number
}

/**
 * Opens when calls get no answer for seconds and a probe gets none either; closes on any answer. So slow calls, however
 * many, never count as an outage: a server busy with them answers the probe. Libraries count failures, which slow calls
 * are to them.
 */
export class Breaker {
  readonly #options: Required<BreakerOptions>
  /** Aborts of the waiting calls. */
  readonly #waiting = new InFlight<() => void>()
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
   * Registers a waiting call; the returned function ends that.
   * @param giveUp called when the breaker opens
   */
  waits(giveUp: () => void = () => undefined): () => void {
    if (this.#waiting.isEmpty) this.#heardAt = performance.now()
    this.#timer ??= setInterval(() => this.#look(), this.#options.probeIntervalMs).unref()
    return this.#waiting.add(giveUp)
  }

  /** Records an answer of any kind. */
  heard(): void {
    this.#heardAt = performance.now()
    this.#isOpen = false
  }

  /** Ends the probing. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look(): void {
    if (!this.#isOpen && this.#waiting.isEmpty) return this.stop()
    const isSilent = performance.now() - this.#heardAt >= this.#options.unresponsiveMs
    if ((this.#isOpen || isSilent) && !this.#isAsking) void this.#askForLife()
  }

  async #askForLife(): Promise<void> {
    this.#isAsking = true
    const asked = performance.now()
    const isAlive = await this.#hears()
    this.#isAsking = false
    // An answer to another call meanwhile counts as well.
    if (isAlive || this.#heardAt > asked) return this.heard()
    this.#isOpen = true
    for (const giveUp of this.#waiting.removeAll()) giveUp()
  }

  #hears(): Promise<boolean> {
    const { probe, probeTimeoutMs } = this.#options
    return new Promise((resolve) => {
      // This process itself may have been blocked: then the answer is there already, and is read first.
      const timer = setTimeout(() => setImmediate(() => setImmediate(resolve, false)), probeTimeoutMs)
      const hear = (): void => {
        clearTimeout(timer)
        resolve(true)
      }
      probe(probeTimeoutMs).then(hear, hear)
    })
  }
}
