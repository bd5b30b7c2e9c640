/** Whether the environment enables tracing. Pure. */

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== ''

/**
 * By the specification OTEL_TRACES_EXPORTER defaults to `otlp`, and its endpoint to localhost: every process would try
 * to reach a collector that hardly any installation has there. So tracing is on only where a setting says where to send
 * traces, or how.
 */
export function isTracingEnabled(env: NodeJS.ProcessEnv): boolean {
  if (env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return false
  if (isSet(env['OTEL_CONFIG_FILE'])) return true
  const exporter = env['OTEL_TRACES_EXPORTER']
  if (isSet(exporter)) return exporter?.trim() !== 'none'
  return isSet(env['OTEL_EXPORTER_OTLP_ENDPOINT']) || isSet(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
}
