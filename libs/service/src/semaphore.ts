/**
 * Who may run when much is asked for at once: a few in all, fewer of one business. Clients go by turns, and so do the
 * businesses of a client: neither many requests nor many businesses keep others waiting longer than one of theirs takes.
 */
import { busy } from '@pacioli/errors'

/** Who asks for a turn. */
type Requester = { clientId: string; businessId: string }
type Waiting = { start: () => void }

export class FairSemaphore {
  readonly #permits: number
  readonly #perBusiness: number
  readonly #perClient: number
  readonly #name: string
  readonly #cooldownAfter: (error: unknown) => number
  /** Turns that are taken, by business. */
  readonly #held = new Map<string, number>()
  /** The same by client. */
  readonly #heldByClient = new Map<string, number>()
  /** Who waits, by client and business; the client at the front is next, with the business at its front. */
  readonly #waiting = new Map<string, Map<string, Waiting[]>>()
  #runningInAll = 0

  /**
   * @param perClient as many as there are unless given: alone, a client may use them all
   * @param name runs, in words, for the refusal
   * @param cooldownAfter for how many milliseconds after a failure the turn is still its business's, though nothing runs
   */
  constructor({
    permits,
    perBusiness,
    perClient = Infinity,
    name,
    cooldownAfter = () => 0,
  }: {
    permits: number
    perBusiness: number
    perClient?: number
    name: string
    cooldownAfter?: (error: unknown) => number
  }) {
    this.#cooldownAfter = cooldownAfter
    this.#permits = permits
    this.#perBusiness = perBusiness
    this.#perClient = perClient
    this.#name = name
  }

  /**
   * Runs `work` as soon as its business has a turn; nothing is held while it waits.
   * @throws ServiceUnavailable if that takes longer than `maxWaitMs`
   */
  async run<Result>(requester: Requester, maxWaitMs: number, work: () => Promise<Result>): Promise<Result> {
    await this.#turnOf(requester, maxWaitMs)
    let restMs = 0
    try {
      return await work()
    } catch (error) {
      restMs = this.#cooldownAfter(error)
      throw error
    } finally {
      this.#runningInAll -= 1
      if (restMs > 0) setTimeout(() => this.#giveBack(requester), restMs).unref()
      else this.#giveBack(requester)
      this.#startNext()
    }
  }

  /**
   * The same for work that ends elsewhere: whoever takes the turn gives it back by calling what this answers, once.
   * @throws ServiceUnavailable if that takes longer than `maxWaitMs`
   */
  async acquire(requester: Requester, maxWaitMs: number): Promise<() => void> {
    await this.#turnOf(requester, maxWaitMs)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#runningInAll -= 1
      this.#giveBack(requester)
    }
  }

  #turnOf(requester: Requester, maxWaitMs: number): Promise<void> {
    if (this.#hasRoom(requester)) {
      this.#take(requester)
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer)
          this.#take(requester)
          resolve()
        },
      }
      const timer = setTimeout(
        () => {
          this.#leave(requester, waiting)
          reject(busy(`Too many ${this.#name} run already.`))
        },
        Math.max(maxWaitMs, 0),
      )
      const ofClient = this.#waiting.get(requester.clientId) ?? new Map<string, Waiting[]>()
      ofClient.set(requester.businessId, [...(ofClient.get(requester.businessId) ?? []), waiting])
      this.#waiting.set(requester.clientId, ofClient)
    })
  }

  #hasRoom({ clientId, businessId }: Requester): boolean {
    return (
      this.#runningInAll < this.#permits &&
      (this.#held.get(businessId) ?? 0) < this.#perBusiness &&
      (this.#heldByClient.get(clientId) ?? 0) < this.#perClient
    )
  }

  #take({ clientId, businessId }: Requester): void {
    this.#runningInAll += 1
    add(this.#held, businessId, 1)
    add(this.#heldByClient, clientId, 1)
  }

  #giveBack({ clientId, businessId }: Requester): void {
    add(this.#held, businessId, -1)
    add(this.#heldByClient, clientId, -1)
    this.#startNext()
  }

  #leave({ clientId, businessId }: Requester, gone: Waiting): void {
    const ofClient = this.#waiting.get(clientId)
    const others = (ofClient?.get(businessId) ?? []).filter((waiting) => waiting !== gone)
    if (others.length > 0) ofClient?.set(businessId, others)
    else ofClient?.delete(businessId)
    if (ofClient?.size === 0) this.#waiting.delete(clientId)
  }

  #startNext(): void {
    for (const [clientId, ofClient] of this.#waiting)
      for (const [businessId, [first, ...others]] of ofClient) {
        if (!first || !this.#hasRoom({ clientId, businessId })) continue
        // Taken out and put back: business and client go to the end.
        ofClient.delete(businessId)
        if (others.length > 0) ofClient.set(businessId, others)
        this.#waiting.delete(clientId)
        if (ofClient.size > 0) this.#waiting.set(clientId, ofClient)
        first.start()
        return
      }
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count <= 0) counts.delete(key)
  else counts.set(key, count)
}
