import { NO_BUSINESS } from '@pacioli/db/no-business'
import { retryAfter } from './delivery.ts'
import { Gathering } from './gathering.ts'
import type { Pending } from './pending.ts'

/** Events that a business applies per millisecond before it was measured, and the bounds for a measurement. */
const PACE = { usual: 1, least: 0.2, most: 10 }
/** Fewer say nothing about the pace: most of their time is that of one transaction. */
const TELLING = 50
/** Nothing is scheduled sooner: it would only be sent back again. */
const SOONEST_MS = 100

const countAlone = (pending: readonly Pending[]): number => pending.filter(({ isAlone }) => isAlone).length

/** The events received for one business and not acknowledged, and its progress. Times are of `performance.now()`. Pure. */
export class Lane {
  readonly businessId: string
  /** Not in work yet. */
  readonly queue: Pending[] = []
  /** How many of the queue are not taken in with others. */
  #alone = 0
  /** How many are in work. */
  inWork = 0
  /** Why its events are not taken in with those of others until they were applied. */
  #setApart: 'failed' | 'left out' | undefined
  #failures = 0
  #pausedUntil = 0
  #pace = PACE.usual
  #lastReturn = 0
  /** When the queue last became non-empty. */
  #waitingSince = 0
  readonly #gathering = new Gathering()

  constructor(businessId: string) {
    this.businessId = businessId
  }

  get size(): number {
    return this.queue.length + this.inWork
  }

  /** Whether its last attempt failed. */
  get isTroubled(): boolean {
    return this.#failures > 0 || this.#setApart === 'failed'
  }

  /** Whether its events are not taken in with those of others: those of a client as a whole never are. */
  get isApart(): boolean {
    return this.#setApart !== undefined || this.#alone > 0 || this.isTroubled || this.businessId === NO_BUSINESS
  }

  /** Its events are taken in alone next: it failed with others, or they cannot be taken in with others. */
  setApart(why: 'failed' | 'left out'): void {
    this.#setApart = why
  }

  /** When the first event of its queue came. */
  get waitingSince(): number {
    return this.#waitingSince
  }

  /** Has no state that a new one would not have. */
  isForgettable(now: number): boolean {
    return this.size === 0 && !this.isTroubled && this.deferredFor(now) === 0 && !this.#gathering.isBusy(now)
  }

  put(pending: Pending, now: number): void {
    if (this.queue.length === 0) this.#waitingSince = now
    this.queue.push(pending)
    this.#alone += countAlone([pending])
  }

  /** Those that were in work are the next ones again. */
  putBack(pending: readonly Pending[]): void {
    this.queue.unshift(...pending)
    this.#alone += countAlone(pending)
  }

  /** How much longer the queue waits for more, unless it is a whole batch. */
  gathersFor(now: number, batchSize: number): number {
    return this.queue.length >= batchSize ? 0 : this.#gathering.left(this.#waitingSince, now)
  }

  /** The next ones, in stream order: redelivered ones come before later ones. */
  next(most: number, now: number): Pending[] {
    this.#gathering.began(now)
    this.queue.sort((one, other) => one.message.seq - other.message.seq)
    return this.#remove(most)
  }

  /** Empties the queue. */
  takeBack(): Pending[] {
    return this.#remove(this.queue.length)
  }

  #remove(most: number): Pending[] {
    const removed = this.queue.splice(0, most)
    this.#alone -= countAlone(removed)
    return removed
  }

  /** So many were applied, in so many milliseconds. */
  took(count: number, ms: number): void {
    this.#setApart = undefined
    this.#failures = 0
    this.#pausedUntil = 0
    if (count < TELLING) return
    const measured = Math.min(Math.max(count / Math.max(ms, 1), PACE.least), PACE.most)
    this.#pace = (this.#pace + measured) / 2
  }

  /** The attempt failed; returns for how many milliseconds there is no other. */
  pause(now: number): { delayMs: number; isFirst: boolean } {
    const delayMs = retryAfter(++this.#failures)
    this.#pausedUntil = now + delayMs
    return { delayMs, isFirst: this.#failures === 1 }
  }

  /** How much longer it is paused. */
  pausedFor(now: number): number {
    return Math.max(this.#pausedUntil - now, 0)
  }

  /**
   * The delay after which an event without capacity should be delivered again: about when its turn comes, and so after
   * all that were sent back before it.
   */
  redeliveryDelay(now: number): number {
    const halfDone = now + Math.max(this.size / 2 / this.#pace, SOONEST_MS)
    this.#lastReturn = Math.max(this.#lastReturn + 1 / this.#pace, halfDone)
    return Math.ceil(this.#lastReturn - now)
  }

  /** When the last returned event is delivered again. New ones have to wait for that, or would overtake it. */
  deferredFor(now: number): number {
    return Math.max(this.#lastReturn - now, 0)
  }
}
