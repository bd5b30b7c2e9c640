import type { KeyValue } from '@pacioli/events'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import { grantFrom, type Grant } from './grant.ts'
import { LocalBuckets } from './local-bucket.ts'
import { SharedBucket, type PendingGrant } from './shared-bucket.ts'
import { newBucket, partOf, type BucketRules } from './token-bucket.ts'

/** How long a request waits for the shared bucket by default. */
const MAX_WAIT_MS = 50

/** After a failure the local buckets decide for so long before the shared ones are tried again. */
const RETRY_AFTER_MS = 1_000

const MAX_BUCKETS = 10_000

export type LimiterOptions = {
  /** Part of the keys in the store: limits of one name share their buckets. */
  name: string
  rules: BucketRules
  /** Tokens leased from the shared bucket at a time; 1 where the count must be exact at every instant. */
  block: number
  /** Without a store every gateway counts for itself. */
  store?: KeyValue | undefined
  maxWaitMs?: number | undefined
  /** How many gateways share the store; one that counts for itself grants its part. 1 by default. */
  gateways?: number | undefined
  clock?: (() => number) | undefined
  /** Called once per outage, when the local buckets take over. */
  onFallback?: (error: unknown) => void
}

/**
 * One limit over all gateways. While the store is away or slow, each grants what it has leased, then its share of the
 * last known level and of what flows in: refusing every request would turn an outage of the counter into an outage of
 * the books, and a whole bucket for each would multiply the limit by the gateways. What was granted so is taken from
 * the shared bucket once that answers.
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
   * @param cost tokens, all or none; more than the capacity counts as the capacity
   * @param taken how many of them were taken before
   */
  take(key: string, cost = 1, taken = 0): Grant | Promise<Grant> {
    const tokens = Math.min(cost, this.#options.rules.capacity) - taken
    const { store } = this.#options
    if (!store) return this.#local.take(key, tokens, this.#clock())
    const bucket = this.#bucket(store, key)
    const alone = (): Grant => this.#grantLocally(bucket, key, cost, taken)
    if (this.#clock() < this.#localUntil) return bucket.leased(tokens) ?? alone()
    const pending = bucket.take(tokens)
    return 'grant' in pending ? this.#withinWait(pending, alone) : pending
  }

  /** A full bucket, for a caller whose bucket is not known yet. */
  untouched(): Grant {
    const { rules } = this.#options
    return grantFrom(newBucket(rules, this.#clock()), rules, true)
  }

  #bucket(store: KeyValue, key: string): SharedBucket {
    const known = this.#shared.get(key)
    if (known) return known
    const { name, rules, block } = this.#options
    // Hashed, because keys of the store allow few characters and callers may claim any.
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

  /** A cost capped at the capacity is capped at the share here, of which a part was taken before, too. */
  #grantLocally(bucket: SharedBucket, key: string, cost: number, taken: number): Grant {
    const limit = this.#options.rules.capacity
    const share = partOf(this.#options.rules, this.#gateways).capacity
    const known = Math.floor(bucket.atMost() / this.#gateways)
    const grant = this.#local.take(key, Math.max(Math.min(cost, share) - taken, 0), this.#clock(), known)
    if (grant.allowed) bucket.owe(Math.min(cost, limit) - taken)
    return { ...grant, limit }
  }
}

/** A tenth of a second's inflow, but never much of the capacity: a replica must not lease the whole bucket. */
export const blockOf = ({ perSecond, capacity }: BucketRules): number =>
  Math.max(1, Math.min(Math.ceil(perSecond / 10), Math.floor(capacity / 10)))
