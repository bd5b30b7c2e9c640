import type { KeyValue } from '@pacioli/events'
import { grantFrom, type Grant } from './grant.ts'
import { newBucket, refilled, take, whenFull, whenHolding, type BucketRules, type BucketState } from './token-bucket.ts'

/** So many lost races in a row mean that something else is wrong. */
const MAX_ATTEMPTS = 20

type Waiting = { resolve: (grant: Grant) => void; reject: (error: unknown) => void }
type Known = { state: BucketState; revision: number | undefined }

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * One bucket that all gateways draw from, kept under one key of the store. Requests of this gateway wait in one queue
 * and are served by one compare-and-set per batch; it takes a block of tokens at a time, so that a busy client mostly
 * costs no round trip at all. A block expires when the bucket would be full without it: what all gateways let pass in
 * any span is at most the capacity plus what flowed in.
 */
export class SharedBucket {
  readonly #store: KeyValue
  readonly #key: string
  readonly #rules: BucketRules
  readonly #block: number
  readonly #clock: () => number
  #known: Known | undefined
  #held = 0
  #heldUntil = 0
  #emptyUntil = 0
  #waiting: Waiting[] = []
  #running = false

  constructor(store: KeyValue, key: string, rules: BucketRules, block: number, clock: () => number = Date.now) {
    this.#store = store
    this.#key = key
    this.#rules = rules
    this.#block = block
    this.#clock = clock
  }

  /** At once where the block at hand decides it, else a promise, which rejects when the store does not answer. */
  take(): Grant | Promise<Grant> {
    const now = this.#clock()
    if (this.#waiting.length === 0) {
      if (this.#held > 0 && now < this.#heldUntil) return this.#spend(now)
      if (now < this.#emptyUntil) return this.#refuse(now)
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      if (!this.#running) void this.#serve()
    })
  }

  async #serve(): Promise<void> {
    this.#running = true
    try {
      while (this.#waiting.length > 0) {
        const wanted = Math.max(this.#waiting.length, this.#block)
        const granted = await this.#draw(wanted)
        this.#hand(granted, granted < wanted)
      }
    } catch (error) {
      this.#known = undefined
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    } finally {
      this.#running = false
    }
  }

  /** Serves the queue from what was drawn. Who joined it meanwhile waits for the next draw, unless there is none. */
  #hand(granted: number, isEmpty: boolean): void {
    const now = this.#clock()
    const state = this.#known?.state ?? newBucket(this.#rules, now)
    this.#held = granted
    this.#heldUntil = whenFull(state, this.#rules)
    for (const { resolve } of this.#waiting.splice(0, granted)) resolve(this.#spend(now))
    if (!isEmpty) return
    this.#emptyUntil = whenHolding(state, this.#rules, 1)
    for (const { resolve } of this.#waiting.splice(0)) resolve(this.#refuse(now))
  }

  #spend(now: number): Grant {
    this.#held -= 1
    return grantFrom(this.#stateAt(now), this.#rules, true, this.#held)
  }

  #refuse(now: number): Grant {
    return grantFrom(this.#stateAt(now), this.#rules, false)
  }

  #stateAt(now: number): BucketState {
    return this.#known ? refilled(this.#known.state, this.#rules, now) : newBucket(this.#rules, now)
  }

  /** Takes up to `wanted` tokens out of the stored bucket. */
  async #draw(wanted: number): Promise<number> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const known = this.#known ?? (await this.#read())
      const { state, granted } = take(known.state, this.#rules, wanted, this.#clock())
      this.#known = { state, revision: known.revision }
      if (granted === 0) return 0
      const revision = await this.#write(state, known.revision)
      if (revision !== 'conflict') {
        this.#known = { state, revision }
        return granted
      }
      this.#known = undefined
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
