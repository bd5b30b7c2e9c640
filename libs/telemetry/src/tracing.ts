/** Switches tracing on in this process, if it is enabled, and off again. */
import { context, diag, DiagLogLevel, propagation, trace, type Tracer } from '@opentelemetry/api'
import { setTimeout as wait } from 'node:timers/promises'
import { isTracingEnabled } from './tracing-enabled.ts'

/** Logs trouble with exporting; in pino's shape. */
export type TracingLog = {
  info: (facts: object, message: string) => void
  warn: (facts: object, message: string) => void
}

/** An unreachable collector must not keep a process from ending. */
const SEND_MS = 3_000

let tracer: Tracer | undefined

/** Undefined while tracing is off, the only cost of an untraced request. */
export const activeTracer = (): Tracer | undefined => tracer

export const isTracing = (): boolean => tracer !== undefined

/** The same trouble is logged once a minute at most: an unreachable collector fails every batch. */
const LOG_AGAIN_MS = 60_000

function logTrouble(log: TracingLog): void {
  const logged = new Map<string, number>()
  const tell = (message: string, ...details: unknown[]): void => {
    const now = Date.now()
    if (now - (logged.get(message) ?? -Infinity) < LOG_AGAIN_MS) return
    if (logged.size > 100) logged.clear()
    logged.set(message, now)
    log.warn({ tracing: [message, ...details].map(String).join(' ').slice(0, 1_000) }, 'Tracing is in trouble')
  }
  const silent = (): void => undefined
  const logger = { error: tell, warn: tell, info: silent, debug: silent, verbose: silent }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}

/** By the precedence of the specification: the operator's name of the service counts first. */
function nameService(service: string, env: NodeJS.ProcessEnv): void {
  if (/(^|,)\s*service\.name\s*=/.test(env['OTEL_RESOURCE_ATTRIBUTES'] ?? '')) return
  env['OTEL_SERVICE_NAME'] ||= service
}

/**
 * Starts the OpenTelemetry SDK as the standard variables say, and loads it only then. Metrics and logs are exported in
 * other ways. Returns how to stop it, which sends what is buffered.
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
  // The process detector would add the command line and the account of the process.
  env['OTEL_NODE_RESOURCE_DETECTORS'] ||= 'service,host'
  const sdk = startNodeSdk({
    // Our services pass the context in this form, whatever callers use; baggage stays outside.
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
