import { LRUCache } from 'lru-cache'
import { grantFrom, type Grant } from './grant.ts'
import { newBucket, take, takeAll, type BucketRules, type BucketState } from './token-bucket.ts'

/** More keys than this at once and the longest unused bucket starts full again. */
const MAX_BUCKETS = 10_000

/** Buckets of this process alone: for strangers, and for clients while the shared ones cannot be reached. */
export class LocalBuckets {
  readonly #rules: BucketRules
  readonly #buckets = new LRUCache<string, BucketState>({ max: MAX_BUCKETS })

  constructor(rules: BucketRules) {
    this.#rules = rules
  }

  /**
   * All that is asked for, or nothing.
   * @param first what a bucket that is not known yet holds; full unless given
   */
  take(key: string, cost: number, now: number, first = this.#rules.capacity): Grant {
    const before =
      this.#buckets.get(key) ?? take(newBucket(this.#rules, now), this.#rules, this.#rules.capacity - first, now).state
    const { state, granted } = takeAll(before, this.#rules, cost, now)
    this.#buckets.set(key, state)
    return grantFrom(state, this.#rules, granted === cost, 0, cost)
  }

  /** Forgets all buckets. */
  clear(): void {
    this.#buckets.clear()
  }
}
