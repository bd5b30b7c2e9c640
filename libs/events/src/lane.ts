import { retryAfter, type Pending } from './delivery.ts'

/** Events that a business takes in in a millisecond, while nobody has measured it, and what is believed of a measurement. */
const PACE = { usual: 1, least: 0.2, most: 10 }
/** Fewer say nothing about the pace: most of their time is that of one transaction. */
const TELLING = 50
/** Sooner than that nothing is ordered again: it would only be sent back again. */
const SOONEST_MS = 100

/** What is in hand of one business, and how it fares. Times are of `performance.now()`. Pure. */
export class Lane {
  readonly businessId: string
  /** In hand and not in work. */
  readonly queue: Pending[] = []
  /** How many are in work. */
  inWork = 0
  #failures = 0
  #heldUntil = 0
  #pace = PACE.usual
  #lastReturn = 0

  constructor(businessId: string) {
    this.businessId = businessId
  }

  get size(): number {
    return this.queue.length + this.inWork
  }

  /** Whether it failed when it was last tried. */
  get isTroubled(): boolean {
    return this.#failures > 0
  }

  /** Nothing is known of it that a new one would not know. */
  isForgettable(now: number): boolean {
    return this.size === 0 && !this.isTroubled && this.putOffFor(now) === 0
  }

  /** The next ones, in the order of the stream: what was delivered again comes before what came after it. */
  next(most: number): Pending[] {
    return this.queue.sort((one, other) => one.message.seq - other.message.seq).splice(0, most)
  }

  /** That many were taken in, in so many milliseconds. */
  took(count: number, ms: number): void {
    this.#failures = 0
    this.#heldUntil = 0
    if (count < TELLING) return
    const measured = Math.min(Math.max(count / Math.max(ms, 1), PACE.least), PACE.most)
    this.#pace = (this.#pace + measured) / 2
  }

  /** It could not be taken in: nobody tries again for how many milliseconds. */
  hold(now: number): { delayMs: number; isFirst: boolean } {
    const delayMs = retryAfter(++this.#failures)
    this.#heldUntil = now + delayMs
    return { delayMs, isFirst: this.#failures === 1 }
  }

  /** For how long it is still held. */
  heldFor(now: number): number {
    return Math.max(this.#heldUntil - now, 0)
  }

  /**
   * When, from now, an event should come again for which there is no room now: each about when its turn is, and so after
   * all that were sent back before it.
   */
  appointment(now: number): number {
    const halfDone = now + Math.max(this.size / 2 / this.#pace, SOONEST_MS)
    this.#lastReturn = Math.max(this.#lastReturn + 1 / this.#pace, halfDone)
    return Math.ceil(this.#lastReturn - now)
  }

  /** Until the last of what was sent back comes again. What is new has to wait for that, or would overtake it. */
  putOffFor(now: number): number {
    return Math.max(this.#lastReturn - now, 0)
  }
}
