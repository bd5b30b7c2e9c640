/** The request that a log line, a row or an event belongs to, with or without tracing. */
import { trace } from '@opentelemetry/api'
import { AsyncLocalStorage } from 'node:async_hooks'

/** Facts that follow a request through all work done for it. */
export type RequestFacts = {
  requestId?: string | undefined
  /** Who asked, as JSON text: whatever passes it on does not read it. */
  actor?: string | undefined
  businessId?: string | undefined
  traceparent?: string | undefined
}

const running = new AsyncLocalStorage<RequestFacts>()

/** Runs work for a request, whose facts its log lines carry. */
export const servingRequest = <Result>(facts: RequestFacts, work: () => Result): Result => running.run(facts, work)

/** The id of the current request; undefined outside of one, or for one without an id. */
export const currentRequestId = (): string | undefined => running.getStore()?.requestId

/** Who asked for what is being done; undefined where nobody did, or it is not known. */
export const currentActor = (): string | undefined => running.getStore()?.actor

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The id of the trace in a valid `traceparent`. */
export const traceIdIn = (traceparent: string | undefined): string | undefined =>
  traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1]

/** The facts of the current request for a log line; empty outside of one. */
export function logFacts(): { trace_id?: string; request_id?: string; business_id?: string } {
  const { requestId, businessId, traceparent } = running.getStore() ?? {}
  const traceId = trace.getActiveSpan()?.spanContext().traceId ?? traceIdIn(traceparent)
  return {
    ...(traceId === undefined ? {} : { trace_id: traceId }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(businessId === undefined ? {} : { business_id: businessId }),
  }
}
