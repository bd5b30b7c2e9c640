import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

async function loadedWith(env: Record<string, string>): Promise<string[]> {
  const program = join(import.meta.dirname, '..', 'test-programs', 'what-is-loaded.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env: { PATH: process.env.PATH, ...env } })
  return JSON.parse(stdout) as string[]
}

test('unless it is enabled, nothing of the SDK is loaded', async () => {
  expect(await loadedWith({})).toEqual(['@opentelemetry/api'])
})

test('once enabled, the SDK and its exporters are', async () => {
  const loaded = await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  expect(loaded).toEqual(expect.arrayContaining(['@opentelemetry/sdk-node', '@opentelemetry/exporter-trace-otlp-grpc']))
})
