import { ClientsService } from '@pacioli/protos/ledger'
import { implement, serve, type Handlers } from '@pacioli/rpc'
import { createLogger, Lifecycle } from '@pacioli/service'
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { testGateway } from './testing/gateway.test-helpers.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const PATH = `/v1/businesses/${randomUUID()}`

/** A gateway before a ledger that answers when the test says so. */
async function beforeSlowLedger(options: Parameters<typeof testGateway>[1], { mostCalls = 512 } = {}) {
  const answers: (() => void)[] = []
  const clients = {
    GetClient: () => new Promise((resolve) => answers.push(() => resolve({ data: { tokens_not_before: 0 } }))),
  } as unknown as Handlers<typeof ClientsService>
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    services: [implement(ClientsService, clients)],
    maxInFlight: mostCalls,
  })
  const gateway = await testGateway({ ledger: `127.0.0.1:${server.port}` }, options)
  closing.push(
    () => server.stop(100),
    () => gateway.close(),
  )
  const get = async (url: string) => {
    const authorization = `Bearer ${await gateway.tokenFor({ client: randomUUID() })}`
    return gateway.app.inject({ url, headers: { authorization } })
  }
  return { gateway, get, answers }
}

test('requests beyond the limit are refused with 503 and Retry-After, until one is answered', async () => {
  const { gateway, get, answers } = await beforeSlowLedger({ maxInFlight: 2, maxInFlightEach: 2 })
  const inWork = [get(PATH), get(PATH)]
  await expect.poll(() => answers.length).toBe(2)
  const shed = await get(PATH)
  expect([shed.statusCode, shed.json().error_enum, shed.headers['retry-after']]).toEqual([
    503,
    'ServiceUnavailable',
    '1',
  ])
  expect(shed.headers['x-request-id']).toBe(shed.json().meta.request_id)
  // Probes have to be answered under load.
  expect((await get('/healthz')).statusCode).toBe(200)
  expect(await gateway.metrics.metrics()).toContain('gateway_requests_shed_total{by="gateway",service="gateway"} 1')
  for (const answer of answers.splice(0)) answer()
  await Promise.all(inWork)
  const later = get(PATH)
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.()
  expect((await later).json().error_enum).not.toBe('ServiceUnavailable')
})

test('a refusal for lack of capacity, here or in a service, is counted and not logged; an outage is logged', async () => {
  const lines: { msg: string; error_enum: string }[] = []
  const logger = createLogger('gateway', 'info', { write: (line) => void lines.push(JSON.parse(line)) })
  const busy = await beforeSlowLedger({ maxInFlight: 2, maxInFlightEach: 2, logger }, { mostCalls: 1 })
  const inWork = busy.get(PATH)
  await expect.poll(() => busy.answers.length).toBe(1)
  for (let again = 0; again < 3; again++) expect((await busy.get(PATH)).statusCode).toBe(503)
  const figures = await busy.gateway.metrics.metrics()
  expect(figures).toContain('gateway_requests_shed_total{by="ledger",service="gateway"} 3')
  expect(lines).toEqual([])
  busy.answers[0]?.()
  await inWork
  lines.splice(0)
  const away = await testGateway({}, { logger })
  closing.push(() => away.close())
  const headers = { authorization: `Bearer ${await away.tokenFor()}` }
  expect((await away.app.inject({ url: PATH, headers })).statusCode).toBe(503)
  expect(lines).toMatchObject([{ msg: 'could not answer', error_enum: 'ServiceUnavailable' }])
})

test('a caller that leaves before its answer frees its permit', async () => {
  const { gateway, answers } = await beforeSlowLedger({ maxInFlight: 1 })
  const address = await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  const send = async (signal?: AbortSignal) =>
    fetch(`${address}${PATH}`, {
      // A connection that is kept would hold up the end of the gateway.
      headers: { authorization: `Bearer ${await gateway.tokenFor({ client: randomUUID() })}`, connection: 'close' },
      ...(signal ? { signal } : {}),
    })
  const leaving = new AbortController()
  const left = expect(send(leaving.signal)).rejects.toThrow('aborted')
  await expect.poll(() => answers.length).toBe(1)
  expect((await send()).status).toBe(503)
  leaving.abort()
  await left
  const next = async (): Promise<number> => {
    const answering = send()
    await Promise.race([answering, expect.poll(() => answers.length).toBe(2)])
    answers[1]?.()
    return (await answering).status
  }
  await expect.poll(next).not.toBe(503)
})

test('a refusal of a service as unavailable says when to retry', async () => {
  const gateway = await testGateway()
  closing.push(() => gateway.close())
  const headers = { authorization: `Bearer ${await gateway.tokenFor()}` }
  const answer = await gateway.app.inject({ url: PATH, headers })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
})

test('while it shuts down it is not ready, and each answer is the last of its connection', async () => {
  const life = new Lifecycle({ name: 'gateway', logger: createLogger('gateway', 'silent') })
  const gateway = await testGateway({}, { lifecycle: life })
  closing.push(() => gateway.close())
  const before = await gateway.app.inject({ url: '/healthz' })
  expect(before.headers.connection).not.toBe('close')
  life.beginStop()
  const after = await gateway.app.inject({ url: '/healthz' })
  expect([after.statusCode, after.headers.connection]).toEqual([200, 'close'])
  const ready = await gateway.app.inject({ url: '/readyz' })
  expect([ready.statusCode, ready.json().checks[0].detail]).toEqual([503, 'it is shutting down'])
})

test('it is ready without one of the services behind it, though not without the ledger', async () => {
  const { gateway, answers } = await beforeSlowLedger({})
  const answering = gateway.app.inject({ url: '/readyz' })
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.()
  const answer = await answering
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'ready'])
  expect(answer.json().checks).toContainEqual({
    name: 'reporting',
    ok: false,
    needed: false,
    detail: 'reporting does not answer',
  })
})
