/**
 * How a trace passes the outbox and the stream: from the request that changed something to the consumers that apply it.
 */
import {
  attribute,
  carrier,
  isTracing,
  markFailed,
  openSpan,
  currentActor,
  currentRequestId,
  servingRequest,
  SpanKind,
  traceIdIn,
  tracedBatch,
  type Attributes,
  type Carrier,
} from '@pacioli/telemetry'
import type { JsMsg } from 'nats'
import type { ClaimedEvent } from './outbox.store.ts'

/**
 * The trace attribute of an event: of CloudEvents' Distributed Tracing extension, meant for events that are stored
 * before they travel. It is in the event rather than in a column beside it, so that it is kept wherever the event is:
 * in the outbox, in a stream that is published again, among parked events. The feed and webhooks show attributes of
 * their own choice, and not this one. Empty while tracing is off.
 */
export const traceExtension = (): { traceparent?: string } => {
  const { traceparent } = carrier()
  return traceparent === undefined ? {} : { traceparent }
}

/** What an event comes from, where that is not the request being served. */
export type Origin = { requestId?: string | undefined; actor?: string | undefined }

/** The attributes of an event that say what it comes from: of the current request, unless another is named. */
export function originExtensions({ requestId, actor }: Origin = {}): { requestid?: string; actor?: string } {
  const isOther = requestId !== undefined
  const [request, who] = isOther ? [requestId, actor] : [currentRequestId(), currentActor()]
  return { ...(request === undefined ? {} : { requestid: request }), ...(who === undefined ? {} : { actor: who }) }
}

/** Where `eventJson` puts it: before any user input, so the rest need not be read. */
const IN_EVENT = /^\{"specversion":"1\.0","traceparent":"([0-9a-f-]{55})"/

export const carrierIn = (event: string): Carrier => {
  const traceparent = IN_EVENT.exec(event)?.[1]
  return traceIdIn(traceparent) === undefined ? {} : { traceparent }
}

/** `pacioli.{business_id}.entry.posted`: what happens, in any business and with any mark. */
const templateOf = (subject: string): string => {
  const [product, , aggregate, event] = subject.split('.')
  return [product, '{business_id}', aggregate, event].join('.')
}

const aboutSubject = (subject: string, operation: 'send' | 'process'): Attributes => ({
  [attribute.messagingSystem]: 'nats',
  [attribute.messagingDestination]: subject,
  [attribute.messagingTemplate]: templateOf(subject),
  [attribute.messagingOperation]: operation,
  [attribute.messagingOperationType]: operation,
  [attribute.businessId]: subject.split('.')[1] ?? '',
})

/**
 * Publishes under a span for each event that comes from a trace.
 * @param publish takes the trace headers of each message, by the index of its event
 */
export async function tracedPublishing<Answer>(
  events: readonly ClaimedEvent[],
  publish: (carriers: readonly Carrier[] | undefined) => Promise<(Answer | Error)[]>,
): Promise<(Answer | Error)[]> {
  if (!isTracing()) return publish(undefined)
  const spans = events.map(({ id, subject, event }) => {
    const parent = carrierIn(event)
    if (parent.traceparent === undefined) return undefined
    const attributes = { ...aboutSubject(subject, 'send'), [attribute.messagingMessageId]: id }
    return openSpan(`send ${templateOf(subject)}`, { kind: SpanKind.PRODUCER, attributes, parent })
  })
  const answers = await publish(spans.map((one) => (one ? carrier(one.within) : {})))
  for (const [index, one] of spans.entries()) {
    const answer = answers[index]
    if (one && answer instanceof Error) markFailed(one.span, answer.constructor.name)
    one?.span.end()
  }
  return answers
}

const carrierOf = ({ headers }: JsMsg): Carrier => ({
  traceparent: headers?.get('traceparent') || undefined,
  tracestate: headers?.get('tracestate') || undefined,
})

/**
 * Applies messages as part of the traces that they come from.
 * @param facts `businessId`, `requestId` and `actor` where all of them are of one
 */
export function tracedIntake<Result>(
  consumer: string,
  facts: { businessId: string | undefined } & Origin,
  messages: readonly JsMsg[],
  takeIn: () => Promise<Result>,
): Promise<Result> {
  const attributes: Attributes = {
    [attribute.messagingSystem]: 'nats',
    [attribute.messagingConsumer]: consumer,
    [attribute.messagingOperation]: 'process',
    [attribute.messagingOperationType]: 'process',
    [attribute.messagingBatchCount]: messages.length,
    ...(facts.businessId !== undefined && { [attribute.businessId]: facts.businessId }),
  }
  return servingRequest(facts, () =>
    tracedBatch(`process ${consumer}`, { kind: SpanKind.CONSUMER, attributes }, () => messages.map(carrierOf), takeIn),
  )
}
