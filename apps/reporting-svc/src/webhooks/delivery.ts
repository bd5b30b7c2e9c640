/** Deliveries of events to endpoints, and their outcome. Pure. */
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

/** One request and its outcome. */
export type Attempt = {
  at: Date
  durationMs: number
  /** Null without a response. */
  statusCode: number | null
  error: string | null
  /** The beginning of the response. */
  answer: string | null
  retryAfterMs?: number | undefined
}

export const PING = 'webhook.ping'

export const isPing = ({ eventType }: Pick<Delivery, 'eventType'>): boolean => eventType === PING

/** The deliveries of these events to the webhooks that subscribe to them, in order. */
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

/** A request that tests the endpoint. Its position keeps pings in order. */
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

/** The body of a ping has the fields of an event; those without a value are null. */
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
    actor: null,
    data: { id: webhookId },
  })

export const bodyOf = (delivery: Delivery, event: PlacedEvent | undefined): string | undefined =>
  isPing(delivery) ? pingJson(delivery) : event && eventJson(event)

/** An attempt that sent nothing because no secret of the webhook can be decrypted: its owner can rotate it. */
export const unsigned = (now: Date): Attempt => ({
  at: now,
  durationMs: 0,
  statusCode: null,
  error: 'Nothing was sent: the request could not be signed. A new secret for the webhook puts it right.',
  answer: null,
})

export const succeeded = ({ statusCode, error }: Attempt): boolean =>
  error === null && statusCode !== null && statusCode >= 200 && statusCode < 300

/** The endpoint asks for no more requests. */
export const isGone = ({ statusCode }: Attempt): boolean => statusCode === 410

/** The delivery after an attempt. A delivered one stays delivered, whatever later attempts return. */
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
 * The delivery after an attempt during which a retry was requested: that retry is still sent.
 * @param since when the delivery that was sent had become due
 */
export function requestedMeanwhile(tried: Delivery, locked: Delivery, since: Date): Delivery {
  const requested = locked.status === 'PENDING' ? locked.nextAttemptAt : null
  if (requested === null || requested.getTime() <= since.getTime()) return tried
  return { ...tried, status: 'PENDING', nextAttemptAt: requested, finishedAt: null }
}

/** No further attempt unless one is requested. */
export const asFailed = (delivery: Delivery, now: Date): Delivery => ({
  ...delivery,
  status: 'FAILED',
  nextAttemptAt: null,
  finishedAt: now,
})
