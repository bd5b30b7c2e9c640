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
  use<Result>(businessId: string, work: (slot: number) => Promise<Result>): Promise<Result> {
    return this.useEach([businessId], ([slot = 0]) => work(slot))
  }

  /** The same with a slot of each of these businesses, in their order; one that comes twice has one slot. */
  async useEach<Result>(
    businessIds: readonly string[],
    work: (slots: readonly number[]) => Promise<Result>,
  ): Promise<Result> {
    const places = new Map<string, number>()
    for (const businessId of businessIds) if (!places.has(businessId)) places.set(businessId, this.#take(businessId))
    try {
      return await work(businessIds.map((businessId) => (this.#first + (places.get(businessId) ?? 0)) % SLOT_COUNT))
    } finally {
      for (const [businessId, place] of places) this.#giveBack(businessId, place)
    }
  }

  #take(businessId: string): number {
    const counts = this.#taken.get(businessId) ?? new Array<number>(SLOT_COUNT).fill(0)
    this.#taken.set(businessId, counts)
    const place = counts.indexOf(Math.min(...counts))
    counts[place] = (counts[place] ?? 0) + 1
    return place
  }

  #giveBack(businessId: string, place: number): void {
    const counts = this.#taken.get(businessId) ?? []
    counts[place] = (counts[place] ?? 1) - 1
    if (counts.every((count) => count === 0)) this.#taken.delete(businessId)
  }
}
