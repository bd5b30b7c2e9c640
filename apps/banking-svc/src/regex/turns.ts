/** Who may run when much is asked for at once: a few in all, fewer of one business, the businesses by turns. */
import { refused } from '@pacioli/errors'

type Waiting = { start: () => void }

export class Turns {
  readonly #atOnce: number
  readonly #perBusiness: number
  readonly #what: string
  readonly #running = new Map<string, number>()
  /** Who waits, by business; the business at the front is next. */
  readonly #waiting = new Map<string, Waiting[]>()
  #runningInAll = 0

  /** @param what runs, in words, for the refusal */
  constructor({ atOnce, perBusiness, what }: { atOnce: number; perBusiness: number; what: string }) {
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
    try {
      return await work()
    } finally {
      this.#count(businessId, -1)
      this.#startNext()
    }
  }

  #turnOf(businessId: string, patienceMs: number): Promise<void> {
    if (this.#hasRoom(businessId)) {
      this.#count(businessId, 1)
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer)
          this.#count(businessId, 1)
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
    return this.#runningInAll < this.#atOnce && (this.#running.get(businessId) ?? 0) < this.#perBusiness
  }

  #count(businessId: string, change: 1 | -1): void {
    const running = (this.#running.get(businessId) ?? 0) + change
    this.#runningInAll += change
    if (running === 0) this.#running.delete(businessId)
    else this.#running.set(businessId, running)
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

/** Matching regular expressions costs a processor of the database for as long as it lasts: the rest must stay free. */
export const regexTurns = new Turns({ atOnce: 2, perBusiness: 1, what: 'searches by regular expression' })

/** Other searches are quick or, where they match much, counted once: one business cannot have all connections. */
export const searchTurns = new Turns({ atOnce: 12, perBusiness: 6, what: 'searches' })
