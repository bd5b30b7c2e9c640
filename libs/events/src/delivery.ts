import type { Tx } from '@pacioli/db'
import { DomainError, type ErrorEnum } from '@pacioli/errors'
import type { JsMsg } from 'nats'
import { NO_BUSINESS, readEvent, type CloudEvent } from './cloud-event.ts'
import { BrokerUnavailable, type Log } from './connect.ts'

/** An event as it was delivered. */
export type Delivery = {
  businessId: string
  subject: string
  event: CloudEvent
}

/** One that cannot be taken in, whatever it is. */
export type PoisonEvent = { businessId: string; eventId: string; subject: string; event: string; error: string }

export type Consumption = {
  /**
   * Takes in events of one business, in one transaction. They may come again and in any order, so it takes only what
   * is newer than what it has. Acknowledged when it returns.
   */
  handle: (businessId: string, deliveries: readonly Delivery[]) => Promise<void>
  /** Sets aside an event that `handle` has refused `maxAttempts` times; see `parkEvent`. */
  park: (poison: PoisonEvent) => Promise<void>
  /** How often an event is tried before it is set aside. */
  maxAttempts?: number
  onHandled?: (count: number) => void
}

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5_000

const passing: readonly ErrorEnum[] = ['ServiceUnavailable', 'DeadlineExceeded', 'VersionConflict']

/** Whether trying the same again later may work: something we need is away, rather than the event being wrong. */
export const isPassing = (error: unknown): boolean =>
  error instanceof BrokerUnavailable || (error instanceof DomainError && passing.includes(error.errorEnum))

type Pending = { message: JsMsg; delivery: Delivery }

/** Decides what becomes of delivered messages: taken in, tried again, or set aside. */
export class DeliveryHandler {
  readonly #options: Consumption
  readonly #log: Log
  readonly #consumer: string
  readonly #maxAttempts: number
  #passingFailures = 0

  constructor(options: Consumption, log: Log, consumer: string) {
    this.#options = options
    this.#log = log
    this.#consumer = consumer
    this.#maxAttempts = options.maxAttempts ?? 5
  }

  /** Each message ends acknowledged or ordered again. `pauseMs`: how long to wait before taking more. */
  async handle(messages: readonly JsMsg[]): Promise<{ pauseMs: number }> {
    const businesses = new Map<string, Pending[]>()
    for (const message of messages) {
      const event = readEvent(message.data)
      const businessId = businessOf(message.subject)
      if (!event) {
        await this.#park(message, businessId, new Error('The message is no CloudEvent'))
        continue
      }
      const pending = { message, delivery: { businessId, subject: message.subject, event } }
      const others = businesses.get(businessId)
      if (others) others.push(pending)
      else businesses.set(businessId, [pending])
    }
    let failed = false
    for (const [businessId, pending] of businesses) if (!(await this.#takeIn(businessId, pending))) failed = true
    if (!failed) this.#passingFailures = 0
    return { pauseMs: failed ? retryAfter(++this.#passingFailures) : 0 }
  }

  /** False if it had to stop because something is away. */
  async #takeIn(businessId: string, pending: readonly Pending[]): Promise<boolean> {
    try {
      const deliveries = pending.map(({ delivery }) => delivery)
      await this.#options.handle(businessId, deliveries)
      for (const { message } of pending) message.ack()
      this.#options.onHandled?.(pending.length)
      return true
    } catch (error) {
      if (isPassing(error)) {
        if (this.#passingFailures === 0)
          this.#log.warn({ err: error, consumer: this.#consumer }, 'Events cannot be taken in now; trying again')
        for (const { message } of pending) message.nak(retryAfter(message.info.redeliveryCount))
        return false
      }
      // One of them is wrong: alone, each shows whether it is the one.
      if (pending.length > 1) {
        for (const one of pending) if (!(await this.#takeIn(businessId, [one]))) return false
        return true
      }
      for (const { message } of pending) await this.#refuse(message, businessId, error)
      return true
    }
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
      await this.#options.park({ businessId, eventId, subject: message.subject, event, error: String(error) })
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

/** JetStream counts deliveries from 1. */
const retryAfter = (attempts: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** (Math.max(attempts, 1) - 1), MAX_RETRY_MS)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `pacioli.<business_id>.<aggregate>.<event>` */
const businessOf = (subject: string): string => {
  const named = subject.split('.')[1] ?? ''
  return uuid.test(named) ? named : NO_BUSINESS
}

/** Keeps a poison event with the reason, in a transaction of its business. */
export async function parkEvent(tx: Tx, consumer: string, poison: PoisonEvent, now: Date): Promise<void> {
  await tx.rows(
    `INSERT INTO parked_events (business_id, event_id, consumer, subject, event, error, parked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (business_id, event_id, consumer) DO UPDATE
       SET event = excluded.event, error = excluded.error, parked_at = excluded.parked_at`,
    [poison.businessId, poison.eventId, consumer, poison.subject, poison.event, poison.error, now],
  )
}
