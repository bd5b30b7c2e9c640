/** How many bytes of requests and answers a process has in memory at once: what it takes on goes by weight, not by number. */
import { busy } from '@pacioli/errors'

export class ByteBudget {
  readonly #most: number
  readonly #perClient: number
  readonly #heldBy = new Map<string, number>()
  #held = 0

  /**
   * @param most bytes in all
   * @param perClient of one client; half of all unless given, so that nobody uses up what others need
   */
  constructor({ most, perClient = Math.ceil(most / 2) }: { most: number; perClient?: number }) {
    this.#most = most
    this.#perClient = perClient
  }

  /** Bytes that are in work. */
  get held(): number {
    return this.#held
  }

  /**
   * Takes on so many bytes of a client until what this answers is called. What is larger than the budget of a client is
   * taken on where it has nothing else in work: any request that is allowed at all is possible.
   * @throws ServiceUnavailable while there is no room for them
   */
  take(clientId: string, bytes: number): () => void {
    const ofClient = this.#heldBy.get(clientId) ?? 0
    const isTooMuch = ofClient > 0 && ofClient + bytes > this.#perClient
    if (isTooMuch || (this.#held > 0 && this.#held + bytes > this.#most))
      throw busy('There is as much in work as the memory has room for.')
    return this.hold(clientId, bytes)
  }

  /** Counts what is there already and can't be refused any more, such as the answer to a write: it keeps new requests out. */
  hold(clientId: string, bytes: number): () => void {
    this.#add(clientId, bytes)
    let isOver = false
    return () => {
      if (!isOver) this.#add(clientId, -bytes)
      isOver = true
    }
  }

  #add(clientId: string, bytes: number): void {
    this.#held += bytes
    const held = (this.#heldBy.get(clientId) ?? 0) + bytes
    if (held <= 0) this.#heldBy.delete(clientId)
    else this.#heldBy.set(clientId, held)
  }
}
