export const SLOT_COUNT = 16

/**
 * Which of the sixteen balance rows of an account a posting changes. Concurrent postings take different ones, so that a
 * hot account does not serialize on one row; a quiet business uses only the first. Each process begins at a slot of its
 * own, because it does not know what the others post.
 */
export class Slots {
  readonly #first: number
  /** How often each slot is taken, the first one first. */
  readonly #taken = new Map<string, number[]>()

  /** @param first where this process begins, from 0 to 15 */
  constructor(first: number) {
    this.#first = first
  }

  /** Runs `work` with the least used slot of the business. */
  async use<Result>(businessId: string, work: (slot: number) => Promise<Result>): Promise<Result> {
    const counts = this.#taken.get(businessId) ?? new Array<number>(SLOT_COUNT).fill(0)
    this.#taken.set(businessId, counts)
    const place = counts.indexOf(Math.min(...counts))
    counts[place] = (counts[place] ?? 0) + 1
    try {
      return await work((this.#first + place) % SLOT_COUNT)
    } finally {
      counts[place] = (counts[place] ?? 1) - 1
      if (counts.every((count) => count === 0)) this.#taken.delete(businessId)
    }
  }
}
