/** How many bytes of requests and answers a process has in memory at once: what it takes on goes by weight, not by number. */
import { busy } from '@pacioli/errors'

export class ByteBudget {
  readonly #limit: number
  readonly #perClient: number
  readonly #usedBy = new Map<string, number>()
  #used = 0

  /**
   * @param limit bytes in all
   * @param perClient of one client; half of all unless given, so that nobody uses up what others need
   */
  constructor({ limit, perClient = Math.ceil(limit / 2) }: { limit: number; perClient?: number }) {
    this.#limit = limit
    this.#perClient = perClient
  }

  /** Bytes that are in work. */
  get used(): number {
    return this.#used
  }

  /**
   * Takes on so many bytes of a client until what this answers is called. What is larger than the budget of a client is
   * taken on where it has nothing else in work: any request that is allowed at all is possible.
   * @throws ServiceUnavailable while there is no room for them
   */
  reserve(clientId: string, bytes: number): () => void {
    const ofClient = this.#usedBy.get(clientId) ?? 0
    const isTooMuch = ofClient > 0 && ofClient + bytes > this.#perClient
    if (isTooMuch || (this.#used > 0 && this.#used + bytes > this.#limit))
      throw busy('There is as much in work as the memory has room for.')
    return this.charge(clientId, bytes)
  }

  /** Counts what is there already and can't be refused any more, such as the answer to a write: it keeps new requests out. */
  charge(clientId: string, bytes: number): () => void {
    this.#add(clientId, bytes)
    let isOver = false
    return () => {
      if (!isOver) this.#add(clientId, -bytes)
      isOver = true
    }
  }

  #add(clientId: string, bytes: number): void {
    this.#used += bytes
    const used = (this.#usedBy.get(clientId) ?? 0) + bytes
    if (used <= 0) this.#usedBy.delete(clientId)
    else this.#usedBy.set(clientId, used)
  }
}
