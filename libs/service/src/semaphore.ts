/**
 * Bounds concurrent work under load: in total, per client and per business. Clients are served in rotation, and so are
 * the businesses of a client: many requests or businesses of one keep others waiting no longer than one piece of its
 * work.
 */
import { busy } from '@pacioli/errors'

/**  */
type Requester = { clientId: string; businessId: string }
type Waiting = { start: () => void }

export class FairSemaphore {
  readonly #permits: number
  readonly #perBusiness: number
  readonly #perClient: number
  readonly #name: string
  readonly #cooldownAfter: (error: unknown) => number
  /** Permits in use, by business. */
  readonly #usedByBusiness = new Map<string, number>()
  /** Permits in use, by client. */
  readonly #usedByClient = new Map<string, number>()
  /** Waiting requests by client and business; the first client is next, with its first business. */
  readonly #waiting = new Map<string, Map<string, Waiting[]>>()
  #running = 0

  /**
   * @param perClient unbounded by default: alone, a client may use all permits
   * @param name of the work, in the plural, for the refusal
   * @param cooldownAfter how many milliseconds after a failure the business keeps its permit, though nothing runs
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

  /** Runs `work` as soon as there is a permit for its business. */
  async run<Result>(requester: Requester, maxWaitMs: number, work: () => Promise<Result>): Promise<Result> {
    await this.#waitForPermit(requester, maxWaitMs)
    let cooldownMs = 0
    try {
      return await work()
    } catch (error) {
      cooldownMs = this.#cooldownAfter(error)
      throw error
    } finally {
      this.#running -= 1
      if (cooldownMs > 0) setTimeout(() => this.#release(requester), cooldownMs).unref()
      else this.#release(requester)
      this.#startNext()
    }
  }

  /**
   * The same for work that ends elsewhere: the caller has to call the returned function once to release the permit.
   * @throws ServiceUnavailable if that takes longer than `maxWaitMs`
   */
  async acquire(requester: Requester, maxWaitMs: number): Promise<() => void> {
    await this.#waitForPermit(requester, maxWaitMs)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#running -= 1
      this.#release(requester)
    }
  }

  #waitForPermit(requester: Requester, maxWaitMs: number): Promise<void> {
    if (this.#isAvailable(requester)) {
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

  #isAvailable({ clientId, businessId }: Requester): boolean {
    return (
      this.#running < this.#permits &&
      (this.#usedByBusiness.get(businessId) ?? 0) < this.#perBusiness &&
      (this.#usedByClient.get(clientId) ?? 0) < this.#perClient
    )
  }

  #take({ clientId, businessId }: Requester): void {
    this.#running += 1
    add(this.#usedByBusiness, businessId, 1)
    add(this.#usedByClient, clientId, 1)
  }

  #release({ clientId, businessId }: Requester): void {
    add(this.#usedByBusiness, businessId, -1)
    add(this.#usedByClient, clientId, -1)
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
        if (!first || !this.#isAvailable({ clientId, businessId })) continue
        // Removed and added again: business and client go to the end.
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
