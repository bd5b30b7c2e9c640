import { NO_BUSINESS } from '@pacioli/db/no-business'
import type { JsMsg } from 'nats'
import type { Log } from './connect.ts'
import { DeliveryHandler, isPassing, NotTogether, retryAfter, type Consumption, type Waiting } from './delivery.ts'
import { applyInParts } from './in-parts.ts'
import { Lane } from './lane.ts'
import { businessOf, placeOf, sendBack, settle, type Pending } from './pending.ts'
import { Turns, type Turn } from './turns.ts'
import { WakeUp } from './wake-up.ts'

/** How often the server is informed that slow work is still under way, well before it would deliver it again. */
const KEEP_MS = 1_500
const AT_ONCE = 4

type InFlight = { message: JsMsg; keptAt: number }

/**
 * Delivered and unfinished messages, by business. Several businesses are processed at a time, each one batch at a time,
 * in rotation: together where the consumer can do that, except those in trouble, and each by itself where it cannot. A
 * slow business fills its share of the capacity and no more: the rest goes back to the server, to be delivered when its
 * turn is likely. A business in trouble is paused: its events go back untried until the next attempt.
 */
export class Intake {
  readonly #options: Consumption
  readonly #log: Log
  readonly #consumer: string
  readonly #batchSize: number
  readonly #most: number
  readonly #handler: DeliveryHandler
  readonly #inFlight = new Map<string, InFlight>()
  readonly #lanes = new Map<string, Lane>()
  readonly #turns: Turns
  readonly #working = new Set<Promise<void>>()
  readonly #changed = new WakeUp()
  readonly #keeping: NodeJS.Timeout
  #gathering: { until: number; timer: NodeJS.Timeout } | undefined
  #outage: Promise<void> | undefined
  readonly #outageEnd = new WakeUp()
  #pinging: Promise<boolean> | undefined
  /** Until then so much was deferred that the others have to wait, too. */
  #crowdedUntil = 0
  #stopped = false

  constructor(options: Consumption, log: Log, consumer: string, batchSize: number) {
    this.#options = options
    this.#log = log
    this.#consumer = consumer
    this.#batchSize = batchSize
    // While a business has a batch in work, its next one can wait here.
    this.#most = 4 * batchSize
    this.#handler = new DeliveryHandler(options, log, consumer)
    const { takesMany } = this.#handler
    this.#turns = new Turns({ batchSize, atOnce: options.atOnce ?? AT_ONCE, takesMany })
    this.#keeping = setInterval(() => this.#keep(), KEEP_MS / 3)
  }

  /** For how many messages there is capacity, once there is some. */
  async capacity(): Promise<number> {
    const enough = Math.ceil(this.#most / 4)
    for (;;) {
      const free = this.#most - this.#inFlight.size
      const crowdedMs = this.#crowdedUntil - performance.now()
      if (this.#stopped || (free >= enough && crowdedMs <= 0 && !this.#outage)) return Math.min(free, this.#batchSize)
      await this.#changed.wait(crowdedMs > 0 ? crowdedMs : KEEP_MS)
    }
  }

  /** Accepts a message, unless it has to be delivered again later. */
  take(message: JsMsg): void {
    if (this.#stopped) return settle(() => message.nak())
    const place = placeOf(message)
    if (this.#inFlight.has(place) || this.#handler.passesBy(message)) return
    const pending = this.#handler.read(message)
    const lane = this.#laneOf(businessOf(message.subject) ?? NO_BUSINESS)
    const now = performance.now()
    const pausedMs = lane.pausedFor(now)
    if (pausedMs > 0) return sendBack([pending], Math.ceil(pausedMs))
    const isNew = message.info.redeliveryCount <= 1
    if (lane.size >= this.#most - this.#inFlight.size || (isNew && lane.deferredFor(now) > 0))
      return this.#defer(lane, pending, now)
    this.#inFlight.set(place, { message, keptAt: now })
    lane.put(pending, now)
    if (lane.inWork > 0) return
    const gathersFor = this.#turns.add(lane, now)
    // Whether all that waits is a whole batch shows when turns are given.
    this.#gatherUntil(this.#inFlight.size >= this.#batchSize ? now : now + gathersFor)
  }

  /** Schedules the next turns for this time, or earlier. */
  #gatherUntil(until: number): void {
    if (this.#gathering && this.#gathering.until <= until) return
    clearTimeout(this.#gathering?.timer)
    const act = (): void => {
      this.#gathering = undefined
      this.#giveTurns()
    }
    this.#gathering = { until, timer: setTimeout(act, Math.max(until - performance.now(), 0)) }
  }

  /** Finishes the work under way; the rest is delivered again at once, to other readers. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#gathering?.timer)
    this.#changed.wake()
    this.#outageEnd.wake()
    await Promise.all(this.#working)
    await this.#outage
    clearInterval(this.#keeping)
    this.#handler.acknowledgePassed()
    for (const { message } of this.#inFlight.values()) settle(() => message.nak())
    this.#inFlight.clear()
  }

  #laneOf(businessId: string): Lane {
    const known = this.#lanes.get(businessId)
    if (known) return known
    const lane = new Lane(businessId)
    this.#lanes.set(businessId, lane)
    return lane
  }

  #defer(lane: Lane, pending: Pending, now: number): void {
    const { mostPutOffMs = Infinity } = this.#options
    const delayMs = lane.redeliveryDelay(now)
    if (delayMs > mostPutOffMs) this.#crowdedUntil = Math.max(this.#crowdedUntil, now + delayMs - mostPutOffMs)
    sendBack([pending], delayMs)
  }

  #giveTurns(): void {
    while (!this.#stopped && !this.#outage) {
      const now = performance.now()
      const turn = this.#turns.next(now)
      if (!turn) {
        const gatherFor = this.#turns.gatherFor(now)
        if (gatherFor < Infinity) this.#gatherUntil(now + gatherFor)
        return
      }
      const work = (turn.isTogether ? this.#workTogether(turn) : this.#workAlone(turn)).finally(() => {
        this.#working.delete(work)
        this.#turns.ended(turn)
        this.#changed.wake()
        this.#giveTurns()
      })
      this.#working.add(work)
    }
  }

  /** Nothing of the lane is in work any more. */
  #free(lane: Lane): void {
    lane.inWork = 0
    if (lane.queue.length > 0) this.#turns.add(lane, performance.now())
  }

  async #workAlone({ batches }: Turn): Promise<void> {
    for (const [lane, batch] of batches) {
      const began = performance.now()
      const left = await this.#handler
        .takeIn(lane.businessId, batch)
        .catch((error: unknown) => ({ pending: batch, error }))
      const kept = new Set(left?.pending.map(({ message }) => placeOf(message)))
      this.#settled(batch.filter(({ message }) => !kept.has(placeOf(message))))
      if (!left) lane.took(batch.length, performance.now() - began)
      else if (await this.#answers()) this.#pause(lane, left)
      else this.#waitForAll([lane], left.error, () => left.pending)
      this.#free(lane)
    }
  }

  async #workTogether({ batches }: Turn): Promise<void> {
    const lanes = new Map([...batches.keys()].map((lane) => [lane.businessId, lane]))
    const lanesOf = (businessIds: readonly string[]): Lane[] => businessIds.flatMap((one) => lanes.get(one) ?? [])
    const pendingOf = (lane: Lane): readonly Pending[] => batches.get(lane) ?? []
    const { left, outage } = await applyInParts(
      [...lanes.keys()],
      (part, lockTimeoutMs) =>
        this.#takeInMany(new Map(lanesOf(part).map((lane) => [lane, pendingOf(lane)])), lockTimeoutMs),
      () => this.#answers(),
    )
    for (const [businessId, error] of left)
      for (const lane of lanesOf([businessId])) this.#setApart(lane, { pending: pendingOf(lane), error })
    const waiting = lanesOf(outage?.businessIds ?? [])
    if (outage) this.#waitForAll(waiting, outage.error, pendingOf)
    for (const lane of [...lanesOf([...left.keys()]), ...waiting]) this.#free(lane)
  }

  /** The businesses of a part go on at once, whatever becomes of other parts. Returns those that it left out. */
  async #takeInMany(
    part: ReadonlyMap<Lane, readonly Pending[]>,
    lockTimeoutMs: number,
  ): Promise<ReadonlyMap<string, unknown>> {
    const began = performance.now()
    const left = await this.#handler.takeInMany(
      new Map([...part].map(([{ businessId }, pending]) => [businessId, pending])),
      lockTimeoutMs,
    )
    for (const [lane, pending] of part) {
      if (left.has(lane.businessId)) continue
      this.#settled(pending)
      lane.took(pending.length, performance.now() - began)
      this.#free(lane)
    }
    this.#giveTurns()
    return left
  }

  /** It is tried alone: later, if it waits for something, or else at once. */
  #setApart(lane: Lane, left: Waiting): void {
    if (isPassing(left.error)) return this.#pause(lane, left)
    lane.setApart(left.error instanceof NotTogether ? 'left out' : 'failed')
    lane.putBack(left.pending)
  }

  #settled(pending: readonly Pending[]): void {
    for (const { message } of pending) this.#inFlight.delete(placeOf(message))
  }

  /** Runs once for all that need the result at the moment. */
  #answers(): Promise<boolean> {
    this.#pinging ??= this.#options
      .ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (this.#pinging = undefined))
    return this.#pinging
  }

  #pause(lane: Lane, { pending, error }: Waiting): void {
    const { delayMs, isFirst } = lane.pause(performance.now())
    const all = [...pending, ...lane.takeBack()]
    this.#settled(all)
    sendBack(all, delayMs)
    if (isFirst)
      this.#log.warn(
        { err: error, consumer: this.#consumer, business_id: lane.businessId },
        'Events of a business cannot be taken in now; trying again until they can',
      )
  }

  /** A dependency of all businesses is unavailable: everything stays here until it is back. */
  #waitForAll(lanes: readonly Lane[], error: unknown, pendingOf: (lane: Lane) => readonly Pending[]): void {
    for (const lane of lanes) lane.putBack(pendingOf(lane))
    if (this.#outage) return
    this.#log.warn(
      { err: error, consumer: this.#consumer },
      'Events cannot be taken in now; trying again until they can',
    )
    this.#outage = this.#waitOut().finally(() => {
      this.#outage = undefined
      this.#changed.wake()
      this.#giveTurns()
    })
  }

  async #waitOut(): Promise<void> {
    for (let tries = 1; !this.#stopped; tries++) {
      await this.#outageEnd.pause(retryAfter(tries), () => this.#stopped)
      if (this.#stopped || (await this.#answers())) return
    }
  }

  /** Reports to the server what is still held here, and drops businesses that need no state. */
  #keep(): void {
    const now = performance.now()
    for (const one of this.#inFlight.values()) {
      if (now - one.keptAt < KEEP_MS) continue
      one.keptAt = now
      settle(() => one.message.working())
    }
    for (const lane of this.#lanes.values()) if (lane.isForgettable(now)) this.#lanes.delete(lane.businessId)
  }
}
