/** Bounds the work of a process: bytes in total, and large requests by number, fairly among clients. */
import { ByteBudget } from './byte-budget.ts'
import { FairSemaphore } from './semaphore.ts'

/** A request above this is large: a few hundred journal entries, or lines of a document. */
const HEAVY_BYTES = 64 * 1024

/** The longest wait for a permit: a refused caller retries, and uses nothing while it waits. */
const MAX_WAIT_MS = 10_000

/** Large requests of one client: two would share one processor, and occupy two permits. */
const HEAVY_PER_CLIENT = 1

export type WorkloadOptions = {
  /** Bytes of requests and answers in flight. */
  bytes: number
  /** Large requests in flight, of all clients. */
  heavyAtOnce: number
  maxWaitMs?: number
}

/** Whose work it is, if known, and until when an answer is of use. */
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

  /** Bytes in flight. */
  get bytes(): number {
    return this.#budget.used
  }

  /**
   * Begins work on a request of so many bytes, immediately if it is small; a large one waits for a permit of its
   * client. The caller has to call the returned function when the work is over.
   * @throws ServiceUnavailable where the bytes do not fit, or there is no permit within ten seconds or half of its time
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
   * Reserves bytes for an answer that can still be refused, while it is in memory.
   * @throws ServiceUnavailable where they do not fit
   */
  reserve({ clientId = '' }: WorkOf, bytes: number): () => void {
    return this.#budget.reserve(clientId, bytes)
  }

  /** Counts an answer that cannot be refused any more, while it is in memory. */
  charge({ clientId = '' }: WorkOf, bytes: number): () => void {
    return this.#budget.charge(clientId, bytes)
  }

  #maxWaitOf({ deadline }: WorkOf): number {
    return deadline === undefined ? this.#maxWaitMs : Math.min(this.#maxWaitMs, (deadline.getTime() - Date.now()) / 2)
  }
}
