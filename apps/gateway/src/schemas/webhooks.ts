import { Type } from 'typebox'
import {
  Always,
  Body,
  instant,
  ListOf,
  Note,
  Null,
  OneOf,
  Optional,
  OptionalBody,
  paging,
  Query,
  Resource,
  Secret,
  Text,
  uuid,
  Uuid,
} from './parts.ts'

export const Webhook = Resource(
  {
    type: Always('Webhook'),
    id: Type.String(uuid),
    url: Type.String(),
    description: Null(Type.String()),
    event_types: ListOf(
      Type.String({ description: 'Such as `invoice` or `invoice.voided`; all where none is named.' }),
    ),
    business_ids: ListOf(Type.String(uuid)),
    status: OneOf(['ENABLED', 'DISABLED']),
    disabled_at: Null(Type.String(instant)),
    disabled_reason: Null(OneOf(['REQUESTED', 'GONE', 'FAILING']), {
      description: 'REQUESTED by you; GONE: it answered 410; FAILING: nothing but failures for five days.',
    }),
    failing_since: Null(Type.String(instant), { description: 'The first failure since it last answered.' }),
    secret: Null(Type.String(), {
      description: 'What requests are signed with, where we made it just now. It is not shown again.',
    }),
    created_at: Type.String(instant),
    updated_at: Type.String(instant),
  },
  { $id: 'Webhook', description: 'An endpoint that is told of events.' },
)

export const WebhookAttempt = Resource(
  {
    attempted_at: Type.String(instant),
    duration_ms: Type.Integer(),
    status_code: Null(Type.Integer(), { description: 'Null where no answer came.' }),
    error: Null(Type.String()),
    answer: Null(Type.String(), { description: 'The first 1,000 bytes of the answer.' }),
  },
  { $id: 'Webhook_Attempt' },
)

const STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const

export const WebhookDelivery = Resource(
  {
    type: Always('Webhook_Delivery'),
    id: Type.String(uuid),
    webhook_id: Type.String(uuid),
    business_id: Null(Type.String(uuid), { description: 'Null for a ping.' }),
    position: Null(Type.Integer(), { description: 'Of the event in the feed of its business; null for a ping.' }),
    event_id: Type.String({ description: 'Sent as `webhook-id`, the same with every attempt.' }),
    event_type: Type.String(),
    status: OneOf(STATUSES, { description: 'FAILED: it is not tried again by itself.' }),
    attempts: ListOf({ $ref: 'Webhook_Attempt#' }),
    next_attempt_at: Null(Type.String(instant)),
    created_at: Type.String(instant),
    finished_at: Null(Type.String(instant)),
  },
  { $id: 'Webhook_Delivery', description: 'An event on its way to a webhook.' },
)

const url = Text(2_048, { description: 'https, a public address, no user, no password, no fragment.' })
const event_types = Type.Array(Text(129), {
  maxItems: 100,
  description: 'Only such events: `invoice`, or `invoice.voided`. All where it is empty.',
})
const business_ids = Type.Array(Uuid(), {
  maxItems: 100,
  description: 'Only of these businesses. Of all, those made later included, where it is empty.',
})
const secret = Optional(
  Secret(1, 255, {
    description: '`whsec_` and 24 to 64 random bytes in base64. Leave it out and one is made and shown.',
  }),
)

export const CreateWebhookBody = Body(
  {
    url,
    description: Optional(Note(255)),
    event_types: Optional(event_types),
    business_ids: Optional(business_ids),
    secret,
  },
  { examples: [{ url: 'https://platform.example/hooks', event_types: ['invoice', 'bill.voided'] }] },
)

export const UpdateWebhookBody = Body(
  {
    url: Type.Optional(url),
    description: Optional(Note(255)),
    event_types: Optional(event_types),
    business_ids: Optional(business_ids),
    disabled: Type.Optional(Type.Boolean({ description: 'Switches it off, or on again.' })),
  },
  { examples: [{ disabled: false }] },
)

export const RotateSecretBody = OptionalBody({ secret })

export const ListDeliveriesQuery = Query({
  ...paging(['created_at'], 'DESC'),
  status: Type.Optional(OneOf(STATUSES)),
  business_id: Type.Optional(Uuid()),
  event_id: Type.Optional(Text(255)),
})
