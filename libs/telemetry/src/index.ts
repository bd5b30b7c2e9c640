export { attribute } from './attributes.ts'
export {
  logFacts,
  currentActor,
  currentRequestId,
  servingRequest,
  traceIdIn,
  type RequestFacts,
} from './request-facts.ts'
export {
  carrier,
  errorTypeOf,
  isNamed,
  isTraced,
  iteratedWithin,
  markFailed,
  openSpan,
  runWithin,
  SpanKind,
  traced,
  tracedBatch,
  tracedParts,
  tracedWithin,
  untraced,
  type Attributes,
  type Carrier,
  type Span,
  type SpanOptions,
} from './spans.ts'
export { isTracing, startTracing, type TracingLog } from './tracing.ts'
