import type { KeyValue } from '@pacioli/events'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import { grantFrom, type Grant } from './grant.ts'
import { LocalBuckets } from './local-bucket.ts'
import { SharedBucket } from './shared-bucket.ts'
import { newBucket, type BucketRules } from './token-bucket.ts'

/** A request never waits longer than this for the shared bucket, unless told otherwise. */
const MAX_WAIT_MS = 50

/** After a failure the local buckets decide for so long, before the shared ones are asked again. */
const RETRY_AFTER_MS = 1_000

const MAX_BUCKETS = 10_000

export type LimiterOptions = {
  /** Part of the keys in the store: two limits with one name would share their buckets. */
  name: string
  rules: BucketRules
  /** Tokens taken out of the shared bucket at a time; 1 where the count must be exact at every instant. */
  block: number
  /** Without a store every gateway counts alone. */
  store?: KeyValue | undefined
  maxWaitMs?: number | undefined
  clock?: (() => number) | undefined
  /** Told once per outage, when the local buckets take over. */
  onFallback?: (error: unknown) => void
}

/**
 * One limit over all replicas. When the store is away or slow it fails open: a local bucket of the same size decides,
 * because refusing everybody would turn an outage of the counter into an outage of the books.
 */
export class Limiter {
  readonly #options: LimiterOptions
  readonly #clock: () => number
  readonly #local: LocalBuckets
  readonly #shared = new LRUCache<string, SharedBucket>({ max: MAX_BUCKETS })
  #localUntil = 0
  #isAway = false

  constructor(options: LimiterOptions) {
    this.#options = options
    this.#clock = options.clock ?? Date.now
    this.#local = new LocalBuckets(options.rules)
  }

  take(key: string): Grant | Promise<Grant> {
    const now = this.#clock()
    const { store } = this.#options
    if (!store || now < this.#localUntil) return this.#local.take(key, now)
    const grant = this.#bucket(store, key).take()
    return grant instanceof Promise ? this.#soon(grant, key) : grant
  }

  /** What to tell whom no bucket is known of: one that nobody has used. */
  untouched(): Grant {
    const { rules } = this.#options
    return grantFrom(newBucket(rules, this.#clock()), rules, true)
  }

  #bucket(store: KeyValue, key: string): SharedBucket {
    const known = this.#shared.get(key)
    if (known) return known
    const { name, rules, block } = this.#options
    // Hashed, because a key of the store takes few characters and a caller may claim any.
    const bucket = new SharedBucket(store, `${name}.${hash('sha256', key)}`, rules, block, this.#clock)
    this.#shared.set(key, bucket)
    return bucket
  }

  async #soon(grant: Promise<Grant>, key: string): Promise<Grant> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      const { maxWaitMs = MAX_WAIT_MS } = this.#options
      timer = setTimeout(() => reject(new Error(`no answer within ${maxWaitMs} ms`)), maxWaitMs)
    })
    try {
      const shared = await Promise.race([grant, late])
      this.#isAway = false
      return shared
    } catch (error) {
      const now = this.#clock()
      if (!this.#isAway) this.#options.onFallback?.(error)
      this.#isAway = true
      this.#localUntil = now + RETRY_AFTER_MS
      return this.#local.take(key, now)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A tenth of a second's inflow, but never much of the capacity: a replica must not sit on the whole bucket. */
export const blockOf = ({ perSecond, capacity }: BucketRules): number =>
  Math.max(1, Math.min(Math.ceil(perSecond / 10), Math.floor(capacity / 10)))
