import type { Database } from '@pacioli/db'
import type { Broker, Log } from './connect.ts'
import { orderReplay, recallStream, rememberStream, replaySome } from './replay.store.ts'
import { ensureStream, STREAM, type StreamOptions } from './stream.ts'

const RECHECK_MS = 5_000
/**
 * For so long a stream of several servers has to say that it ends earlier. A leader that was frozen, or cut off, goes on
 * answering with what it knows until it misses the others: ten seconds, and its own pauses.
 */
const OUTDATED_LEADER_MS = 20_000
const REPLAY_BATCH = 2_000

/** Acknowledged sequence numbers that had been assigned before: the stream has lost its end. */
export class StreamWentBack extends Error {
  override readonly name = 'StreamWentBack'
}

/** It says that it ends earlier than it did, which may be an outdated leader: nothing is published until that is known. */
export class StreamInDoubt extends Error {
  override readonly name = 'StreamInDoubt'
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
 * Notices when the stream was lost (it was created again, or ends earlier than it did, and where several servers have it
 * goes on saying so) and orders the past to be published again. To be called before publishing; it checks again after every reconnect, every failure and every five
 * seconds.
 */
export class StreamGuard {
  readonly #options: GuardOptions
  #checkedAt = -Infinity
  #checking: Promise<void> | undefined
  #wentBack = false
  /** Since when each answer has said that the stream ends earlier than it did. */
  #endsEarlierSince: number | undefined
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
    const { created, state, cluster } = await ensureStream(broker, stream)
    const seen = { stream: STREAM, created, lastSequence: state.last_seq }
    const endsEarlier = known !== undefined && known.created === created && known.lastSequence > seen.lastSequence
    this.#endsEarlierSince = endsEarlier ? (this.#endsEarlierSince ?? startedAt) : undefined
    // What an acknowledgement says is beyond doubt: the majority has agreed to it.
    if (endsEarlier && !this.#wentBack && cluster?.replicas?.length) {
      if (startedAt - (this.#endsEarlierSince ?? startedAt) < OUTDATED_LEADER_MS)
        throw new StreamInDoubt(`${cluster.leader} says it ends at ${seen.lastSequence}, after ${known.lastSequence}`)
    }
    if (!known) await db.transact({}, (tx) => rememberStream(tx, seen))
    else if (this.#wentBack || known.created !== created || endsEarlier) {
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
