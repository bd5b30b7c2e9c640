/**
 * Sums what is kept of postings further, one piece of work after another, once the postings that called for it are
 * answered. What a crash loses is called for again: these sums only save reading.
 */
export class Afterwards<Work> {
  readonly #nameOf: (work: Work) => string
  readonly #run: (work: Work) => Promise<unknown>
  readonly #onFailure: (error: unknown, work: Work) => void
  readonly #waiting = new Map<string, Work>()
  #running: Promise<void> | undefined
  #stopped = false

  /** @param nameOf work of one name that waits already is not done twice */
  constructor(
    nameOf: (work: Work) => string,
    run: (work: Work) => Promise<unknown>,
    onFailure: (error: unknown, work: Work) => void,
  ) {
    this.#nameOf = nameOf
    this.#run = run
    this.#onFailure = onFailure
  }

  add(works: readonly Work[]): void {
    for (const work of works) this.#waiting.set(this.#nameOf(work), work)
    if (works.length > 0) this.#running ??= this.#all()
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    await this.#running
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #all(): Promise<void> {
    for (const [name, work] of this.#waiting) {
      if (this.#stopped) return
      this.#waiting.delete(name)
      await this.#run(work).catch((error: unknown) => this.#onFailure(error, work))
    }
    // Here and not when the promise settles: what is added in between would wait for the next addition.
    this.#running = undefined
  }
}
