import type { KeyValue } from '@pacioli/events'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import { grantFrom, type Grant } from './grant.ts'
import { LocalBuckets } from './local-bucket.ts'
import { SharedBucket, type PendingGrant } from './shared-bucket.ts'
import { newBucket, partOf, type BucketRules } from './token-bucket.ts'

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
  /** How many gateways share the store; alone, each gives its part. One unless given. */
  gateways?: number | undefined
  clock?: (() => number) | undefined
  /** Told once per outage, when the local buckets take over. */
  onFallback?: (error: unknown) => void
}

/**
 * One limit over all gateways. While the store is away or slow each gives what it has leased, then its share of what it
 * last knew to be there and of what flows in: refusing everybody would turn an outage of the counter into an outage of
 * the books, and a whole bucket for each would let pass as many times the limit as there are gateways. What was given so
 * is taken from the shared bucket once that answers.
 */
export class Limiter {
  readonly #options: LimiterOptions
  readonly #clock: () => number
  readonly #gateways: number
  readonly #local: LocalBuckets
  readonly #shared = new LRUCache<string, SharedBucket>({ max: MAX_BUCKETS })
  #localUntil = 0
  #isAway = false

  constructor(options: LimiterOptions) {
    this.#options = options
    this.#clock = options.clock ?? Date.now
    this.#gateways = options.store ? (options.gateways ?? 1) : 1
    this.#local = new LocalBuckets(partOf(options.rules, this.#gateways))
  }

  /**
   * @param cost tokens, all or none; more than the bucket ever holds counts as all that it holds
   * @param taken how many of them were taken before
   */
  take(key: string, cost = 1, taken = 0): Grant | Promise<Grant> {
    const tokens = Math.min(cost, this.#options.rules.capacity) - taken
    const { store } = this.#options
    if (!store) return this.#local.take(key, tokens, this.#clock())
    const bucket = this.#bucket(store, key)
    const alone = (): Grant => this.#grantLocally(bucket, key, cost, taken)
    if (this.#clock() < this.#localUntil) return bucket.leased(tokens) ?? alone()
    const asked = bucket.take(tokens)
    return 'grant' in asked ? this.#withinWait(asked, alone) : asked
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

  async #withinWait({ grant, leave }: PendingGrant, alone: () => Grant): Promise<Grant> {
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
      leave()
      grant.catch(() => undefined)
      if (!this.#isAway) {
        this.#options.onFallback?.(error)
        this.#local.clear()
      }
      this.#isAway = true
      this.#localUntil = this.#clock() + RETRY_AFTER_MS
      return alone()
    } finally {
      clearTimeout(timer)
    }
  }

  /** What counts as all that the whole bucket holds counts here as all of the share: of that, too, a part was taken before. */
  #grantLocally(bucket: SharedBucket, key: string, cost: number, taken: number): Grant {
    const limit = this.#options.rules.capacity
    const share = partOf(this.#options.rules, this.#gateways).capacity
    const known = Math.floor(bucket.atMost() / this.#gateways)
    const grant = this.#local.take(key, Math.max(Math.min(cost, share) - taken, 0), this.#clock(), known)
    if (grant.allowed) bucket.owe(Math.min(cost, limit) - taken)
    return { ...grant, limit }
  }
}

/** A tenth of a second's inflow, but never much of the capacity: a replica must not sit on the whole bucket. */
export const blockOf = ({ perSecond, capacity }: BucketRules): number =>
  Math.max(1, Math.min(Math.ceil(perSecond / 10), Math.floor(capacity / 10)))
