const SLOT_COUNT = 16

/**
 * Which of the sixteen balance rows of an account a posting moves. Postings that run at once take different ones, so
 * that a hot account does not serialise on its row; a quiet business only ever has the first.
 */
export class Slots {
  readonly #taken = new Map<string, number[]>()

  /** Runs `work` with the least used slot of the business. */
  async use<Result>(businessId: string, work: (slot: number) => Promise<Result>): Promise<Result> {
    const counts = this.#taken.get(businessId) ?? new Array<number>(SLOT_COUNT).fill(0)
    this.#taken.set(businessId, counts)
    const slot = counts.indexOf(Math.min(...counts))
    counts[slot] = (counts[slot] ?? 0) + 1
    try {
      return await work(slot)
    } finally {
      counts[slot] = (counts[slot] ?? 1) - 1
      if (counts.every((count) => count === 0)) this.#taken.delete(businessId)
    }
  }
}
