import { DomainError, refused, type ErrorEnum } from '@pacioli/errors'
import type { JsMsg } from 'nats'
import { readEvent } from './cloud-event.ts'
import { BrokerUnavailable, type Log } from './connect.ts'
import { LOCK_TIMEOUTS_MS } from './in-parts.ts'
import type { PoisonEvent } from './parked-event.store.ts'
import { deliveryOf, placeOf, sendBack, settle, type Delivery, type Pending } from './pending.ts'
import { tracedIntake, type Origin } from './tracing.ts'

export type Consumption = {
  /**
   * Applies events of one business, in one transaction. They may be repeated and come in any order, so it applies only
   * what is newer than what it has. Acknowledged when it returns. Called for several businesses at a time; for each
   * business by one replica, one call at a time, in stream order unless something had to be delivered again. Its
   * statements wait for a lock for `lockTimeoutMs` at most, or as long as it takes where there is none; an event that met
   * a lock is tried again later, however often.
   */
  handle: (businessId: string, deliveries: readonly Delivery[], lockTimeoutMs?: number) => Promise<void>
  /**
   * The same for several businesses, in one transaction. Returns those that are not done, each with what `handle` would
   * throw for it, or with `NotTogether`: their events come again. Those of the others are acknowledged. If it throws,
   * nothing is applied, and it is called again for fewer businesses. A business that cannot be taken in with others comes
   * alone, to `handle`, and so do the events of a client as a whole.
   */
  handleMany?: (
    batch: ReadonlyMap<string, readonly Delivery[]>,
    lockTimeoutMs: number,
  ) => Promise<ReadonlyMap<string, unknown>>
  /** The kinds of aggregates to apply; all by default. Events of others are acknowledged unread. */
  aggregates?: readonly string[]
  /**
   * Whether an event of such a kind has anything to apply, by its unread bytes: for kinds with many events of which few
   * are applied. All have by default.
   */
  concerns?: (aggregate: string, body: Uint8Array) => boolean
  /**
   * Whether the dependencies of all businesses answer, such as the database; rejects if not. Then everything waits. If
   * they do answer, a failure is one business's own, and only its events wait.
   */
  ping: () => Promise<unknown>
  /** Parks an event that `handle` has refused `maxAttempts` times; see `parkEvent`. */
  park: (poison: PoisonEvent) => Promise<void>
  /** How often an event is tried before it is parked. */
  maxAttempts?: number
  /** After how many deliveries an event is tried apart from the others of its business, and how often from then on. */
  patience?: { deliveries: number; retryMs: number }
  onHandled?: (count: number) => void
  /** Businesses processed at a time, 4 by default. Each takes a connection of a pool that others may need, too. */
  atOnce?: number
  /**
   * How long, at most, events of a business with a long backlog are deferred in favour of others; then all wait.
   * Without a limit by default: it is for readers that give up on a missing event after a while.
   */
  mostPutOffMs?: number
}

/** Twenty deliveries take a minute or two: waiting time doubles up to some seconds. */
const PATIENCE = { deliveries: 20, retryMs: 15_000 }
/**
 * How long acknowledgements of events that are not applied wait for more. A reader gets every event, and most are of
 * kinds that it does not apply: a packet for each was almost as many as its flights to PostgreSQL (decision 0236).
 */
const PASS_BY_MS = 100
/** Refusals that are remembered; there are more only while everything is refused. */
const MOST_REFUSALS = 10_000

const passing: readonly ErrorEnum[] = ['ServiceUnavailable', 'OutcomeUnknown', 'DeadlineExceeded', 'VersionConflict']

/** Why a business is taken in alone: its events are not of a kind that `handleMany` applies. */
export class NotTogether extends Error {
  override readonly name = 'NotTogether'
}

/** Whether a retry may succeed later: a dependency is unavailable, rather than the event wrong. */
export const isPassing = (error: unknown): boolean =>
  error instanceof BrokerUnavailable || (error instanceof DomainError && passing.includes(error.errorEnum))

/** A statement waited for a lock for as long as it may. Told without `@pacioli/db`: the gateway loads no database driver. */
const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

const held = (cause: unknown): DomainError =>
  refused('ServiceUnavailable', 'Rows of the business are locked for longer than its events may wait.', {}, { cause })

type Readable = Pending & { delivery: Delivery }

const isReadable = (pending: Pending): pending is Readable => !(pending.delivery instanceof Error)

/** Events of a business that cannot be applied while a dependency is unavailable. */
export type Waiting = { pending: readonly Pending[]; error: unknown }

/** Applies delivered events, and decides what happens to refused ones. */
export class DeliveryHandler {
  readonly #options: Consumption
  readonly #log: Log
  readonly #consumer: string
  readonly #maxAttempts: number
  readonly #patience: { deliveries: number; retryMs: number }
  /** How often each was refused here. The delivery count says less: most of those may have been waiting. */
  readonly #refusals = new Map<string, number>()
  /** Not to be applied, and not acknowledged yet. */
  readonly #passedBy: JsMsg[] = []
  #acknowledging: NodeJS.Timeout | undefined

  constructor(options: Consumption, log: Log, consumer: string) {
    this.#options = options
    this.#log = log
    this.#consumer = consumer
    this.#maxAttempts = options.maxAttempts ?? 5
    this.#patience = options.patience ?? PATIENCE
  }

  /** Whether events of several businesses can be applied together. */
  get takesMany(): boolean {
    return this.#options.handleMany !== undefined
  }

  /** The event in a message. */
  read(message: JsMsg): Pending {
    const delivery = deliveryOf(message.subject, message.data)
    return { message, delivery, isAlone: delivery instanceof Error || this.#refusals.has(placeOf(message)) }
  }

  /** Acknowledges an event that is not applied, soon; whether it was one. */
  passesBy(message: JsMsg): boolean {
    const { aggregates, concerns } = this.#options
    const aggregate = message.subject.split('.')[2] ?? ''
    const isApplied = (aggregates?.includes(aggregate) ?? true) && (concerns?.(aggregate, message.data) ?? true)
    if (isApplied) return false
    this.#passedBy.push(message)
    this.#acknowledging ??= setTimeout(() => this.acknowledgePassed(), PASS_BY_MS)
    return true
  }

  /** Acknowledges at once what was passed by: in one packet, as the client sends what is written in one turn. */
  acknowledgePassed(): void {
    clearTimeout(this.#acknowledging)
    this.#acknowledging = undefined
    const passed = this.#passedBy.splice(0)
    for (const message of passed) settle(() => message.ack())
    if (passed.length > 0) this.#options.onHandled?.(passed.length)
  }

  /**
   * Applies events of a business; returns those that have to wait. Each of the others ends acknowledged or scheduled
   * again.
   */
  async takeIn(businessId: string, pending: readonly Pending[]): Promise<Waiting | undefined> {
    const readable: Readable[] = []
    for (const one of pending) {
      const { message, delivery } = one
      if (delivery instanceof Error) await this.#park(message, businessId, delivery)
      else readable.push({ ...one, delivery })
    }
    return readable.length > 0 ? this.#takeIn(businessId, readable) : undefined
  }

  /**
   * Applies and acknowledges events of several businesses in one transaction. Returns the businesses that were left out,
   * with the reason: among them those with a message that is no event, which is parked alone. Throws where it applied
   * none.
   */
  async takeInMany(
    batch: ReadonlyMap<string, readonly Pending[]>,
    lockTimeoutMs: number,
  ): Promise<ReadonlyMap<string, unknown>> {
    const { handleMany } = this.#options
    if (!handleMany) throw new Error('This consumer takes in one business at a time.')
    const left = new Map<string, unknown>()
    const readable = new Map<string, readonly Readable[]>()
    for (const [businessId, pending] of batch)
      if (pending.every(isReadable)) readable.set(businessId, pending)
      else left.set(businessId, new NotTogether('A message of the business is no event.'))
    if (readable.size === 0) return left
    const all = [...readable.values()].flat()
    const [only, ...others] = readable.keys()
    const facts = {
      businessId: others.length === 0 ? only : undefined,
      ...originOfAll(all.map(({ delivery }) => delivery)),
    }
    const deliveries = new Map(
      [...readable].map(([businessId, own]) => [businessId, own.map(({ delivery }) => delivery)]),
    )
    const messages = all.map(({ message }) => message)
    const apply = (): Promise<ReadonlyMap<string, unknown>> => handleMany(deliveries, lockTimeoutMs)
    const leftOut = await tracedIntake(this.#consumer, facts, messages, apply)
    for (const [businessId, reason] of leftOut) left.set(businessId, reason)
    for (const [businessId, own] of readable) if (!left.has(businessId)) this.#applied(own)
    return left
  }

  #applied(pending: readonly Pending[]): void {
    for (const { message } of pending) settle(() => message.ack())
    this.#options.onHandled?.(pending.length)
  }

  async #takeIn(businessId: string, pending: readonly Readable[]): Promise<Waiting | undefined> {
    const failure = await this.#try(businessId, pending)
    if (!failure) return undefined
    if (isPassing(failure.error)) return this.#setStuckApart(businessId, { pending, error: failure.error })
    // One of them is wrong: tried alone, each shows whether it is the one.
    if (pending.length > 1) return this.#takeInOneByOne(businessId, pending)
    for (const { message } of pending) await this.#refuse(message, businessId, failure.error)
    return undefined
  }

  async #takeInOneByOne(businessId: string, pending: readonly Readable[]): Promise<Waiting | undefined> {
    for (const [index, one] of pending.entries()) {
      const failure = await this.#try(businessId, [one])
      if (!failure) continue
      if (isPassing(failure.error)) return { pending: pending.slice(index), error: failure.error }
      await this.#refuse(one.message, businessId, failure.error)
    }
    return undefined
  }

  /** An event that waited very long may be what the others wait for: they continue without it. */
  async #setStuckApart(
    businessId: string,
    waiting: { pending: readonly Readable[]; error: unknown },
  ): Promise<Waiting | undefined> {
    const { pending } = waiting
    const isStuck = ({ message }: Readable): boolean => message.info.redeliveryCount > this.#patience.deliveries
    const [stuck, others] = [pending.filter(isStuck), pending.filter((one) => !isStuck(one))]
    if (stuck.length === 0) return waiting
    const failed = others.length > 0 ? await this.#takeIn(businessId, others) : undefined
    if (failed) return { ...failed, pending: [...failed.pending, ...stuck] }
    const left = pending.length > 1 ? await this.#takeInOneByOne(businessId, stuck) : waiting
    if (!left) return undefined
    this.#log.warn(
      { err: left.error, consumer: this.#consumer, business_id: businessId, events: left.pending.length },
      'Events of a business still cannot be taken in; trying again from time to time',
    )
    // In another order each time, so that the one at fault does not stay the first.
    for (const one of left.pending) sendBack([one], Math.ceil(this.#patience.retryMs * (0.5 + Math.random() / 2)))
    return undefined
  }

  /** Undefined once they are applied and acknowledged. */
  async #try(businessId: string, pending: readonly Readable[]): Promise<{ error: unknown } | undefined> {
    try {
      const messages = pending.map(({ message }) => message)
      const deliveries = pending.map(({ delivery }) => delivery)
      await tracedIntake(this.#consumer, { businessId, ...originOfAll(deliveries) }, messages, () =>
        this.#options.handle(businessId, deliveries, LOCK_TIMEOUTS_MS.alone),
      )
    } catch (error) {
      return { error: isLockTimeout(error) ? held(error) : error }
    }
    this.#applied(pending)
    return undefined
  }

  async #refuse(message: JsMsg, businessId: string, error: unknown): Promise<void> {
    const place = placeOf(message)
    const attempts = (this.#refusals.get(place) ?? 0) + 1
    if (attempts >= this.#maxAttempts) {
      this.#refusals.delete(place)
      return this.#park(message, businessId, error)
    }
    if (this.#refusals.size >= MOST_REFUSALS) this.#refusals.clear()
    this.#refusals.set(place, attempts)
    this.#log.warn(
      { err: error, consumer: this.#consumer, subject: message.subject, attempts },
      'An event was refused; trying again',
    )
    settle(() => message.nak(retryAfter(attempts)))
  }

  async #park(message: JsMsg, businessId: string, error: unknown): Promise<void> {
    const event = message.string()
    const eventId = readEvent(event)?.id ?? `${message.info.stream}-${message.seq}`
    try {
      await this.#options.park({ businessId, eventId, subject: message.subject, event, error: reasonOf(error) })
      settle(() => message.ack())
      this.#log.error(
        { err: error, consumer: this.#consumer, subject: message.subject, event_id: eventId },
        'An event was set aside',
      )
    } catch (parkError) {
      this.#log.error({ err: parkError, consumer: this.#consumer }, 'An event could not be set aside; trying again')
      settle(() => message.nak(MAX_RETRY_MS))
    }
  }
}

/** What all of these come from; undefined where there are several requests, or none for some. */
function originOfAll(deliveries: readonly Delivery[]): Origin {
  const common = (attribute: 'requestid' | 'actor'): string | undefined => {
    const [first, ...others] = new Set(deliveries.map(({ event }) => event[attribute]))
    return others.length === 0 && typeof first === 'string' ? first : undefined
  }
  const requestId = common('requestid')
  return requestId === undefined ? {} : { requestId, actor: common('actor') }
}

/** Why an event was refused, in one line for operators. */
export const reasonOf = (error: unknown): string =>
  error instanceof DomainError ? `${error.errorEnum}: ${error.message}` : String(error)

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5_000

/** Doubles with each attempt, the first being 1, up to five seconds. */
export const retryAfter = (attempts: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** (Math.max(attempts, 1) - 1), MAX_RETRY_MS)
