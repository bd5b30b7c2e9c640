/** Spans of calls, on both sides, and the request facts that follow a call through its service. */
import { DomainError } from '@pacioli/errors'
import { status } from '@grpc/grpc-js'
import {
  attribute,
  carrier,
  errorTypeOf,
  isNamed,
  isTraced,
  iteratedWithin,
  servingRequest,
  SpanKind,
  traced,
  tracedParts,
  tracedWithin,
  type Carrier,
  type RequestFacts,
  type Span,
  type SpanOptions,
} from '@pacioli/telemetry'
import { NO_REQUEST, type CallContext, type OutgoingContext } from './context.ts'
import { toStatus } from './problems.ts'
import type { CallOptions } from './types.ts'

/** `/pacioli.ledger.v1.JournalService/PostEntry`, as in a definition. */
export const pathOf = (definition: unknown, name: string): string =>
  (definition as Record<string, { path: string } | undefined>)[name]?.path ?? name

/** The statuses that are the server's own failures (the conventions for gRPC); the others are the caller's. */
const SERVER_FAILURES = new Set([
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.UNIMPLEMENTED,
  status.INTERNAL,
  status.UNAVAILABLE,
  status.DATA_LOSS,
])

function codeOf(error: unknown): status {
  if (!(error instanceof DomainError) && error instanceof Error && 'code' in error && typeof error.code === 'number')
    return error.code
  return toStatus(error).code ?? status.UNKNOWN
}

const onError =
  (isFailure: (code: status) => boolean) =>
  (span: Span, error: unknown): boolean => {
    const code = codeOf(error)
    span.setAttribute(attribute.rpcStatus, status[code])
    span.setAttribute(attribute.errorType, errorTypeOf(error))
    return isFailure(code)
  }

const optionsOf = (path: string, kind: SpanKind, context: OutgoingContext): SpanOptions & { parent: Carrier } => ({
  kind,
  attributes: {
    [attribute.rpcSystem]: 'grpc',
    [attribute.rpcMethod]: path.slice(1),
    ...(context.requestId === undefined ? {} : { [attribute.requestId]: context.requestId }),
    ...(context.businessId === undefined ? {} : { [attribute.businessId]: context.businessId }),
  },
  parent: { traceparent: context.traceparent, tracestate: context.tracestate },
})

const asCaller = (path: string, { context }: CallOptions): SpanOptions => ({
  ...optionsOf(path, SpanKind.CLIENT, context),
  onError: onError(() => true),
})

/** Continues the current trace; outside of one it passes on the received context. */
const inTrace = (options: CallOptions): CallOptions => ({ ...options, context: { ...options.context, ...carrier() } })

/** Runs a call as a span of the current trace. */
export function tracedCall<Result>(
  path: string,
  options: CallOptions,
  send: (options: CallOptions) => Promise<Result>,
): Promise<Result> {
  const { context } = options
  if (!isTraced(context)) return send(options)
  return tracedWithin(path.slice(1), asCaller(path, options), () => send(inTrace(options)))
}

/** The same for a streamed call. */
export function tracedCallForParts(
  path: string,
  options: CallOptions,
  send: (options: CallOptions) => AsyncGenerator<unknown>,
): AsyncGenerator<unknown> {
  if (!isTraced(options.context)) return send(options)
  return tracedParts(path.slice(1), withoutParentIfRunning(asCaller(path, options)), () => send(inTrace(options)))
}

/** The current span is a nearer parent than the one received from the caller. */
function withoutParentIfRunning({ parent, ...others }: SpanOptions): SpanOptions {
  return isTraced() ? others : { ...others, parent }
}

/** Called when a call begins; returns how to report its end. */
export type Began = () => () => void

type Handle = (request: unknown, context: CallContext) => Promise<unknown>
type Stream = (request: unknown, context: CallContext) => AsyncIterable<unknown>

const asServer = (path: string, context: CallContext): SpanOptions & { parent: Carrier } => ({
  ...optionsOf(path, SpanKind.SERVER, context),
  onError: onError((code) => SERVER_FAILURES.has(code)),
})

const factsOf = ({ requestId, actor, businessId, traceparent }: CallContext): RequestFacts => ({
  requestId: requestId === NO_REQUEST ? undefined : requestId,
  actor,
  businessId,
  traceparent,
})

/** Handles a call within its trace, so that logs and writes name its request. */
export const answering =
  (path: string, handle: Handle, began?: Began): Handle =>
  async (request, context) => {
    const ended = began?.()
    try {
      return await servingRequest(factsOf(context), () =>
        isNamed(context)
          ? traced(path.slice(1), asServer(path, context), () => handle(request, context))
          : handle(request, context),
      )
    } finally {
      ended?.()
    }
  }

/** The same for a streamed call. */
export const streamingAnswer = (path: string, handle: Stream, began?: Began): Stream =>
  async function* (request, context) {
    const ended = began?.()
    const facts = factsOf(context)
    try {
      const parts = (): AsyncIterable<unknown> =>
        iteratedWithin(
          (step) => servingRequest(facts, step),
          () => handle(request, context),
        )
      yield* isNamed(context) ? tracedParts(path.slice(1), asServer(path, context), parts) : parts()
    } finally {
      ended?.()
    }
  }
