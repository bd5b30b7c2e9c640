/**
 * What comes and goes all the time, such as calls that wait. A Set would do, but for the garbage collector: a full one is
 * copied without what was deleted, and the copy before refers to the next. Once one of them is old, all later ones and
 * whatever they held stay until a full collection.
 */
export class InFlight<One> {
  readonly #places: ({ one: One } | undefined)[] = []
  readonly #free: number[] = []

  get isEmpty(): boolean {
    return this.#free.length === this.#places.length
  }

  /** @returns removes it */
  add(one: One): () => void {
    const at = this.#free.pop() ?? this.#places.length
    const place = { one }
    this.#places[at] = place
    return () => {
      if (this.#places[at] !== place) return
      this.#places[at] = undefined
      this.#free.push(at)
    }
  }

  /** In no order. What is removed meanwhile is left out. */
  *[Symbol.iterator](): Generator<One> {
    for (const place of this.#places) if (place) yield place.one
  }

  /** All there were, in no order. */
  removeAll(): One[] {
    const all = [...this]
    this.#places.length = 0
    this.#free.length = 0
    return all
  }
}
