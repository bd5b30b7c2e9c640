import type { KeyValue } from '@pacioli/events'
import { grantFrom, type Grant } from './grant.ts'
import { newBucket, refilled, take, tokensIn, fullAt, type BucketRules, type BucketState } from './token-bucket.ts'

/** So many lost races in a row mean another failure. */
const MAX_ATTEMPTS = 20

type Waiting = { cost: number; resolve: (grant: Grant) => void; reject: (error: unknown) => void }
type Known = { state: BucketState; revision: number | undefined }

/** The tokens drawn, and which of the waiting requests they serve; the others are refused. */
type Draw = { granted: number; served: ReadonlySet<Waiting>; batch: readonly Waiting[] }

/** A grant to come, and how to cancel it. */
export type PendingGrant = { grant: Promise<Grant>; leave: () => void }

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * One bucket that all gateways draw from, kept under one key of the store. Requests of this gateway wait in a queue and
 * are served by one compare-and-set per batch, which leases a block of tokens: a busy client mostly costs no round
 * trip. A lease expires when the bucket would be full without it: in any span all gateways grant at most the capacity
 * plus the inflow.
 */
export class SharedBucket {
  readonly #store: KeyValue
  readonly #key: string
  readonly #rules: BucketRules
  readonly #block: number
  readonly #clock: () => number
  #known: Known | undefined
  /** The last known state, while that of the store is not known. */
  #last: BucketState | undefined
  #leased = 0
  #leasedUntil = 0
  #owed = 0
  #waiting: Waiting[] = []
  #running = false

  constructor(store: KeyValue, key: string, rules: BucketRules, block: number, clock: () => number = Date.now) {
    this.#store = store
    this.#key = key
    this.#rules = rules
    this.#block = block
    this.#clock = clock
  }

  /**
   * All of the tokens, or none: immediately where the known state decides it, else a promise, which rejects when the
   * store does not answer.
   */
  take(cost: number): Grant | PendingGrant {
    const now = this.#clock()
    if (this.#waiting.length === 0) {
      const grantFromLease = this.leased(cost)
      if (grantFromLease) return grantFromLease
      if (this.#known && this.#within(this.#known.state, now) < cost) return this.#refuse(cost, now)
    }
    const { promise, resolve, reject } = Promise.withResolvers<Grant>()
    const waiting = { cost, resolve, reject }
    this.#waiting.push(waiting)
    if (!this.#running) void this.#serve()
    return { grant: promise, leave: () => void (this.#waiting = this.#waiting.filter((one) => one !== waiting)) }
  }

  /** A grant from the lease, whether or not the store answers. */
  leased(cost: number): Grant | undefined {
    const now = this.#clock()
    return this.#leasedAt(now) >= cost ? this.#spend(cost, now) : undefined
  }

  /** Records tokens granted elsewhere: the lease pays for them, or the bucket with the next draw. */
  owe(cost: number): void {
    this.#owed += cost
    this.#payFromBlock()
  }

  #payFromBlock(): void {
    const paid = Math.min(this.#owed, this.#leasedAt(this.#clock()))
    if (paid === 0) return
    this.#leased -= paid
    this.#owed -= paid
  }

  /** The most tokens there can be, as far as this gateway knows. */
  atMost(): number {
    return tokensIn(this.#stateAt(this.#clock()))
  }

  async #serve(): Promise<void> {
    this.#running = true
    try {
      while (this.#waiting.length > 0) this.#settle(await this.#draw())
    } catch (error) {
      this.#last = this.#known?.state ?? this.#last
      this.#known = undefined
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    } finally {
      this.#running = false
    }
  }

  /** Requests that joined the queue meanwhile wait for the next draw; those that left are skipped. */
  #settle({ granted, served, batch }: Draw): void {
    const now = this.#clock()
    this.#leased = this.#leasedAt(now) + granted
    this.#leasedUntil = fullAt(this.#stateAt(now), this.#rules)
    const stillThere = new Set(this.#waiting)
    this.#waiting = this.#waiting.filter((one) => !batch.includes(one))
    for (const one of batch) {
      if (!stillThere.has(one)) continue
      one.resolve(served.has(one) ? this.#spend(one.cost, now) : this.#refuse(one.cost, now))
    }
    // From tokens drawn for requests that have left.
    this.#payFromBlock()
  }

  #leasedAt(now: number): number {
    return now < this.#leasedUntil ? this.#leased : 0
  }

  #spend(cost: number, now: number): Grant {
    this.#leased -= cost
    return grantFrom(this.#stateAt(now), this.#rules, true, this.#leased, cost)
  }

  #refuse(cost: number, now: number): Grant {
    return grantFrom(this.#stateAt(now), this.#rules, false, this.#leasedAt(now), cost)
  }

  /** Tokens of this state and of the lease. */
  #within(state: BucketState, now: number): number {
    return tokensIn(refilled(state, this.#rules, now)) + this.#leasedAt(now)
  }

  #stateAt(now: number): BucketState {
    const state = this.#known?.state ?? this.#last
    return state ? refilled(state, this.#rules, now) : newBucket(this.#rules, now)
  }

  /** Takes what the waiting requests need, in their order, and a block besides. */
  async #draw(): Promise<Draw> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const known = this.#known ?? (await this.#read())
      const now = this.#clock()
      const owed = take(known.state, this.#rules, this.#owed, now)
      const batch = [...this.#waiting]
      const { served, needed } = servedWith(batch, this.#within(owed.state, now))
      const toDraw = needed > this.#leasedAt(now) ? Math.max(needed - this.#leasedAt(now), this.#block) : 0
      const { state, granted } = take(owed.state, this.#rules, toDraw, now)
      if (granted + owed.granted === 0) {
        this.#known = { state, revision: known.revision }
        return { granted, served, batch }
      }
      this.#known = undefined
      this.#last = known.state
      const revision = await this.#write(state, known.revision)
      if (revision !== 'conflict') {
        this.#known = { state, revision }
        // A debt that exceeds the bucket is forgiven: the bucket is empty, and each gateway granted no more than its
        // share.
        this.#owed = 0
        return { granted, served, batch }
      }
    }
    throw new Error(`The bucket ${this.#key} was changed by others ${MAX_ATTEMPTS} times in a row`)
  }

  async #read(): Promise<Known> {
    const stored = await this.#store.get(this.#key)
    if (!stored) return { state: newBucket(this.#rules, this.#clock()), revision: undefined }
    return { state: JSON.parse(decoder.decode(stored.value)) as BucketState, revision: stored.revision }
  }

  #write(state: BucketState, revision: number | undefined): Promise<number | 'conflict'> {
    const value = encoder.encode(JSON.stringify(state))
    return revision === undefined
      ? this.#store.create(this.#key, value)
      : this.#store.update(this.#key, value, revision)
  }
}

/** The waiting requests that can have all of their tokens, first come, first served. */
function servedWith(batch: readonly Waiting[], tokens: number): { served: Set<Waiting>; needed: number } {
  const served = new Set<Waiting>()
  let needed = 0
  for (const one of batch) {
    if (needed + one.cost > tokens) continue
    served.add(one)
    needed += one.cost
  }
  return { served, needed }
}
