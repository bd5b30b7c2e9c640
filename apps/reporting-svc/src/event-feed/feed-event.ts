/** An event as the feed and webhooks show it: pure. */
import type { CloudEvent } from '@pacioli/events'
import { fieldsOf, integer, moment, text, type Fields } from '@pacioli/fields'
import { shownActor } from './actor.ts'

/** A filter for events: `invoice` or `invoice.voided`. */
export const EVENT_TYPE = /^[a-z_]{1,64}(\.[a-z_]{1,64})?$/

/** What happened to one aggregate of a business, in its public form. */
export type FeedEvent = {
  id: string
  /** `<aggregate>.<event>`, such as `invoice.voided`. */
  type: string
  aggregateType: string
  aggregateId: string
  version: number
  happenedAt: Date
  /** The request that caused it; null if unknown. */
  requestId: string | null
  /** Who asked for it, as JSON text; null where nobody did, or it is not known. */
  actor: string | null
  /** JSON text: the state of the aggregate after the event, or a reference to one that is too large. */
  data: string
}

/** An event with its position in the feed of its business. */
export type PlacedEvent = FeedEvent & { businessId: string; position: number }

/**
 * Fields that only services exchange: banking finds match candidates by `match_candidate`. All other fields are public, with ids
 * where the API embeds. Secrets, tax ids and provider data of the ledger are in no event at all.
 */
const INTERNAL_FIELDS: ReadonlySet<string> = new Set(['match_candidate'])

/**
 * The public form of an event: without internal fields and without the name of the owning service, which callers do not know.
 * @throws TypeError for an event of another form
 */
export function feedEventFrom(event: CloudEvent): FeedEvent {
  const state = fieldsOf('data', event.data)
  const [, aggregateType, happened] = /^pacioli\.([a-z_]+)\.([a-z_]+)\.v\d+$/.exec(event.type) ?? []
  if (aggregateType === undefined || happened === undefined)
    throw new TypeError(`type: expected pacioli.<aggregate>.<event>.v<n>, got ${JSON.stringify(event.type)}`)
  const fields = { ...event } as Fields
  return {
    id: text(fields, 'id'),
    type: `${aggregateType}.${happened}`,
    aggregateType,
    aggregateId: text(fields, 'subject'),
    version: integer(state, 'version'),
    happenedAt: moment(fields, 'time'),
    requestId: typeof event.requestid === 'string' ? event.requestid : null,
    actor: typeof event.actor === 'string' ? event.actor : null,
    data: JSON.stringify(publicState(state)),
  }
}

const publicState = (state: Fields): Fields =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !INTERNAL_FIELDS.has(name)))

/** Whether a type is one of these, each a full type or just the aggregate; no types match all. */
export const isOfTypes = (type: string, types: readonly string[]): boolean =>
  types.length === 0 || types.some((one) => type === one || type.startsWith(`${one}.`))

/** The event as JSON text, the same in the feed and in webhooks. */
export const eventJson = (event: PlacedEvent): string =>
  JSON.stringify({
    id: event.id,
    type: event.type,
    timestamp: event.happenedAt.toISOString(),
    business_id: event.businessId,
    position: event.position,
    aggregate_type: event.aggregateType,
    aggregate_id: event.aggregateId,
    aggregate_version: event.version,
    request_id: event.requestId,
    actor: shownActor(event.actor),
    data: JSON.parse(event.data) as unknown,
  })
