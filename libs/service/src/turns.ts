/** Who may run when much is asked for at once: a few in all, fewer of one business, the businesses by turns. */
import { refused } from '@pacioli/errors'

type Waiting = { start: () => void }

export class Turns {
  readonly #atOnce: number
  readonly #perBusiness: number
  readonly #what: string
  readonly #restAfter: (error: unknown) => number
  /** Turns that are taken, by business. */
  readonly #held = new Map<string, number>()
  /** Who waits, by business; the business at the front is next. */
  readonly #waiting = new Map<string, Waiting[]>()
  #runningInAll = 0

  /**
   * @param what runs, in words, for the refusal
   * @param restAfter for how many milliseconds after a failure the turn is still its business's, though nothing runs
   */
  constructor({
    atOnce,
    perBusiness,
    what,
    restAfter = () => 0,
  }: {
    atOnce: number
    perBusiness: number
    what: string
    restAfter?: (error: unknown) => number
  }) {
    this.#restAfter = restAfter
    this.#atOnce = atOnce
    this.#perBusiness = perBusiness
    this.#what = what
  }

  /**
   * Runs `work` as soon as its business has a turn; nothing is held while it waits.
   * @throws ServiceUnavailable if that takes longer than `patienceMs`
   */
  async run<Result>(businessId: string, patienceMs: number, work: () => Promise<Result>): Promise<Result> {
    await this.#turnOf(businessId, patienceMs)
    let restMs = 0
    try {
      return await work()
    } catch (error) {
      restMs = this.#restAfter(error)
      throw error
    } finally {
      this.#runningInAll -= 1
      if (restMs > 0) setTimeout(() => this.#giveBack(businessId), restMs).unref()
      else this.#giveBack(businessId)
      this.#startNext()
    }
  }

  /**
   * The same for work that ends elsewhere: whoever takes the turn gives it back by calling what this answers, once.
   * @throws ServiceUnavailable if that takes longer than `patienceMs`
   */
  async take(businessId: string, patienceMs: number): Promise<() => void> {
    await this.#turnOf(businessId, patienceMs)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#runningInAll -= 1
      this.#giveBack(businessId)
    }
  }

  #turnOf(businessId: string, patienceMs: number): Promise<void> {
    if (this.#hasRoom(businessId)) {
      this.#take(businessId)
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer)
          this.#take(businessId)
          resolve()
        },
      }
      const timer = setTimeout(
        () => {
          this.#leave(businessId, waiting)
          reject(refused('ServiceUnavailable', `Too many ${this.#what} run at the moment. Try again.`))
        },
        Math.max(patienceMs, 0),
      )
      this.#waiting.set(businessId, [...(this.#waiting.get(businessId) ?? []), waiting])
    })
  }

  #hasRoom(businessId: string): boolean {
    return this.#runningInAll < this.#atOnce && (this.#held.get(businessId) ?? 0) < this.#perBusiness
  }

  #take(businessId: string): void {
    this.#runningInAll += 1
    this.#held.set(businessId, (this.#held.get(businessId) ?? 0) + 1)
  }

  #giveBack(businessId: string): void {
    const held = (this.#held.get(businessId) ?? 0) - 1
    if (held <= 0) this.#held.delete(businessId)
    else this.#held.set(businessId, held)
    this.#startNext()
  }

  #leave(businessId: string, gone: Waiting): void {
    const others = (this.#waiting.get(businessId) ?? []).filter((waiting) => waiting !== gone)
    if (others.length === 0) this.#waiting.delete(businessId)
    else this.#waiting.set(businessId, others)
  }

  #startNext(): void {
    for (const [businessId, [first, ...others]] of this.#waiting) {
      if (!first || !this.#hasRoom(businessId)) continue
      // Taken out and put back: the business goes to the end.
      this.#waiting.delete(businessId)
      if (others.length > 0) this.#waiting.set(businessId, others)
      first.start()
      return
    }
  }
}
