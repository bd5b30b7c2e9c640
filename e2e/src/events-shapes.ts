import type { Data, Page } from './common-shapes.ts'

export interface FeedEvent {
  id: string
  type: string
  timestamp: string
  business_id: string
  position: number
  aggregate_type: string
  aggregate_id: string
  aggregate_version: number
  request_id: string | null
  data: Record<string, unknown>
}

export interface EventsPage {
  data: FeedEvent[]
  meta: { type: string; pagination: { sort_by: string; sort_order: string; cursor: string; has_more: boolean } }
}

export interface Webhook {
  type: 'Webhook'
  id: string
  url: string
  description: string | null
  event_types: string[]
  business_ids: string[]
  status: 'ENABLED' | 'DISABLED'
  disabled_at: string | null
  disabled_reason: string | null
  failing_since: string | null
  secret: string | null
  created_at: string
  updated_at: string
}

export interface WebhookDelivery {
  id: string
  webhook_id: string
  business_id: string | null
  position: number | null
  event_id: string
  event_type: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attempts: { attempted_at: string; status_code: number | null; error: string | null; answer: string | null }[]
  next_attempt_at: string | null
  created_at: string
  finished_at: string | null
}

export interface FoundResource {
  type: string
  id: string
  external_id: string | null
  reference_number: string | null
  matched_by: 'ID' | 'EXTERNAL_ID' | 'REFERENCE_NUMBER' | 'REQUEST_ID'
  request_id: string | null
  created_at: string | null
  url: string
}

export interface EventsAnswers {
  search: Data<FoundResource[]>
  listEvents: EventsPage
  createWebhook: Data<Webhook>
  listWebhooks: Data<Webhook[]>
  getWebhook: Data<Webhook>
  updateWebhook: Data<Webhook>
  deleteWebhook: Data<Webhook>
  rotateWebhookSecret: Data<Webhook>
  testWebhook: Data<WebhookDelivery>
  listWebhookDeliveries: Page<WebhookDelivery>
  retryWebhookDelivery: Data<WebhookDelivery>
}
