/** Switches tracing on in this process, if it was asked for, and off again. */
import { context, diag, DiagLogLevel, propagation, trace, type Tracer } from '@opentelemetry/api'
import { setTimeout as wait } from 'node:timers/promises'
import { isTracingEnabled } from './tracing-enabled.ts'

/** Where trouble with exporting is told; pino's shape. */
export type TracingLog = {
  info: (facts: object, message: string) => void
  warn: (facts: object, message: string) => void
}

/** A collector that is away does not keep a process from ending. */
const SEND_MS = 3_000

let tracer: Tracer | undefined

/** What makes spans; undefined while tracing is off, which is all that an untraced request pays. */
export const activeTracer = (): Tracer | undefined => tracer

export const isTracing = (): boolean => tracer !== undefined

/** The same trouble is told once a minute at most: a collector that is away fails every batch. */
const LOG_AGAIN_MS = 60_000

function logTrouble(log: TracingLog): void {
  const told = new Map<string, number>()
  const tell = (message: string, ...details: unknown[]): void => {
    const now = Date.now()
    if (now - (told.get(message) ?? -Infinity) < LOG_AGAIN_MS) return
    if (told.size > 100) told.clear()
    told.set(message, now)
    log.warn({ tracing: [message, ...details].map(String).join(' ').slice(0, 1_000) }, 'Tracing is in trouble')
  }
  const silent = (): void => undefined
  const logger = { error: tell, warn: tell, info: silent, debug: silent, verbose: silent }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}

/** By the precedence of the specification: what the operator calls the service counts more than its own name. */
function nameService(service: string, env: NodeJS.ProcessEnv): void {
  if (/(^|,)\s*service\.name\s*=/.test(env['OTEL_RESOURCE_ATTRIBUTES'] ?? '')) return
  env['OTEL_SERVICE_NAME'] ||= service
}

/**
 * Starts the OpenTelemetry SDK as the standard variables say, and loads it only then. Metrics and logs are not its
 * business: those have ways of their own. Returns how to end it, which sends what waits to be sent.
 */
export async function startTracing(
  service: string,
  log: TracingLog,
  env: NodeJS.ProcessEnv = process.env,
): Promise<() => Promise<void>> {
  if (!isTracingEnabled(env)) return async () => undefined
  const [{ startNodeSdk }, { W3CTraceContextPropagator }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/core'),
  ])
  nameService(service, env)
  // The process detector would add the command line and the name of the account that runs it.
  env['OTEL_NODE_RESOURCE_DETECTORS'] ||= 'service,host'
  const sdk = startNodeSdk({
    // Between our services the context travels in this form, whatever a caller may use elsewhere; baggage stays outside.
    propagators: [new W3CTraceContextPropagator()],
    metricReaders: [],
    logRecordProcessors: [],
    logLevel: 'warn',
  })
  logTrouble(log)
  tracer = trace.getTracer('pacioli')
  log.info({}, 'Traces are made and sent')
  return async () => {
    tracer = undefined
    const sent = sdk.shutdown().catch((error: unknown) => log.warn({ err: error }, 'The last spans could not be sent'))
    await Promise.race([sent, wait(SEND_MS, undefined, { ref: false })])
    trace.disable()
    context.disable()
    propagation.disable()
    diag.disable()
  }
}
