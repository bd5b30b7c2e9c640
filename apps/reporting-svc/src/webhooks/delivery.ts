/** What is to be told to an endpoint, and what became of it: pure. */
import { NO_BUSINESS } from '@pacioli/events'
import { eventJson, type PlacedEvent } from '../event-feed/feed-event.ts'
import { MAX_ATTEMPTS, waitAfter } from './backoff.ts'
import { isSubscribed, type Webhook } from './webhook.ts'

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export type Delivery = {
  id: string
  webhookId: string
  /** NO_BUSINESS for a ping. */
  businessId: string
  position: number
  eventId: string
  eventType: string
  status: DeliveryStatus
  attempts: number
  nextAttemptAt: Date | null
  createdAt: Date
  finishedAt: Date | null
}

/** One request and what came of it. */
export type Attempt = {
  at: Date
  durationMs: number
  /** Null where no answer came. */
  statusCode: number | null
  error: string | null
  /** How the answer begins. */
  answer: string | null
  retryAfterMs?: number | undefined
}

export const PING = 'webhook.ping'

export const isPing = ({ eventType }: Pick<Delivery, 'eventType'>): boolean => eventType === PING

/** What each of these webhooks is to be told of these events, in their order. */
export const deliveriesOf = (
  webhooks: readonly Webhook[],
  events: readonly PlacedEvent[],
  newId: () => string,
  now: Date,
): Delivery[] =>
  events.flatMap((event) =>
    webhooks
      .filter((webhook) => isSubscribed(webhook, event))
      .map((webhook) =>
        pendingDelivery(newId(), webhook.id, {
          businessId: event.businessId,
          position: event.position,
          eventId: event.id,
          eventType: event.type,
          now,
        }),
      ),
  )

/** A request that tests the endpoint. Its position keeps pings in their order. */
export const pingDelivery = (id: string, webhookId: string, now: Date): Delivery =>
  pendingDelivery(id, webhookId, {
    businessId: NO_BUSINESS,
    position: now.getTime(),
    eventId: id,
    eventType: PING,
    now,
  })

type EventReference = Pick<Delivery, 'businessId' | 'position' | 'eventId' | 'eventType'> & { now: Date }

const pendingDelivery = (id: string, webhookId: string, { now, ...event }: EventReference): Delivery => ({
  id,
  webhookId,
  ...event,
  status: 'PENDING',
  attempts: 0,
  nextAttemptAt: now,
  createdAt: now,
  finishedAt: null,
})

/** The body of a ping has the fields of an event; those that a ping has nothing for are null. */
export const pingJson = ({ id, webhookId, createdAt }: Delivery): string =>
  JSON.stringify({
    id,
    type: PING,
    timestamp: createdAt.toISOString(),
    business_id: null,
    position: null,
    aggregate_type: 'webhook',
    aggregate_id: webhookId,
    aggregate_version: null,
    request_id: null,
    data: { id: webhookId },
  })

export const bodyOf = (delivery: Delivery, event: PlacedEvent | undefined): string | undefined =>
  isPing(delivery) ? pingJson(delivery) : event && eventJson(event)

/** An attempt at which nothing was sent, because no secret of the webhook opens: its owner can give it another one. */
export const unsigned = (now: Date): Attempt => ({
  at: now,
  durationMs: 0,
  statusCode: null,
  error: 'Nothing was sent: the request could not be signed. A new secret for the webhook puts it right.',
  answer: null,
})

export const succeeded = ({ statusCode, error }: Attempt): boolean =>
  error === null && statusCode !== null && statusCode >= 200 && statusCode < 300

/** The endpoint wants to hear no more. */
export const isGone = ({ statusCode }: Attempt): boolean => statusCode === 410

/** As it is after an attempt. What is delivered stays so, whatever another attempt came to. */
export function afterAttempt(delivery: Delivery, attempt: Attempt, random: number, now: Date): Delivery {
  const attempts = delivery.attempts + 1
  const tried = { ...delivery, attempts }
  if (delivery.status === 'DELIVERED' || succeeded(attempt))
    return { ...tried, status: 'DELIVERED', nextAttemptAt: null, finishedAt: delivery.finishedAt ?? now }
  const waitMs = isPing(delivery) || isGone(attempt) ? undefined : waitAfter(attempts, random, attempt.retryAfterMs)
  if (waitMs === undefined || attempts >= MAX_ATTEMPTS) return asFailed(tried, now)
  return { ...tried, status: 'PENDING', nextAttemptAt: new Date(now.getTime() + waitMs), finishedAt: null }
}

/**
 * As it is after an attempt during which it was asked for again: that is not answered by what was sent before.
 * @param since when the delivery that was sent had become due
 */
export function requestedMeanwhile(tried: Delivery, held: Delivery, since: Date): Delivery {
  const requested = held.status === 'PENDING' ? held.nextAttemptAt : null
  if (requested === null || requested.getTime() <= since.getTime()) return tried
  return { ...tried, status: 'PENDING', nextAttemptAt: requested, finishedAt: null }
}

/** There is no further attempt by itself. */
export const asFailed = (delivery: Delivery, now: Date): Delivery => ({
  ...delivery,
  status: 'FAILED',
  nextAttemptAt: null,
  finishedAt: now,
})
