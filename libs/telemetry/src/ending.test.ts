import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isTracing, startTracing } from './tracing.ts'
import { traced } from './spans.ts'

const names = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TIMEOUT',
  'OTEL_BSP_EXPORT_TIMEOUT',
  'OTEL_SERVICE_NAME',
  'OTEL_NODE_RESOURCE_DETECTORS',
]
const before = names.map((name) => [name, process.env[name]] as const)
afterEach(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})

test('a collector that takes everything and answers nothing does not keep a process from ending', async () => {
  const silent = createServer((socket) => socket.resume().on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  for (const name of ['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_BSP_EXPORT_TIMEOUT']) process.env[name] = '600000'
  const stop = await startTracing('test', { info: () => undefined, warn: () => undefined })
  await traced('a', {}, async () => undefined)
  // The exporter would wait for longer than the test may take.
  await stop()
  expect(isTracing()).toBe(false)
  silent.close()
}, 20_000)
