import { LRUCache } from 'lru-cache'
import { grantFrom, type Grant } from './grant.ts'
import { newBucket, take, type BucketRules, type BucketState } from './token-bucket.ts'

/** More keys than this at once and the longest unused bucket starts full again. */
const MAX_BUCKETS = 10_000

/** Buckets of this process alone: for strangers, and for clients while the shared ones cannot be reached. */
export class LocalBuckets {
  readonly #rules: BucketRules
  readonly #buckets = new LRUCache<string, BucketState>({ max: MAX_BUCKETS })

  constructor(rules: BucketRules) {
    this.#rules = rules
  }

  take(key: string, now: number): Grant {
    const before = this.#buckets.get(key) ?? newBucket(this.#rules, now)
    const { state, granted } = take(before, this.#rules, 1, now)
    this.#buckets.set(key, state)
    return grantFrom(state, this.#rules, granted === 1)
  }
}
