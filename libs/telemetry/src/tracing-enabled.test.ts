import { expect, test } from 'vitest'
import { isTracingEnabled } from './tracing-enabled.ts'

test.each([
  ['nothing', {}, false],
  ['an endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
  ['an endpoint for traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, true],
  ['an exporter', { OTEL_TRACES_EXPORTER: 'otlp' }, true],
  ['the exporter none', { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector' }, false],
  ['empty variables', { OTEL_TRACES_EXPORTER: '', OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, false],
  ['a sampler alone', { OTEL_TRACES_SAMPLER: 'always_on', OTEL_SERVICE_NAME: 'x' }, false],
  ['a disabled SDK', { OTEL_SDK_DISABLED: 'TRUE', OTEL_TRACES_EXPORTER: 'otlp' }, false],
  ['an SDK that is not disabled', { OTEL_SDK_DISABLED: 'false', OTEL_TRACES_EXPORTER: 'otlp' }, true],
  ['a configuration file', { OTEL_CONFIG_FILE: '/etc/otel.yaml' }, true],
])('with %s traces are made: %j %s', (_what, env, enabled) => {
  expect(isTracingEnabled(env)).toBe(enabled)
})
