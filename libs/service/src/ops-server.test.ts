import { afterEach, expect, test } from 'vitest'
import { Counter, createMetrics, Gauge } from './metrics.ts'
import { startOpsServer } from './ops-server.ts'
import type { OpsServer } from './ops-server.ts'
import { checkReadiness, probe } from './readiness.ts'
import type { ReadinessCheck } from './readiness.ts'

let server: OpsServer | undefined
afterEach(() => server?.close())

async function ask(path: string, ready: () => Promise<ReadinessCheck[]>): Promise<{ status: number; body: string }> {
  const metrics = createMetrics('ledger')
  new Counter({ name: 'entries_total', help: 'Entries', registers: [metrics] }).inc(3)
  server = await startOpsServer({ host: '127.0.0.1', port: 0, metrics, ready })
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
  return { status: response.status, body: await response.text() }
}

test('ready when every check passes', async () => {
  const { status, body } = await ask('/readyz', async () => [await probe('database', async () => 1)])
  expect(status).toBe(200)
  expect(JSON.parse(body)).toEqual({ status: 'ready', checks: [{ name: 'database', ok: true }] })
})

test('ready, with what a check says of itself', async () => {
  const { status, body } = await ask('/readyz', async () => [await probe('database', async () => 'without a node')])
  expect(status).toBe(200)
  expect(JSON.parse(body).checks).toContainEqual({ name: 'database', ok: true, detail: 'without a node' })
})

test('not ready when one check fails, naming it', async () => {
  const refuse = (): Promise<never> => Promise.reject(new Error('connection refused'))
  const { status, body } = await ask('/readyz', async () => [
    { name: 'nats', ok: true },
    await probe('database', refuse),
  ])
  expect(status).toBe(503)
  expect(JSON.parse(body).checks).toContainEqual({ name: 'database', ok: false, detail: 'connection refused' })
})

test('a check that never answers counts as failed', async () => {
  const report = await checkReadiness(() => new Promise(() => {}), 10)
  expect(report).toEqual({ ready: false, checks: [{ name: 'readiness', ok: false, detail: 'no answer within 10 ms' }] })
})

test('alive even when not ready', async () => {
  const { status } = await ask('/healthz', async () => [{ name: 'database', ok: false }])
  expect(status).toBe(200)
})

test('metrics carry the service’s name', async () => {
  const { body } = await ask('/metrics', async () => [])
  expect(body).toContain('entries_total{service="ledger"} 3')
  expect(body).toContain('process_cpu_user_seconds_total')
})

test('an unknown path is answered with the known ones', async () => {
  const { status, body } = await ask('/', async () => [])
  expect(status).toBe(404)
  expect(body).toContain('/readyz')
})

test('figures that cannot be read are a 500, and end nothing', async () => {
  const metrics = createMetrics('broken')
  new Gauge({
    name: 'broken',
    help: 'Broken',
    registers: [metrics],
    collect: () => {
      throw new Error('not to be shown')
    },
  })
  const broken = await startOpsServer({ host: '127.0.0.1', port: 0, metrics, ready: async () => [] })
  const answer = await fetch(`http://127.0.0.1:${broken.port}/metrics`)
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({ status: 'error' })
  expect((await fetch(`http://127.0.0.1:${broken.port}/healthz`)).status).toBe(200)
  await broken.close()
})
