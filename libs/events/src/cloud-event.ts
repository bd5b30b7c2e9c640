import { originExtensions, traceExtension, type Origin } from './tracing.ts'

/** A CloudEvents 1.0 event: what happened to one aggregate of one business, with its state afterwards. */
export type CloudEvent<Data = unknown> = {
  specversion: '1.0'
  /** The request it comes from, if that was traced: the extension for distributed tracing. */
  traceparent?: string
  /** The id of the request it comes from, if there is one. An extension of our own. */
  requestid?: string
  /** Who asked, as JSON text, if that is known. An extension of our own. */
  actor?: string
  /** The place of this version in its owner's history of the business, and since when it is there. Extensions of our own. */
  recordposition?: number
  recordedat?: string
  id: string
  /** The service that published it: `/pacioli/ledger`. */
  source: string
  /** `pacioli.<aggregate>.<event>.v1` */
  type: string
  /** The aggregate's id. */
  subject: string
  /** ISO 8601, UTC, milliseconds. */
  time: string
  datacontenttype: 'application/json'
  data: Data
}

/** State of the aggregate, including its `version`: consumers take only what is newer than what they have. */
export type Versioned = { version: number }

/** Replaces a state too large for an event. */
export type Reference = { aggregate_type: string; aggregate_id: string; version: number }

/** Above this an event names where to fetch the state: NATS refuses messages of 1 MiB, and copies of them add up. */
const MAX_EVENT_BYTES = 512 * 1024

/** An event as stored in the outbox. */
export type StagedEvent = {
  businessId: string
  id: string
  aggregateType: string
  aggregateId: string
  version: number
  subject: string
  event: string
  /** The JSON of the state where the event refers to it. */
  largeState?: string
  createdAt: Date
}

export type DomainEvent = {
  id: string
  time: Date
  /** The service that owns the aggregate, such as `ledger`. */
  service: string
  /** NO_BUSINESS for what belongs to the client as a whole. */
  businessId: string
  aggregateType: string
  aggregateId: string
  version: number
  /** What happened: `posted`, `created`. */
  type: string
  /** Ends its subject, so that consumers to which events with this mark say nothing are not sent them. */
  mark?: string
  /** The aggregate's state; its version is added. */
  data: object
} & Origin

/** An event ready for the outbox. Pure: id and time are given; only trace, request and actor come from the current context. */
export function domainEvent(happened: DomainEvent): StagedEvent {
  const request = originExtensions(happened)
  const whole = stagedEvent(happened, request)
  if (Buffer.byteLength(whole.event) <= MAX_EVENT_BYTES) return whole
  return {
    ...whole,
    event: eventJson(happened, referenceTo(happened), request),
    largeState: JSON.stringify(stateOf(happened)),
  }
}

/** The same with its state whatever the size: for replays, which do not use the stream and come from no request. */
export const wholeEvent = (happened: DomainEvent): StagedEvent => stagedEvent(happened, {})

type OriginExtensions = ReturnType<typeof originExtensions>

function stagedEvent(happened: DomainEvent, request: OriginExtensions): StagedEvent {
  const { businessId, id, aggregateType, aggregateId, version, type, mark, time } = happened
  return {
    businessId,
    id,
    aggregateType,
    aggregateId,
    version,
    subject: `pacioli.${businessId}.${aggregateType}.${type}${mark === undefined ? '' : `.${mark}`}`,
    event: eventJson(happened, stateOf(happened), request),
    createdAt: time,
  }
}

const stateOf = ({ data, version }: DomainEvent): object => ({ ...data, version })

const eventJson = (happened: DomainEvent, data: object, request: OriginExtensions): string => {
  const event: CloudEvent = {
    specversion: '1.0',
    ...traceExtension(),
    ...request,
    id: happened.id,
    source: `/pacioli/${happened.service}`,
    type: `pacioli.${happened.aggregateType}.${happened.type}.v1`,
    subject: happened.aggregateId,
    time: happened.time.toISOString(),
    datacontenttype: 'application/json',
    data,
  }
  return JSON.stringify(event)
}

const referenceTo = ({ aggregateType, aggregateId, version }: DomainEvent): { reference: Reference } & Versioned => ({
  reference: { aggregate_type: aggregateType, aggregate_id: aggregateId, version },
  version,
})

/** Where to fetch the state of an event that was too large to carry it. */
export const referenceOf = ({ data }: CloudEvent): Reference | undefined =>
  data !== null && typeof data === 'object' && 'reference' in data ? (data.reference as Reference) : undefined

/** The event in a message, or undefined if it holds none. */
export function readEvent(bytes: Uint8Array | string): CloudEvent | undefined {
  try {
    const text = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes)
    const event = JSON.parse(text) as Partial<CloudEvent> | null
    const isEvent = event?.specversion === '1.0' && typeof event.id === 'string' && typeof event.type === 'string'
    return isEvent && typeof event.subject === 'string' ? (event as CloudEvent) : undefined
  } catch {
    return undefined
  }
}
