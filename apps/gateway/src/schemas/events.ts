import type { Event as EventMessage } from '@pacioli/protos/reporting'
import { Type } from 'typebox'
import * as examples from './events-examples.ts'
import { Always, instant, ListOf, OneOf, Query, Resource, refTo, Text, uuid } from './parts.ts'

/** Not `Event`: its `type` is what happened, as the Standard Webhooks have it. */
export const FeedEvent = Resource(
  {
    id: Type.String({ description: 'The same wherever and however often the event is told.' }),
    type: Type.String({ description: 'What happened: `<aggregate>.<event>`, such as `invoice.voided`.' }),
    timestamp: Type.String({ ...instant, description: 'When it happened.' }),
    business_id: Type.String(uuid),
    position: Type.Integer({ description: 'Its place in the feed of the business: 1, 2, 3 and so on.' }),
    aggregate_type: Type.String({ description: 'What it is about, such as `invoice`.' }),
    aggregate_id: Type.String(),
    aggregate_version: Type.Integer({ description: 'Grows with every change of what it is about.' }),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description:
        'The state after the event, related resources by id. A state too large to travel is replaced by ' +
        '`reference` (`aggregate_type`, `aggregate_id`, `version`): fetch it from the API.',
    }),
  },
  { $id: 'Event', description: 'Something that happened in a business.' },
)

/** The event as callers see it. */
export const toEvent = ({ data, ...event }: EventMessage): object => ({
  ...event,
  data: JSON.parse(data ?? '{}') as unknown,
})

export const EventsMeta = Resource(
  {
    type: Always('request_metadata'),
    pagination: Resource({
      sort_by: Type.String(),
      sort_order: OneOf(['ASC', 'DESC']),
      cursor: Type.String({ description: 'The position to go on from: pass it as `after`, now or later.' }),
      has_more: Type.Boolean({ description: 'Whether there is more by now.' }),
    }),
  },
  { $id: 'Events_Meta' },
)

export const EventsPage = Type.Unsafe<unknown>({
  ...Type.Object({ data: ListOf(refTo(FeedEvent)), meta: refTo(EventsMeta) }),
  description: 'Events in the order of their positions.',
  examples: [{ data: [examples.event], meta: examples.eventsMeta }],
})

export const ListEventsQuery = Query({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only what comes after this position. Without it the feed is read from the oldest event kept.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Events on a page; 100 unless given.' })),
  type: Type.Optional(
    Type.Array(Text(129), {
      minItems: 1,
      maxItems: 100,
      description: 'Only such events: `invoice`, or `invoice.voided`. Repeat it: `type=invoice&type=bill.voided`.',
    }),
  ),
})
