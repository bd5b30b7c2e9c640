/** Examples of what the feed and webhooks answer. */
const businessId = '7b9f8c8e-4b3f-4c1e-9a53-2f6f0e1f8a11'
const webhookId = '0199c0de-1111-7000-8000-000000000001'
const eventId = '0199c0de-2222-7000-8000-000000000002'
const at = '2026-11-22T10:00:00.000Z'

export const event = {
  id: eventId,
  type: 'invoice.voided',
  timestamp: at,
  business_id: businessId,
  position: 42,
  aggregate_type: 'invoice',
  aggregate_id: '0199c0de-3333-7000-8000-000000000003',
  aggregate_version: 3,
  data: { id: '0199c0de-3333-7000-8000-000000000003', status: 'VOIDED', total_amount: 1200, version: 3 },
}

export const eventsMeta = {
  type: 'request_metadata',
  pagination: { sort_by: 'position', sort_order: 'ASC', cursor: '42', has_more: false },
}

export const webhook = {
  type: 'Webhook',
  id: webhookId,
  url: 'https://platform.example/hooks',
  description: 'Our books',
  event_types: ['invoice', 'bill.voided'],
  business_ids: [],
  status: 'ENABLED',
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  secret: null,
  created_at: at,
  updated_at: at,
}

/** As it is shown once. */
export const webhookWithSecret = { ...webhook, secret: 'whsec_<32 random bytes in base64>' }

export const webhookDelivery = {
  type: 'Webhook_Delivery',
  id: '0199c0de-4444-7000-8000-000000000004',
  webhook_id: webhookId,
  business_id: businessId,
  position: 42,
  event_id: eventId,
  event_type: 'invoice.voided',
  status: 'PENDING',
  attempts: [
    { attempted_at: at, duration_ms: 120, status_code: 503, error: 'Answered 503', answer: 'down for maintenance' },
  ],
  next_attempt_at: '2026-11-22T10:00:04.000Z',
  created_at: at,
  finished_at: null,
}

export const ping = {
  ...webhookDelivery,
  business_id: null,
  position: null,
  event_id: webhookDelivery.id,
  event_type: 'webhook.ping',
  attempts: [],
  next_attempt_at: at,
}
