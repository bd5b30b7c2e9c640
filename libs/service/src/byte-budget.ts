/** Bounds the bytes of requests and answers in memory: requests count by size, not by number. */
import { busy } from '@pacioli/errors'

export class ByteBudget {
  readonly #limit: number
  readonly #perClient: number
  readonly #usedBy = new Map<string, number>()
  #used = 0

  /**
   * @param limit bytes in total
   * @param perClient bytes of one client; by default half of all, so that no client uses up what others need
   */
  constructor({ limit, perClient = Math.ceil(limit / 2) }: { limit: number; perClient?: number }) {
    this.#limit = limit
    this.#perClient = perClient
  }

  /** Bytes in flight. */
  get used(): number {
    return this.#used
  }

  /**
   * Reserves bytes for a client until the returned function is called. A request larger than the client's share is
   * accepted while the client has nothing else in flight: every allowed request is possible.
   * @throws ServiceUnavailable where they do not fit
   */
  reserve(clientId: string, bytes: number): () => void {
    const ofClient = this.#usedBy.get(clientId) ?? 0
    const isTooMuch = ofClient > 0 && ofClient + bytes > this.#perClient
    if (isTooMuch || (this.#used > 0 && this.#used + bytes > this.#limit))
      throw busy('There is as much in work as the memory has room for.')
    return this.charge(clientId, bytes)
  }

  /** Counts bytes that exist and cannot be refused, such as the answer to a write: they keep new requests out. */
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
