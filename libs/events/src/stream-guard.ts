import type { Database } from '@pacioli/db'
import type { Broker, Log } from './connect.ts'
import {
  noteSafe,
  orderRepeat,
  orderReplay,
  recallStream,
  rememberServers,
  rememberStream,
  replaySome,
  type Remembered,
  type StreamFacts,
} from './replay.store.ts'
import { ensureStream, findEventAt, serversOf, STREAM, type StreamOptions } from './stream.ts'

const RECHECK_MS = 5_000
/** Where several servers have the stream: an election, or a server that is away, is to be noticed. */
const RECHECK_SERVERS_MS = 2_000
const NOTE_MS = 20_000
/**
 * So long after the last minutes were published again, they are once more: until then the servers may go on changing, and a
 * consumer that is ahead of a stream that has lost its end skips what comes next.
 */
const AGAIN_MS = 15_000
/** Further trouble so shortly before that is left to it. */
const SOON_MS = 5_000
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
 * Notices when the stream was lost (it was created again, ends earlier than it did or has something else where our last
 * event was, and where several servers have it goes on saying so) and orders the past to be published again; and when
 * several servers have it that are not the same as before, or have failed meanwhile, and orders the last minutes to be
 * published again. To be called before publishing; it checks again after every reconnect, every failure and every few
 * seconds.
 */
export class StreamGuard {
  readonly #options: GuardOptions
  #checkedAt = -Infinity
  #checking: Promise<void> | undefined
  #wentBack = false
  /** Since when each answer has said that the stream has lost its end. */
  #endIsLostSince: number | undefined
  /** Something may have happened to the stream since what was last kept was looked for in it. */
  #isInDoubt = true
  /** Something failed that may have been a change of servers. */
  #isSuspect = false
  #recheckMs = RECHECK_MS
  /** When it last noted what is safe. */
  #notedAt = -Infinity
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
    this.#isInDoubt = true
    this.#checkedAt = -Infinity
  }

  /** Where several servers have the stream, this may have been the failure of one of them. */
  suspect(): void {
    this.#isSuspect = true
  }

  /** Returns once the stream is known to exist and to hold what it held. */
  async assure(): Promise<void> {
    if (performance.now() - this.#checkedAt < this.#recheckMs) return
    this.#checking ??= this.#check()
      .catch((error: unknown) => {
        this.suspect()
        throw error
      })
      .finally(() => (this.#checking = undefined))
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
    const { db, broker, stream } = this.#options
    const startedAt = performance.now()
    // Memory first, then the stream: the other way round it would seem to lag behind what relays publish meanwhile.
    const known = await db.transact({}, (tx) => recallStream(tx, STREAM))
    const info = await ensureStream(broker, stream)
    const seen = { stream: STREAM, created: info.created, lastSequence: info.state.last_seq, servers: serversOf(info) }
    const endIsLost = known?.created === seen.created && (await this.#isEndLost(known, seen, info.state.first_seq))
    this.#endIsLostSince = endIsLost ? (this.#endIsLostSince ?? startedAt) : undefined
    // What an acknowledgement says is beyond doubt: the majority has agreed to it.
    if (endIsLost && !this.#wentBack && seen.servers !== '') {
      if (startedAt - (this.#endIsLostSince ?? startedAt) < OUTDATED_LEADER_MS)
        throw new StreamInDoubt(`${seen.servers}: it ends at ${seen.lastSequence}, after ${known.lastSequence}`)
    }
    if (!known) await db.transact({}, (tx) => rememberStream(tx, seen))
    else if (this.#wentBack || known.created !== seen.created || endIsLost) await this.#orderReplay(known, seen)
    else await this.#followServers(known, seen.servers)
    this.#wentBack = false
    this.#isInDoubt = false
    this.#isSuspect = false
    this.#recheckMs = seen.servers === '' ? RECHECK_MS : RECHECK_SERVERS_MS
    this.#checkedAt = startedAt
  }

  /** Whether it ends earlier than it did, or has something else in the place of our last event. */
  async #isEndLost(known: Remembered, seen: StreamFacts, firstSequence: number): Promise<boolean> {
    if (known.lastSequence > seen.lastSequence) return true
    const { kept } = known
    // The last ones are always kept, except where all events are gone by their age.
    if (!kept || kept.sequence < firstSequence) return false
    if (!this.#isInDoubt && known.servers === seen.servers) return false
    return (await findEventAt(this.#options.broker, kept.sequence)) !== kept.id
  }

  async #orderReplay(known: Remembered, seen: StreamFacts): Promise<void> {
    const { db, log, replayDays } = this.#options
    log.warn({ known, seen, replayDays }, 'The event stream was lost; publishing the last days again')
    await db.transact({}, (tx) => orderReplay(tx, known, seen, replayDays))
    this.#lastSequence = 0
    await this.#beginReplay()
  }

  async #beginReplay(): Promise<void> {
    this.#replaying = true
    // One of the relays, and not necessarily this one, has counted it.
    this.#losses = (await this.#options.db.transact({}, (tx) => recallStream(tx, STREAM)))?.losses ?? 0
  }

  /** Orders the last minutes to be published again where its servers have changed, or may have, and a while later. */
  async #followServers(known: Remembered, servers: string): Promise<void> {
    const { db, log } = this.#options
    const { againInMs = Infinity } = known
    const isTrouble = known.servers !== servers || (this.#isSuspect && servers !== '')
    const isLeftToLater = againInMs > SOON_MS && againInMs < Infinity
    if (isTrouble ? !isLeftToLater : againInMs <= 0) {
      if (isTrouble)
        log.info(
          { before: known.servers, servers },
          'The servers of the stream may have changed; publishing the last minutes again',
        )
      await db.transact({}, (tx) => orderRepeat(tx, known, servers, isTrouble ? AGAIN_MS : undefined))
      return this.#beginReplay()
    }
    if (known.servers !== servers) await db.transact({}, (tx) => rememberServers(tx, known, servers))
    else if (performance.now() - this.#notedAt > NOTE_MS) {
      await db.transact({}, (tx) => noteSafe(tx, known))
      this.#notedAt = performance.now()
    }
    this.#losses = known.losses
    this.#replaying ||= known.replaying
  }
}
