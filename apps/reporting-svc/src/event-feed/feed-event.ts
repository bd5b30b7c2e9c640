/** An event as the feed and webhooks show it: pure. */
import type { CloudEvent } from '@pacioli/events'
import { fieldsOf, integer, moment, text, type Fields } from '@pacioli/fields'

/** What events are asked for by: `invoice` or `invoice.voided`. */
export const EVENT_TYPE = /^[a-z_]{1,64}(\.[a-z_]{1,64})?$/

/** What happened to one aggregate of a business, in its public form. */
export type FeedEvent = {
  id: string
  /** `<aggregate>.<event>`, such as `invoice.voided`. */
  type: string
  aggregateType: string
  aggregateId: string
  /** Grows with every change of the aggregate. */
  version: number
  happenedAt: Date
  /** The request that it comes from; null where none is known. */
  requestId: string | null
  /** JSON text: the state of the aggregate after that, or a reference to one too large to travel. */
  data: string
}

/** An event with its place in the feed of its business. */
export type PlacedEvent = FeedEvent & { businessId: string; position: number }

/**
 * What services tell each other in the state of an aggregate and nobody else: `match_candidate` is how banking finds what
 * a transaction could be matched to. Everything else in a state is what the API shows of the aggregate, by id where the
 * API embeds. Secrets, tax ids and what the ledger knows of providers are in no event to begin with.
 */
const INTERNAL_FIELDS: ReadonlySet<string> = new Set(['match_candidate'])

/**
 * The public form of an event: without the name of the service that owns the aggregate, which callers do not know, and
 * without internal fields.
 * @throws TypeError for what is no event of ours
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
    data: JSON.stringify(publicState(state)),
  }
}

const publicState = (state: Fields): Fields =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !INTERNAL_FIELDS.has(name)))

/** Whether a type is one of these, each of which may be the whole of it or just the aggregate; of none, all are meant. */
export const isOfTypes = (type: string, types: readonly string[]): boolean =>
  types.length === 0 || types.some((one) => type === one || type.startsWith(`${one}.`))

/** The event as JSON text, the same wherever it is shown. */
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
    data: JSON.parse(event.data) as unknown,
  })
