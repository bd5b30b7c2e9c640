/** Work on businesses in rounds, until it is stopped: what waits for the next round, and rests that end when it is told to stop. */
export class Rounds {
  readonly #waiting = new Set<string>()
  #isStopped = false
  /** Ends the rest that it is at. */
  #wake: (() => void) | undefined
  /** Whether that ends with what is touched, too. */
  #isListening = false

  get isStopped(): boolean {
    return this.#isStopped
  }

  stop(): void {
    this.#isStopped = true
    this.#wake?.()
  }

  /** These are in the next round. */
  add(businessIds: Iterable<string>): void {
    for (const id of businessIds) this.#waiting.add(id)
  }

  /** The same, and it begins. */
  touch(businessIds: Iterable<string>): void {
    this.add(businessIds)
    if (this.#isListening && this.#waiting.size > 0) this.#wake?.()
  }

  /** A round: all that wait, so many at a time. One that is stopped ends with what it is at. */
  async each(atOnce: number, work: (businessId: string) => Promise<void>): Promise<void> {
    const businessIds = [...this.#waiting][Symbol.iterator]()
    this.#waiting.clear()
    const lane = async (): Promise<void> => {
      for (const businessId of businessIds) {
        if (this.#isStopped) return
        await work(businessId)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
  }

  pause(ms: number): Promise<void> {
    return this.#rest(ms, false)
  }

  /** Until something waits, but no longer than so long. */
  async untilTouched(ms: number): Promise<void> {
    if (this.#waiting.size === 0) await this.#rest(ms, true)
  }

  async #rest(ms: number, isListening: boolean): Promise<void> {
    if (this.#isStopped || ms <= 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    this.#wake = resolve
    this.#isListening = isListening
    await promise
    clearTimeout(timer)
    this.#wake = undefined
    this.#isListening = false
  }
}
