import { Metadata } from '@grpc/grpc-js'
import { refused } from '@pacioli/errors'
import type { Call, Call__Output } from '@pacioli/protos/calls'
import type { Preview } from './preview.ts'

/**
 * Makes a write repeatable: the caller's key, its operation, and a hash of the whole request. The service that writes
 * records it together with its answer.
 */
export type IdempotencyClaim = { key: string; operation: string; requestHash: string }

/** The caller, the business, and until when an answer is of use. Ids are claims until the owner checks them. */
export type CallContext = {
  requestId: string
  clientId?: string | undefined
  businessId?: string | undefined
  /** Who asks, as JSON text; undefined for what a service does by itself. */
  actor?: string | undefined
  idempotency?: IdempotencyClaim | undefined
  traceparent?: string | undefined
  tracestate?: string | undefined
  deadline: Date
  /** Set where the call is only previewed: nothing that it does may stay. */
  preview?: Preview | undefined
  /** Marks the answer as that of an earlier identical request. */
  markReplayed: () => void
}

/** Sent with a call besides its message. */
export type OutgoingContext = Partial<Omit<CallContext, 'deadline'>> & { deadline?: Date | undefined }

/** The request id of calls outside of requests, by a service's own work. */
export const NO_REQUEST = 'none'

const header = {
  requestId: 'pacioli-request-id',
  clientId: 'pacioli-client-id',
  businessId: 'pacioli-business-id',
  idempotencyKey: 'pacioli-idempotency-key',
  operation: 'pacioli-operation',
  requestHash: 'pacioli-request-hash',
  // Names are not ASCII everywhere.
  actor: 'pacioli-actor-bin',
  traceparent: 'traceparent',
  tracestate: 'tracestate',
} as const

export const REPLAYED_HEADER = 'pacioli-replayed'

export function toMetadata(context: OutgoingContext): Metadata {
  const metadata = new Metadata()
  const set = (name: string, value: string | undefined): void => {
    if (value !== undefined) metadata.set(name, value)
  }
  set(header.requestId, context.requestId)
  set(header.clientId, context.clientId)
  set(header.businessId, context.businessId)
  set(header.traceparent, context.traceparent)
  set(header.tracestate, context.tracestate)
  set(header.idempotencyKey, context.idempotency?.key)
  set(header.operation, context.idempotency?.operation)
  set(header.requestHash, context.idempotency?.requestHash)
  if (context.actor !== undefined) metadata.set(header.actor, Buffer.from(context.actor))
  return metadata
}

export function fromMetadata(metadata: Metadata, deadline: Date, markReplayed: () => void): CallContext {
  // All at once: a look-up of the library checks the name each time.
  const headers = metadata.getMap()
  const get = (name: string): string | undefined => headers[name]?.toString()
  const key = get(header.idempotencyKey)
  return {
    requestId: get(header.requestId) ?? NO_REQUEST,
    clientId: get(header.clientId),
    businessId: get(header.businessId),
    actor: get(header.actor),
    traceparent: get(header.traceparent),
    tracestate: get(header.tracestate),
    idempotency:
      key === undefined
        ? undefined
        : { key, operation: get(header.operation) ?? '', requestHash: get(header.requestHash) ?? '' },
    deadline,
    markReplayed,
  }
}

/** The same as fields of a call in an exchange. Those that are undefined are not sent. */
export const toCall = (context: OutgoingContext): Call => ({
  request_id: context.requestId,
  client_id: context.clientId,
  business_id: context.businessId,
  actor: context.actor,
  traceparent: context.traceparent,
  tracestate: context.tracestate,
  idempotency_key: context.idempotency?.key,
  operation: context.idempotency?.operation,
  request_hash: context.idempotency?.requestHash,
})

export function fromCall(call: Call__Output, deadline: Date, markReplayed: () => void): CallContext {
  const key = call.idempotency_key ?? undefined
  return {
    requestId: call.request_id ?? NO_REQUEST,
    clientId: call.client_id ?? undefined,
    businessId: call.business_id ?? undefined,
    actor: call.actor ?? undefined,
    traceparent: call.traceparent ?? undefined,
    tracestate: call.tracestate ?? undefined,
    idempotency:
      key === undefined ? undefined : { key, operation: call.operation ?? '', requestHash: call.request_hash ?? '' },
    deadline,
    markReplayed,
  }
}

/** Client and business of a call that acts on the books of one business. */
export type Tenant = { clientId: string; businessId: string }

/** Ids are UUIDs; any other text names nothing. */
export const isUuid = (text: string): boolean => uuid.test(text)

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function tenantOf(context: CallContext): Tenant {
  const clientId = clientOf(context)
  const { businessId } = context
  if (businessId === undefined || !isUuid(businessId)) throw refused('BusinessNotFound', 'The call names no business.')
  return { clientId, businessId: businessId.toLowerCase() }
}

export function clientOf(context: CallContext): string {
  const { clientId } = context
  if (clientId === undefined || !isUuid(clientId)) throw refused('ClientNotFound', 'The call names no client.')
  return clientId.toLowerCase()
}
