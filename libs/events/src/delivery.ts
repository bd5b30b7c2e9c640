import { DomainError, type ErrorEnum } from '@pacioli/errors'
import type { JsMsg } from 'nats'
import { NO_BUSINESS } from '@pacioli/db/no-business'
import { readEvent, type CloudEvent } from './cloud-event.ts'
import { BrokerUnavailable, type Log } from './connect.ts'
import type { PoisonEvent } from './parked-event.store.ts'
import { tracedIntake } from './tracing.ts'

/** An event as it was delivered. */
export type Delivery = {
  businessId: string
  subject: string
  event: CloudEvent
}

export type Consumption = {
  /**
   * Takes in events of one business, in one transaction. They may come again and in any order, so it takes only what
   * is newer than what it has. Acknowledged when it returns.
   */
  handle: (businessId: string, deliveries: readonly Delivery[]) => Promise<void>
  /** The kinds of aggregates that it takes in; all if none is named. Events of others are acknowledged unread. */
  aggregates?: readonly string[]
  /**
   * Whether what all businesses need answers, such as the database; rejects if not. Then everything waits. If it does
   * answer, what fails is one business's own trouble, and only its events wait.
   */
  ping: () => Promise<unknown>
  /** Sets aside an event that `handle` has refused `maxAttempts` times; see `parkEvent`. */
  park: (poison: PoisonEvent) => Promise<void>
  /** How often an event is tried before it is set aside. */
  maxAttempts?: number
  /** After how many deliveries an event is tried apart from the others of its business, and how often from then on. */
  patience?: { deliveries: number; retryMs: number }
  onHandled?: (count: number) => void
}

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5_000
const MAX_HOLD_MS = 5_000
/** Twenty deliveries take a minute or two: waiting time doubles up to some seconds. */
const PATIENCE = { deliveries: 20, retryMs: 15_000 }

const passing: readonly ErrorEnum[] = ['ServiceUnavailable', 'OutcomeUnknown', 'DeadlineExceeded', 'VersionConflict']

/** Whether trying the same again later may work: something we need is away, rather than the event being wrong. */
export const isPassing = (error: unknown): boolean =>
  error instanceof BrokerUnavailable || (error instanceof DomainError && passing.includes(error.errorEnum))

type Pending = { message: JsMsg; delivery: Delivery }

/** Events of a business that something which is away keeps from being taken in. */
type Waiting = { businessId: string; pending: readonly Pending[]; error: unknown }

/** A business whose events wait: nobody tries them before `until` (of `performance.now()`). */
type Hold = { until: number; failures: number }

/**
 * Decides what becomes of delivered messages: taken in, tried again, or set aside. A business in trouble is held: its
 * events go back to the server with a delay, untried, so that the others do not wait for it.
 */
export class DeliveryHandler {
  readonly #options: Consumption
  readonly #log: Log
  readonly #consumer: string
  readonly #maxAttempts: number
  readonly #patience: { deliveries: number; retryMs: number }
  readonly #held = new Map<string, Hold>()
  #outages = 0

  constructor(options: Consumption, log: Log, consumer: string) {
    this.#options = options
    this.#log = log
    this.#consumer = consumer
    this.#maxAttempts = options.maxAttempts ?? 5
    this.#patience = options.patience ?? PATIENCE
  }

  /** Each message ends acknowledged or ordered again. `pauseMs`: how long to wait before taking more. */
  async handle(messages: readonly JsMsg[]): Promise<{ pauseMs: number }> {
    const waiting: Waiting[] = []
    for (const [businessId, pending] of await this.#byBusiness(messages)) {
      if (this.#sendBackIfHeld(businessId, pending)) continue
      const failed = await this.#takeIn(businessId, pending)
      if (failed) waiting.push(failed)
      else this.#held.delete(businessId)
    }
    if (waiting.length > 0 && !(await this.#answers())) return { pauseMs: this.#waitForAll(waiting) }
    this.#outages = 0
    for (const one of waiting) this.#hold(one)
    return { pauseMs: 0 }
  }

  async #byBusiness(messages: readonly JsMsg[]): Promise<Map<string, Pending[]>> {
    const businesses = new Map<string, Pending[]>()
    for (const message of messages) {
      if (this.#passesBy(message)) continue
      const delivery = deliveryOf(message.subject, message.data)
      if (delivery instanceof Error) {
        await this.#park(message, businessOf(message.subject) ?? NO_BUSINESS, delivery)
        continue
      }
      const others = businesses.get(delivery.businessId)
      if (others) others.push({ message, delivery })
      else businesses.set(delivery.businessId, [{ message, delivery }])
    }
    return businesses
  }

  #passesBy(message: JsMsg): boolean {
    const { aggregates, onHandled } = this.#options
    if (!aggregates || aggregates.includes(message.subject.split('.')[2] ?? '')) return false
    message.ack()
    onHandled?.(1)
    return true
  }

  async #answers(): Promise<boolean> {
    try {
      await this.#options.ping()
      return true
    } catch {
      return false
    }
  }

  #waitForAll(waiting: readonly Waiting[]): number {
    if (this.#outages === 0)
      this.#log.warn(
        { err: waiting[0]?.error, consumer: this.#consumer },
        'Events cannot be taken in now; trying again until they can',
      )
    const pauseMs = retryAfter(++this.#outages)
    for (const { pending } of waiting) sendBack(pending, pauseMs)
    return pauseMs
  }

  #hold({ businessId, pending, error }: Waiting): void {
    const failures = (this.#held.get(businessId)?.failures ?? 0) + 1
    const delayMs = retryAfter(failures, MAX_HOLD_MS)
    this.#held.set(businessId, { until: performance.now() + delayMs, failures })
    sendBack(pending, delayMs)
    if (failures === 1)
      this.#log.warn(
        { err: error, consumer: this.#consumer, business_id: businessId },
        'Events of a business cannot be taken in now; trying again until they can',
      )
  }

  #sendBackIfHeld(businessId: string, pending: readonly Pending[]): boolean {
    const leftMs = (this.#held.get(businessId)?.until ?? 0) - performance.now()
    if (leftMs <= 0) return false
    sendBack(pending, Math.ceil(leftMs))
    return true
  }

  /** Takes in events of a business; what is left has to wait, because something is away. */
  async #takeIn(businessId: string, pending: readonly Pending[]): Promise<Waiting | undefined> {
    const failure = await this.#try(businessId, pending)
    if (!failure) return undefined
    if (isPassing(failure.error)) return this.#setStuckApart({ businessId, pending, error: failure.error })
    // One of them is wrong: alone, each shows whether it is the one.
    if (pending.length > 1) return this.#takeInOneByOne(businessId, pending)
    for (const { message } of pending) await this.#refuse(message, businessId, failure.error)
    return undefined
  }

  async #takeInOneByOne(businessId: string, pending: readonly Pending[]): Promise<Waiting | undefined> {
    for (const [index, one] of pending.entries()) {
      const failure = await this.#try(businessId, [one])
      if (!failure) continue
      if (isPassing(failure.error)) return { businessId, pending: pending.slice(index), error: failure.error }
      await this.#refuse(one.message, businessId, failure.error)
    }
    return undefined
  }

  /** An event that had to wait for very long may be what the others wait for: they go on without it. */
  async #setStuckApart(waiting: Waiting): Promise<Waiting | undefined> {
    const { businessId, pending } = waiting
    const isStuck = ({ message }: Pending): boolean => message.info.redeliveryCount > this.#patience.deliveries
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

  /** Undefined once they are taken in and acknowledged. */
  async #try(businessId: string, pending: readonly Pending[]): Promise<{ error: unknown } | undefined> {
    try {
      const messages = pending.map(({ message }) => message)
      await tracedIntake(this.#consumer, businessId, messages, () =>
        this.#options.handle(
          businessId,
          pending.map(({ delivery }) => delivery),
        ),
      )
    } catch (error) {
      return { error }
    }
    for (const { message } of pending) message.ack()
    this.#options.onHandled?.(pending.length)
    return undefined
  }

  async #refuse(message: JsMsg, businessId: string, error: unknown): Promise<void> {
    const attempts = message.info.redeliveryCount
    if (attempts >= this.#maxAttempts) return this.#park(message, businessId, error)
    this.#log.warn(
      { err: error, consumer: this.#consumer, subject: message.subject, attempts },
      'An event was refused; trying again',
    )
    message.nak(retryAfter(attempts))
  }

  async #park(message: JsMsg, businessId: string, error: unknown): Promise<void> {
    const event = message.string()
    const eventId = readEvent(event)?.id ?? `${message.info.stream}-${message.seq}`
    try {
      await this.#options.park({ businessId, eventId, subject: message.subject, event, error: reasonOf(error) })
      message.ack()
      this.#log.error(
        { err: error, consumer: this.#consumer, subject: message.subject, event_id: eventId },
        'An event was set aside',
      )
    } catch (parkError) {
      this.#log.error({ err: parkError, consumer: this.#consumer }, 'An event could not be set aside; trying again')
      message.nak(MAX_RETRY_MS)
    }
  }
}

/** Why an event was refused, in one line for operators. */
export const reasonOf = (error: unknown): string =>
  error instanceof DomainError ? `${error.errorEnum}: ${error.message}` : String(error)

const sendBack = (pending: readonly Pending[], delayMs: number): void => {
  for (const { message } of pending) message.nak(delayMs)
}

/** Doubles with each attempt; the first is 1, as JetStream counts them. */
const retryAfter = (attempts: number, atMost = MAX_RETRY_MS): number =>
  Math.min(FIRST_RETRY_MS * 2 ** (Math.max(attempts, 1) - 1), atMost)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `pacioli.<business_id>.<aggregate>.<event>` */
const businessOf = (subject: string): string | undefined => {
  const named = (subject.split('.')[1] ?? '').toLowerCase()
  return uuid.test(named) ? named : undefined
}

/** What a message says, or what is wrong with it. */
export function deliveryOf(subject: string, body: Uint8Array | string): Delivery | Error {
  const businessId = businessOf(subject)
  if (businessId === undefined)
    return new Error(`The subject names no business: expected pacioli.<uuid>.<aggregate>.<event>, got ${subject}`)
  const event = readEvent(body)
  return event ? { businessId, subject, event } : new Error('The message is no CloudEvent')
}
