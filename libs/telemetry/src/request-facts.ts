/** Which request a line of the log, a row or an event belongs to. Known with or without tracing. */
import { trace } from '@opentelemetry/api'
import { AsyncLocalStorage } from 'node:async_hooks'

/** What follows a request through everything that is done for it. */
export type RequestFacts = {
  requestId?: string | undefined
  businessId?: string | undefined
  traceparent?: string | undefined
}

const running = new AsyncLocalStorage<RequestFacts>()

/** Runs what is done for a request: each line that it logs says so. */
export const servingRequest = <Result>(facts: RequestFacts, work: () => Result): Result => running.run(facts, work)

/** The id of the request that something is done for; undefined where it is done for none, or for one that has no id. */
export const currentRequestId = (): string | undefined => running.getStore()?.requestId

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The id of the trace that a `traceparent` names, if it is a valid one. */
export const traceIdIn = (traceparent: string | undefined): string | undefined =>
  traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1]

/** What a line of the log says of the request it belongs to; nothing where it belongs to none. */
export function logFacts(): { trace_id?: string; request_id?: string; business_id?: string } {
  const { requestId, businessId, traceparent } = running.getStore() ?? {}
  const traceId = trace.getActiveSpan()?.spanContext().traceId ?? traceIdIn(traceparent)
  return {
    ...(traceId === undefined ? {} : { trace_id: traceId }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(businessId === undefined ? {} : { business_id: businessId }),
  }
}
