import { LRUCache } from 'lru-cache'
import { grantFrom, type Grant } from './grant.ts'
import { newBucket, take, takeAll, type BucketRules, type BucketState } from './token-bucket.ts'

/** Beyond this number the least recently used bucket is dropped, and starts full again. */
const MAX_BUCKETS = 10_000

/** Buckets of this process: for strangers, and for clients while the shared ones cannot be reached. */
export class LocalBuckets {
  readonly #rules: BucketRules
  readonly #buckets = new LRUCache<string, BucketState>({ max: MAX_BUCKETS })

  constructor(rules: BucketRules) {
    this.#rules = rules
  }

  /**
   * All requested tokens, or none.
   * @param first level of a bucket not known yet; full by default
   */
  take(key: string, cost: number, now: number, first = this.#rules.capacity): Grant {
    const before =
      this.#buckets.get(key) ?? take(newBucket(this.#rules, now), this.#rules, this.#rules.capacity - first, now).state
    const { state, granted } = takeAll(before, this.#rules, cost, now)
    this.#buckets.set(key, state)
    return grantFrom(state, this.#rules, granted === cost, 0, cost)
  }

  /**  */
  clear(): void {
    this.#buckets.clear()
  }
}
