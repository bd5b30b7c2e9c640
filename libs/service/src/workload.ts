/** What a process takes on at once: so many bytes in all, and of what is much work a few at a time, client by client. */
import { ByteBudget } from './byte-budget.ts'
import { FairSemaphore } from './semaphore.ts'

/** Above this a request is much work: a few hundred journal entries, or lines of a document. */
const HEAVY_BYTES = 64 * 1024

/** Nobody waits longer for a place: whoever is refused comes again, and waits without holding anything. */
const MAX_WAIT_MS = 10_000

/** Heavy requests of one client at once: two would take turns on one processor, and keep two busy. */
const HEAVY_PER_CLIENT = 1

export type WorkloadOptions = {
  /** Bytes of requests and answers in work at once. */
  bytes: number
  /** Heavy requests at once, of all clients. */
  heavyAtOnce: number
  maxWaitMs?: number
}

/** Whose work it is, as far as that is known, and until when an answer is of use. */
export type WorkOf = { clientId?: string | undefined; businessId?: string | undefined; deadline?: Date | undefined }

export class Workload {
  readonly #budget: ByteBudget
  readonly #heavy: FairSemaphore
  readonly #maxWaitMs: number

  constructor({ bytes, heavyAtOnce, maxWaitMs = MAX_WAIT_MS }: WorkloadOptions) {
    this.#budget = new ByteBudget({ limit: bytes })
    this.#heavy = new FairSemaphore({
      permits: heavyAtOnce,
      perClient: HEAVY_PER_CLIENT,
      perBusiness: HEAVY_PER_CLIENT,
      name: 'large requests',
    })
    this.#maxWaitMs = maxWaitMs
  }

  /** Bytes that are in work. */
  get bytes(): number {
    return this.#budget.used
  }

  /**
   * Begins work on a request of so many bytes, at once where it is little; what is much waits for a turn of its client.
   * It is over when what this answers is called.
   * @throws ServiceUnavailable where there is no room for the bytes, or no turn within ten seconds or half of its time
   */
  begin(work: WorkOf, bytes: number): (() => void) | Promise<() => void> {
    const { clientId = '', businessId = '' } = work
    const release = this.#budget.reserve(clientId, bytes)
    if (bytes <= HEAVY_BYTES) return release
    const requester = { clientId, businessId: `${clientId} ${businessId}` }
    return this.#heavy.acquire(requester, this.#maxWaitOf(work)).then(
      (leave) => () => {
        leave()
        release()
      },
      (refusal: unknown) => {
        release()
        throw refusal
      },
    )
  }

  /**
   * Takes room for an answer that can still be refused, for as long as it is in memory.
   * @throws ServiceUnavailable where there is none
   */
  reserve({ clientId = '' }: WorkOf, bytes: number): () => void {
    return this.#budget.reserve(clientId, bytes)
  }

  /** Counts an answer that cannot be refused any more, for as long as it is in memory. */
  charge({ clientId = '' }: WorkOf, bytes: number): () => void {
    return this.#budget.charge(clientId, bytes)
  }

  #maxWaitOf({ deadline }: WorkOf): number {
    return deadline === undefined ? this.#maxWaitMs : Math.min(this.#maxWaitMs, (deadline.getTime() - Date.now()) / 2)
  }
}
