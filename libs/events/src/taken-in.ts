import type { Broker } from './connect.ts'
import type { PublishedMark } from './outbox.store.ts'
import { hearPublished, type Owner } from './published.ts'
import { STREAM } from './stream.ts'

const LOOK_MS = 1_000
const TIMEOUT_MS = 1_000
/** The maximum of unreached marks; beyond it every other one is dropped: far behind, precision is not needed. */
const MOST_WAITING = 120

export type TakenInOptions = {
  broker: Broker
  /** The consumers it is about: the one furthest behind counts. */
  durables: readonly string[]
  /** The owners of all events that it applies. */
  owners: readonly Owner[]
  everyMs?: number
}

/**
 * The instant through which durable consumers, with all their replicas, have applied the commits of their owners: the
 * earliest over the owners. It derives from the relays' reports about their outboxes and from the acknowledgements the
 * server has seen, so it stands still whatever delays events, and is never later than the truth. One waiting event
 * delays it for all.
 */
export class TakenIn {
  readonly #options: TakenInOptions
  readonly #waiting = new Map<Owner, PublishedMark[]>()
  readonly #reached = new Map<Owner, Date>()
  readonly #forget: () => void
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> | undefined

  constructor(options: TakenInOptions) {
    this.#options = options
    this.#forget = hearPublished(options.broker, (owner, mark) => this.#heard(owner, mark))
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => (this.#looking = undefined))
    }, options.everyMs ?? LOOK_MS)
  }

  /** Null while it isn't known of all owners. */
  get through(): Date | null {
    const times = this.#options.owners.map((owner) => this.#reached.get(owner)?.getTime())
    const known = times.filter((time) => time !== undefined)
    return known.length === times.length ? new Date(Math.min(...known)) : null
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#forget()
    await this.#looking
  }

  #heard(owner: Owner, mark: PublishedMark): void {
    if (!this.#options.owners.includes(owner)) return
    const marks = this.#waiting.get(owner) ?? []
    marks.push(mark)
    this.#waiting.set(owner, marks.length > MOST_WAITING ? marks.filter((_, index) => index % 2 === 1) : marks)
  }

  /** The reached marks: everything up to their place in the stream is acknowledged. */
  async #look(): Promise<void> {
    const { broker, durables } = this.#options
    if (!broker.connected || [...this.#waiting.values()].every(({ length }) => length === 0)) return
    try {
      const manager = await broker.client.jetstreamManager({ timeout: TIMEOUT_MS, checkAPI: false })
      const { created } = await manager.streams.info(STREAM)
      const all = await Promise.all(durables.map((durable) => manager.consumers.info(STREAM, durable)))
      const floor = Math.min(...all.map(({ ack_floor }) => ack_floor.stream_seq))
      for (const [owner, marks] of this.#waiting) this.#reach(owner, marks, created, floor)
    } catch {
      // The next check shows it.
    }
  }

  #reach(owner: Owner, marks: readonly PublishedMark[], created: string, floor: number): void {
    // A lost stream reports nothing any more.
    const valid = marks.filter((mark) => mark.created === created)
    const reached = valid.filter(({ sequence }) => sequence <= floor)
    const newest = Math.max(...reached.map(({ through }) => through.getTime()))
    const known = this.#reached.get(owner)?.getTime() ?? -Infinity
    if (reached.length > 0) this.#reached.set(owner, new Date(Math.max(newest, known)))
    this.#waiting.set(
      owner,
      valid.filter(({ sequence }) => sequence > floor),
    )
  }
}
