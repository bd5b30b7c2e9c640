/** An amount that all callers share. */
export type Budget = {
  /** All of it or nothing. */
  reserve: (owners: readonly string[], amount: number) => boolean
  release: (owners: readonly string[], amount: number) => void
}

/** A total for all, and a share for each, so that no single caller uses all of it. */
export class SharedBudget implements Budget {
  readonly #limit: number
  readonly #limitEach: number
  readonly #ofOwners = new Map<string, number>()
  #used = 0

  constructor({ limit, limitEach }: { limit: number; limitEach: number }) {
    this.#limit = limit
    this.#limitEach = limitEach
  }

  get used(): number {
    return this.#used
  }

  /** @param owners each of them is charged the whole amount: the address and the client, for example */
  reserve(owners: readonly string[], amount: number): boolean {
    if (this.#used + amount > this.#limit || !this.charge(owners, amount)) return false
    this.#used += amount
    return true
  }

  release(owners: readonly string[], amount: number): void {
    this.#used -= amount
    for (const owner of owners) {
      const left = (this.#ofOwners.get(owner) ?? 0) - amount
      if (left > 0) this.#ofOwners.set(owner, left)
      else this.#ofOwners.delete(owner)
    }
  }

  /** Charges what is reserved already to further owners. */
  charge(owners: readonly string[], amount: number): boolean {
    if (owners.some((owner) => (this.#ofOwners.get(owner) ?? 0) + amount > this.#limitEach)) return false
    for (const owner of owners) this.#ofOwners.set(owner, (this.#ofOwners.get(owner) ?? 0) + amount)
    return true
  }
}
