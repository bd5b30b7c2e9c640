import { NO_BUSINESS } from '@pacioli/events'
import type { Webhook as WebhookMessage, WebhookDelivery } from '@pacioli/protos/reporting'
import type { Attempt, Delivery } from './delivery.ts'
import type { Webhook } from './webhook.ts'

/** @param secret only if it was generated just now */
export const toWebhookMessage = (webhook: Webhook, secret?: string): WebhookMessage => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description ?? undefined,
  event_types: [...webhook.eventTypes],
  business_ids: [...webhook.businessIds],
  status: webhook.disabled ? 'DISABLED' : 'ENABLED',
  disabled_at: webhook.disabled?.at.toISOString(),
  disabled_reason: webhook.disabled?.reason,
  failing_since: webhook.failingSince?.toISOString(),
  secret,
  created_at: webhook.createdAt.toISOString(),
  updated_at: webhook.updatedAt.toISOString(),
})

export const toDeliveryMessage = (delivery: Delivery, attempts: readonly Attempt[]): WebhookDelivery => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  ...(delivery.businessId === NO_BUSINESS ? {} : { business_id: delivery.businessId, position: delivery.position }),
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  status: delivery.status,
  attempts: attempts.map((attempt) => ({
    attempted_at: attempt.at.toISOString(),
    duration_ms: attempt.durationMs,
    status_code: attempt.statusCode ?? undefined,
    error: attempt.error ?? undefined,
    answer: attempt.answer ?? undefined,
  })),
  next_attempt_at: delivery.nextAttemptAt?.toISOString(),
  created_at: delivery.createdAt.toISOString(),
  finished_at: delivery.finishedAt?.toISOString(),
})
