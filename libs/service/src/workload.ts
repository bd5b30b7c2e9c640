/** What a process takes on at once: so many bytes in all, and of what is much work a few at a time, client by client. */
import { ByteBudget } from './byte-budget.ts'
import { Turns } from './turns.ts'

/** Above this a request is much work: a few hundred journal entries, or lines of a document. */
const HEAVY_BYTES = 64 * 1024

/** Nobody waits longer for a place: whoever is refused comes again, and waits without holding anything. */
const PATIENCE_MS = 10_000

/** Heavy requests of one client at once: two would take turns on one processor, and keep two busy. */
const HEAVY_PER_CLIENT = 1

export type WorkloadOptions = {
  /** Bytes of requests and answers in work at once. */
  bytes: number
  /** Heavy requests at once, of all clients. */
  heavyAtOnce: number
  patienceMs?: number
}

/** Whose work it is, as far as that is known, and until when an answer is of use. */
export type WorkOf = { clientId?: string | undefined; businessId?: string | undefined; deadline?: Date | undefined }

export class Workload {
  readonly #budget: ByteBudget
  readonly #heavy: Turns
  readonly #patienceMs: number

  constructor({ bytes, heavyAtOnce, patienceMs = PATIENCE_MS }: WorkloadOptions) {
    this.#budget = new ByteBudget({ most: bytes })
    this.#heavy = new Turns({
      atOnce: heavyAtOnce,
      perClient: HEAVY_PER_CLIENT,
      perBusiness: HEAVY_PER_CLIENT,
      what: 'large requests',
    })
    this.#patienceMs = patienceMs
  }

  /** Bytes that are in work. */
  get bytes(): number {
    return this.#budget.held
  }

  /**
   * Begins work on a request of so many bytes, at once where it is little; what is much waits for a turn of its client.
   * It is over when what this answers is called.
   * @throws ServiceUnavailable where there is no room for the bytes, or no turn within ten seconds or half of its time
   */
  begin(work: WorkOf, bytes: number): (() => void) | Promise<() => void> {
    const { clientId = '', businessId = '' } = work
    const release = this.#budget.take(clientId, bytes)
    if (bytes <= HEAVY_BYTES) return release
    const asking = { clientId, businessId: `${clientId} ${businessId}` }
    return this.#heavy.take(asking, this.#patienceOf(work)).then(
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
  take({ clientId = '' }: WorkOf, bytes: number): () => void {
    return this.#budget.take(clientId, bytes)
  }

  /** Counts an answer that cannot be refused any more, for as long as it is in memory. */
  hold({ clientId = '' }: WorkOf, bytes: number): () => void {
    return this.#budget.hold(clientId, bytes)
  }

  #patienceOf({ deadline }: WorkOf): number {
    return deadline === undefined ? this.#patienceMs : Math.min(this.#patienceMs, (deadline.getTime() - Date.now()) / 2)
  }
}
