import type { Database, Listener } from '@pacioli/db'
import type { PubAck } from 'nats'
import type { Broker, Log } from './connect.ts'
import { GATHER_MS, OUTBOX_CHANNEL } from './outbox.ts'
import {
  claimUnrecorded,
  claimWaiting,
  findFromBefore,
  markPublished,
  type ClaimedEvent,
  type Kept,
} from './outbox.store.ts'
import { publishAll } from './publish.ts'
import { isOfNoHistory, record, withPlace } from './recording.ts'
import { StreamGuard } from './stream-guard.ts'
import { STREAM, type StreamOptions } from './stream.ts'
import { tracedPublishing } from './tracing.ts'
import { WakeUp } from './wake-up.ts'

export type RelayOptions = {
  /** Connected as the relay's role. */
  db: Database
  /** Connected as the role of the service, of which the history is. */
  app: Database
  broker: Broker
  log: Log
  stream?: StreamOptions
  /** Events claimed and in flight at a time. */
  batchSize?: number
  /** How much of the past is published again when the stream is lost; older events were purged. */
  replayDays?: number
  /** The longest time between two polls. */
  pollMs?: number
  onPublished?: (count: number) => void
  /** There is more of the history of these businesses. */
  onRecorded?: (businessIds: Iterable<string>) => void
}

const POLL_MS = 1_000
/** Batches at a time while there is a backlog: one is published while the other is claimed or marked. */
const PARALLEL = 2
const PUBLISH_TIMEOUT_MS = 5_000
const MAX_PAUSE_MS = 5_000
/** No further turns of a batch begin after that: what it has locked waits for them. */
const MOST_TURNS_MS = 1_000

/**
 * Publishes what waits in the queue and the outbox of one server: at least once, an aggregate's events in version order. It looks for
 * what waits, never for positions above the last one seen, because positions commit out of order. Any number of relays may
 * run.
 */
export class QueueRelay {
  readonly #options: RelayOptions
  readonly #batchSize: number
  readonly #guard: StreamGuard
  readonly #wakeUp = new WakeUp()
  readonly #listener: Listener
  readonly #forgetBroker: () => void
  readonly #running: Promise<void>
  readonly #stopping = Promise.withResolvers<void>()
  #stopped = false
  #troubled = false

  constructor(options: RelayOptions) {
    this.#options = options
    this.#batchSize = options.batchSize ?? 500
    const { db, broker, log, stream, replayDays = 7 } = options
    this.#guard = new StreamGuard({ db, broker, log, stream, replayDays })
    this.#listener = db.listen(OUTBOX_CHANNEL, this.wake)
    let isFirst = true
    this.#forgetBroker = broker.onConnected(() => {
      this.#guard.doubt()
      if (!isFirst) this.#guard.suspect()
      isFirst = false
      this.wake()
    })
    this.#running = this.#run()
  }

  /** There may be something to publish. */
  readonly wake = (): void => this.#wakeUp.wake()

  /** Finishes the current batch and ends. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopping.resolve()
    this.#forgetBroker()
    this.wake()
    await Promise.all([this.#running, this.#listener.close()])
  }

  async #run(): Promise<void> {
    let pauseMs = 50
    while (!this.#stopped) {
      try {
        await Promise.race([this.#options.broker.whenConnected(), this.#stopping.promise])
        await this.#drain()
        this.#recovered()
        pauseMs = 50
        await this.#wakeUp.wait(this.#options.pollMs ?? POLL_MS)
      } catch (error) {
        this.#failed(error)
        await this.#wakeUp.pause(pauseMs, () => this.#stopped)
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
      }
    }
  }

  /** Publishes until nothing is left. */
  async #drain(): Promise<void> {
    let full = false
    while (!this.#stopped) {
      await this.#guard.assure()
      const replayed = !full && (await this.#guard.replay())
      const counts: number[] = await Promise.all(
        Array.from({ length: full ? PARALLEL : 1 }, () => this.#publishBatch(claimWaiting)),
      )
      if (counts.every((count) => count === 0) && !replayed) {
        if ((await this.#publishBatch(claimUnrecorded)) > 0) continue
        return
      }
      full = counts.some((count) => count === this.#batchSize)
      if (!full && !replayed) await this.#wakeUp.pause(GATHER_MS, () => this.#stopped)
    }
  }

  /**
   * One transaction: claim, publish, take out of the queue. A crash in between publishes again, which consumers don't mind. What is
   * published has been recorded, in a transaction of its own: its place never changes after anybody knows of it.
   */
  async #publishBatch(claim: typeof claimWaiting): Promise<number> {
    const { db, app, onPublished, onRecorded } = this.#options
    const { claimed, failure, sent } = await db.transact({}, async (tx) => {
      const { lastSequence, losses } = this.#guard
      const claimed = await claim(tx, this.#batchSize)
      if (claimed.length === 0) return { claimed: 0, sent: 0, failure: undefined }
      const before = await findFromBefore(tx, claimed)
      const isPlaceless = (one: ClaimedEvent): boolean => isOfNoHistory(one) || before.has(one.id)
      const { places, failure: unrecorded } = await record(
        app,
        claimed.filter((one) => !isPlaceless(one)),
      )
      onRecorded?.(new Set(claimed.flatMap(({ id, businessId }) => (places.has(id) ? businessId : []))))
      const recorded = claimed.flatMap((one) => {
        const place = places.get(one.id)
        if (place) return { ...one, event: withPlace(one.event, place) }
        return isPlaceless(one) ? one : []
      })
      const { published, acks, failure = unrecorded } = await this.#publish(recorded, losses)
      this.#guard.acknowledged(fresh(acks), lastSequence)
      if (published.length > 0) markPublished(tx, published, { stream: STREAM, losses }, lastOf(published, acks))
      return { claimed: claimed.length, sent: published.length, failure }
    })
    onPublished?.(sent)
    if (failure !== undefined && sent === 0) throw asError(failure)
    return claimed
  }

  /**
   * Publishes those of a turn at once, and those of the next turn when all of them are acknowledged: a later version never
   * comes before an earlier one. Returns what was acknowledged, and why the first of the others was not.
   */
  async #publish(
    claimed: readonly ClaimedEvent[],
    losses: number,
  ): Promise<{ published: ClaimedEvent[]; acks: PubAck[]; failure?: unknown }> {
    const published: ClaimedEvent[] = []
    const acks: PubAck[] = []
    const until = performance.now() + MOST_TURNS_MS
    for (const turn of inTurns(claimed)) {
      const answers = await tracedPublishing(turn, (carriers) =>
        publishAll(this.#options.broker.client, turn, { losses, timeoutMs: PUBLISH_TIMEOUT_MS }, carriers),
      )
      let failure: Error | undefined
      for (const [index, event] of turn.entries()) {
        const answer = answers[index]
        if (!answer) continue
        if (answer instanceof Error) failure ??= answer
        else {
          published.push(event)
          acks.push(answer)
        }
      }
      if (failure !== undefined) {
        this.#guard.suspect()
        return { published, acks, failure }
      }
      if (performance.now() > until) break
    }
    return { published, acks }
  }

  #failed(error: unknown): void {
    this.#guard.doubt(error)
    // One line per outage: the connection reports its own.
    if (!this.#troubled && this.#options.broker.connected)
      this.#options.log.error({ err: error }, 'Events cannot be published; trying again until they can')
    this.#troubled = true
  }

  #recovered(): void {
    if (this.#troubled) this.#options.log.info({}, 'Events are published again')
    this.#troubled = false
  }
}

/** A repeated event is acknowledged with the sequence number it had before. */
const fresh = (acks: readonly PubAck[]): number[] => acks.filter((ack) => !ack.duplicate).map((ack) => ack.seq)

/** Those of the first turn, of the second, and so on. */
const inTurns = (claimed: readonly ClaimedEvent[]): ClaimedEvent[][] =>
  [...Map.groupBy(claimed, ({ turn }) => turn)].sort(([one], [other]) => one - other).map(([, events]) => events)

/** The event that comes last in the stream, of those published with these acknowledgements. */
function lastOf(published: readonly ClaimedEvent[], acks: readonly PubAck[]): Kept {
  let last: Kept = { sequence: 0, id: '' }
  for (const [index, { id }] of published.entries()) {
    const sequence = acks[index]?.seq ?? 0
    if (sequence > last.sequence) last = { sequence, id }
  }
  return last
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))
