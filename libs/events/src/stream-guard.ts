import type { Database } from '@pacioli/db'
import type { Broker, Log } from './connect.ts'
import { orderReplay, recallStream, rememberStream, replaySome } from './replay.store.ts'
import { ensureStream, STREAM, type StreamOptions } from './stream.ts'

const RECHECK_MS = 5_000
const REPLAY_BATCH = 2_000

/** Acknowledged sequence numbers that had been assigned before: the stream has lost its end. */
export class StreamWentBack extends Error {
  override readonly name = 'StreamWentBack'
}

export type GuardOptions = {
  db: Database
  broker: Broker
  log: Log
  stream?: StreamOptions | undefined
  /** How much of the past is published again after a loss, in days. */
  replayDays: number
}

/**
 * Notices when the stream was lost (it was created again, or ends earlier than it did) and orders the past to be
 * published again. To be called before publishing; it checks again after every reconnect, every failure and every five
 * seconds.
 */
export class StreamGuard {
  readonly #options: GuardOptions
  #checkedAt = -Infinity
  #checking: Promise<void> | undefined
  #wentBack = false
  #replaying = false
  /** The highest sequence number acknowledged to us; the next must be above it. */
  #lastSequence = 0
  #losses = 0

  constructor(options: GuardOptions) {
    this.#options = options
  }

  /** After this the stream may have changed. */
  doubt(error?: unknown): void {
    if (error instanceof StreamWentBack) this.#wentBack = true
    this.#checkedAt = -Infinity
  }

  /** Returns once the stream is known to exist and to hold what it held. */
  async assure(): Promise<void> {
    if (performance.now() - this.#checkedAt < RECHECK_MS) return
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined))
    await this.#checking
  }

  /** How often the stream was lost, as far as is known before a batch is published. */
  get losses(): number {
    return this.#losses
  }

  /** The position of the stream before a batch is published. */
  get lastSequence(): number {
    return this.#lastSequence
  }

  /** Records the acknowledgements of a batch that was published when the stream was at `before`. */
  acknowledged(sequences: readonly number[], before: number): void {
    for (const sequence of sequences) {
      if (sequence <= before) throw new StreamWentBack(`sequence ${sequence} was given out a second time`)
      this.#lastSequence = Math.max(this.#lastSequence, sequence)
    }
  }

  /** Marks the next batch of a replay, if one is going on; returns whether there is something new to publish. */
  async replay(): Promise<boolean> {
    if (!this.#replaying) return false
    const marked = await this.#options.db.transact({}, (tx) => replaySome(tx, STREAM, REPLAY_BATCH))
    if (marked === 'done') this.#replaying = false
    return marked !== 'done' && marked > 0
  }

  async #check(): Promise<void> {
    const { db, broker, log, stream, replayDays } = this.#options
    const startedAt = performance.now()
    // Memory first, then the stream: the other way round it would seem to lag behind what relays publish meanwhile.
    const known = await db.transact({}, (tx) => recallStream(tx, STREAM))
    const { created, state } = await ensureStream(broker, stream)
    const seen = { stream: STREAM, created, lastSequence: state.last_seq }
    if (!known) await db.transact({}, (tx) => rememberStream(tx, seen))
    else if (this.#wentBack || known.created !== created || known.lastSequence > seen.lastSequence) {
      log.warn({ known, seen, replayDays }, 'The event stream was lost; publishing the last days again')
      await db.transact({}, (tx) => orderReplay(tx, known, seen, replayDays))
      this.#lastSequence = 0
      this.#replaying = true
      // One of the relays, and not necessarily this one, has counted it.
      this.#losses = (await db.transact({}, (tx) => recallStream(tx, STREAM)))?.losses ?? 0
    } else {
      this.#losses = known.losses
      this.#replaying ||= known.replaying
    }
    this.#wentBack = false
    this.#checkedAt = startedAt
  }
}
