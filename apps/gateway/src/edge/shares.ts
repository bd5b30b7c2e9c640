/** Takes and gives back what all callers have in common. */
export type Budget = {
  /** All of it or nothing. */
  take: (owners: readonly string[], amount: number) => boolean
  giveBack: (owners: readonly string[], amount: number) => void
}

/** So much of something for all, and a share of it for each, so that one caller alone never has all there is. */
export class Shares implements Budget {
  readonly #most: number
  readonly #mostEach: number
  readonly #ofOwners = new Map<string, number>()
  #taken = 0

  constructor({ most, mostEach }: { most: number; mostEach: number }) {
    this.#most = most
    this.#mostEach = mostEach
  }

  get taken(): number {
    return this.#taken
  }

  /** @param owners each of them is charged the whole amount: the address and the client, for example */
  take(owners: readonly string[], amount: number): boolean {
    if (this.#taken + amount > this.#most || !this.charge(owners, amount)) return false
    this.#taken += amount
    return true
  }

  giveBack(owners: readonly string[], amount: number): void {
    this.#taken -= amount
    for (const owner of owners) {
      const left = (this.#ofOwners.get(owner) ?? 0) - amount
      if (left > 0) this.#ofOwners.set(owner, left)
      else this.#ofOwners.delete(owner)
    }
  }

  /** What is taken already has one more owner. */
  charge(owners: readonly string[], amount: number): boolean {
    if (owners.some((owner) => (this.#ofOwners.get(owner) ?? 0) + amount > this.#mostEach)) return false
    for (const owner of owners) this.#ofOwners.set(owner, (this.#ofOwners.get(owner) ?? 0) + amount)
    return true
  }
}
