/** Whether the environment asks for traces. Pure. */

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== ''

/**
 * The specification has `otlp` as the default of OTEL_TRACES_EXPORTER, and localhost as that of the endpoint: every process
 * would try to reach a collector that hardly anybody has there. So traces are made where somebody has said where to, or how.
 */
export function isTracingEnabled(env: NodeJS.ProcessEnv): boolean {
  if (env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return false
  if (isSet(env['OTEL_CONFIG_FILE'])) return true
  const exporter = env['OTEL_TRACES_EXPORTER']
  if (isSet(exporter)) return exporter?.trim() !== 'none'
  return isSet(env['OTEL_EXPORTER_OTLP_ENDPOINT']) || isSet(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
}
