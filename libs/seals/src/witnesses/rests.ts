/** Rests after failures, each twice as long as the one before. */
export class Rests {
  readonly #rests = new Map<string, { until: number; ms: number }>()
  readonly #firstMs: number
  readonly #longestMs: number

  constructor(firstMs: number, longestMs: number) {
    this.#firstMs = firstMs
    this.#longestMs = longestMs
  }

  /** Whether it failed when it was tried last. */
  has(name: string): boolean {
    return this.#rests.has(name)
  }

  isResting(name: string): boolean {
    return this.leftMs(name) > 0
  }

  leftMs(name: string): number {
    return Math.max((this.#rests.get(name)?.until ?? 0) - performance.now(), 0)
  }

  /** @returns whether it is the first one; of those that fail at once, all begin the same */
  begin(name: string): boolean {
    const before = this.#rests.get(name)
    if (before && before.until > performance.now()) return false
    const ms = before ? Math.min(before.ms * 2, this.#longestMs) : this.#firstMs
    this.#rests.set(name, { until: performance.now() + ms, ms })
    return before === undefined
  }

  /** @returns whether there was one */
  over(name: string): boolean {
    return this.#rests.delete(name)
  }
}
