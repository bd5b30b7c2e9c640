/**
 * Spans by hand, at the few places that all calls pass. (Instrumentations that patch modules on loading miss ES modules
 * linked before, and each library needs its own.) While tracing is off, each function only does the work itself.
 */
import {
  context,
  defaultTextMapSetter,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Link,
  type Span,
} from '@opentelemetry/api'
import { attribute } from './attributes.ts'
import { activeTracer } from './tracing.ts'

export { SpanKind }
export type { Attributes, Span }

/** Where a trace continues, in W3C Trace Context. An invalid one counts as absent. */
export type Carrier = { readonly traceparent?: string | undefined; readonly tracestate?: string | undefined }

export type SpanOptions = {
  kind?: SpanKind
  attributes?: Attributes
  /** Its parent, if other than the current span. */
  parent?: Carrier | undefined
  links?: Link[]
  /** Adds the error to a failed span. Returns whether it was a failure at all: a refusal may be a good answer. */
  onError?: (span: Span, error: unknown) => boolean
}

type Work<Result> = (span: Span | undefined) => Promise<Result>

const extracted = ({ traceparent, tracestate }: Carrier): Context =>
  propagation.extract(ROOT_CONTEXT, { traceparent, tracestate })

const hasSpan = (given: Context): boolean => trace.getSpanContext(given) !== undefined

/** The name of an error. Never its message, which may quote a caller's text. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { errorEnum, code } = error as Error & { errorEnum?: unknown; code?: unknown }
  if (typeof errorEnum === 'string') return errorEnum
  return typeof code === 'string' ? code : error.constructor.name
}

export function markFailed(span: Span, errorType: string): void {
  span.setAttribute(attribute.errorType, errorType)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** A span that its caller has to end, and the context in which it is current. Undefined while tracing is off. */
export function openSpan(name: string, options: SpanOptions = {}): { span: Span; within: Context } | undefined {
  const tracer = activeTracer()
  if (!tracer) return undefined
  const around = options.parent ? extracted(options.parent) : context.active()
  const { kind = SpanKind.INTERNAL, attributes = {}, links = [] } = options
  const span = tracer.startSpan(name, { kind, attributes, links }, around)
  return { span, within: trace.setSpan(around, span) }
}

/** Runs work under a span, in a new trace if it has no parent. */
export async function traced<Result>(name: string, options: SpanOptions, work: Work<Result>): Promise<Result> {
  const opened = openSpan(name, options)
  if (!opened) return work(undefined)
  const { span, within } = opened
  try {
    return await context.with(within, work, undefined, span)
  } catch (error) {
    endFailed(span, error, options.onError)
    throw error
  } finally {
    span.end()
  }
}

function endFailed(span: Span, error: unknown, onError: SpanOptions['onError']): void {
  if (!onError || onError(span, error)) markFailed(span, errorTypeOf(error))
}

/** Whether a carrier names a trace and tracing is on. */
export const isNamed = (parent: Carrier | undefined): boolean =>
  activeTracer() !== undefined && parent?.traceparent !== undefined && hasSpan(extracted(parent))

/** Whether the current work, or the carrier, belongs to a trace: periodic work makes none. */
export const isTraced = (parent?: Carrier): boolean =>
  activeTracer() !== undefined && (hasSpan(context.active()) || isNamed(parent))

/** `traced`, but only within a trace: the current one, else the carrier's. */
export function tracedWithin<Result>(name: string, options: SpanOptions, work: Work<Result>): Promise<Result> {
  if (!isTraced(options.parent)) return work(undefined)
  const { parent, ...others } = options
  return traced(name, hasSpan(context.active()) ? others : { ...others, parent }, work)
}

/** The carrier of the current span, or of a context; empty outside of a trace. */
export function carrier(at?: Context): Carrier {
  if (!activeTracer()) return {}
  const given: Record<string, string> = {}
  propagation.inject(at ?? context.active(), given, defaultTextMapSetter)
  return given
}

/** The first carrier of each sampled trace. */
function tracesOf(carriers: readonly Carrier[]): Context[] {
  const traces = new Map<string, Context>()
  for (const one of carriers) {
    const found = extracted(one)
    const place = trace.getSpanContext(found)
    if (place && (place.traceFlags & 1) === 1 && !traces.has(place.traceId)) traces.set(place.traceId, found)
  }
  return [...traces.values()]
}

/**
 * Runs work that serves several traces. Its span belongs to the first of them and links to the others; each of those
 * gets a span of the same name and length that links to it, so that every trace shows the work and leads to it. Within
 * a trace, or where no carrier names one, the work just runs.
 */
export async function tracedBatch<Result>(
  name: string,
  options: Omit<SpanOptions, 'parent' | 'links'>,
  carriers: () => readonly Carrier[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (!activeTracer() || hasSpan(context.active())) return work()
  const [first, ...others] = tracesOf(carriers())
  if (!first) return work()
  const links = others.flatMap((one) => trace.getSpanContext(one) ?? []).map((place) => ({ context: place }))
  return traced(name, { ...options, links, parent: carrier(first) }, async (span) => {
    const place = span ? [{ context: span.spanContext() }] : []
    const beside = others.flatMap((one) => openSpan(name, { ...options, links: place, parent: carrier(one) }) ?? [])
    try {
      return await work()
    } catch (error) {
      for (const twin of beside) endFailed(twin.span, error, options.onError)
      throw error
    } finally {
      for (const twin of beside) twin.span.end()
    }
  })
}

/** Runs each step of an iteration in a context, and reports how it ended. */
export async function* iteratedWithin<Item>(
  run: <Result>(step: () => Result) => Result,
  iterate: () => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const iterator = run(() => iterate()[Symbol.asyncIterator]())
  let isOver = false
  try {
    for (;;) {
      const next = await run(() => iterator.next())
      if (next.done) {
        isOver = true
        return
      }
      yield next.value
    }
  } catch (error) {
    isOver = true
    throw error
  } finally {
    if (!isOver) await run(() => iterator.return?.())
  }
}

/** `traced` for an answer in parts: the span lasts until the last part, or until the consumer stops. */
export async function* tracedParts<Item>(
  name: string,
  options: SpanOptions,
  iterate: () => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const opened = openSpan(name, options)
  if (!opened) {
    yield* iterate()
    return
  }
  const { span, within } = opened
  try {
    yield* iteratedWithin((step) => context.with(within, step), iterate)
  } catch (error) {
    endFailed(span, error, options.onError)
    throw error
  } finally {
    span.end()
  }
}

/** Runs work that belongs to no request, though one triggered it. */
export const untraced = <Result>(act: () => Result): Result =>
  activeTracer() ? context.with(ROOT_CONTEXT, act) : act()

/** Runs a callback in the context of an open span. */
export const runWithin = <Result>(within: Context, act: () => Result): Result => context.with(within, act)
