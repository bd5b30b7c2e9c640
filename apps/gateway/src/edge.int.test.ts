/** Callers that occupy connections, requests, bodies and answers: each gets its share of them, for a limited time. */
import { BusinessesService, ClientsService } from '@pacioli/protos/ledger'
import { ReportsService } from '@pacioli/protos/reporting'
import {
  implement,
  implementStream,
  serve,
  type CallContext,
  type Handlers,
  type StreamingHandlers,
} from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import type { GatewayOptions } from './app.ts'
import { clientId, testGateway, type TestGateway } from './testing/gateway.test-helpers.ts'

const businessId = randomUUID()
const B = `/v1/businesses/${businessId}`
/** One whose name is long. */
const longId = randomUUID()
const LONG_MS = 60_000
const SHORT_MS = 200
/** For a condition; nothing waits for so long. */
const SOON = { timeout: 10_000 }
/** More than the buffers between two ends of a connection take. */
const PIECES = 64
const MIB = 1024 * 1024
const PIECE = Buffer.alloc(MIB, 'x')
const LONG_NAME = 'x'.repeat(20 * MIB)

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/**
 * A listening gateway before services that know every client and business; clients of `waiting` are answered when the
 * test says so.
 */
async function serving(options: Partial<GatewayOptions>) {
  const waiting: (() => void)[] = []
  const patient = {
    connections: 100,
    connectionsEach: 100,
    headersMs: LONG_MS,
    requestMs: LONG_MS,
    gracePeriodMs: LONG_MS,
  }
  let pieces = 0
  let written = 0
  const clients = {
    GetClient: async ({ client_id }: { client_id: string }) => {
      if (client_id !== clientId) await new Promise<void>((resolve) => waiting.push(resolve))
      return { id: client_id }
    },
  } as unknown as Handlers<typeof ClientsService>
  const businesses = {
    GetBusiness: async (_request: unknown, context: CallContext) => ({
      data: { id: context.businessId, legal_name: context.businessId === longId ? LONG_NAME : 'x' },
    }),
    UpdateBusiness: async (_request: unknown, context: CallContext) => {
      written += 1
      if (context.clientId !== clientId) await new Promise<void>((resolve) => waiting.push(resolve))
      return { data: { id: businessId } }
    },
  } as unknown as Handlers<typeof BusinessesService>
  const reports = {
    GetReport: async function* () {
      for (pieces = 0; pieces < PIECES; pieces += 1) yield { json: PIECE }
    },
  } as unknown as StreamingHandlers<typeof ReportsService>
  const services = [
    implement(ClientsService, clients),
    implement(BusinessesService, businesses),
    implementStream(ReportsService, reports),
  ]
  const server = await serve({ host: '127.0.0.1', port: 0, services })
  const at = `127.0.0.1:${server.port}`
  const gateway = await testGateway(
    { ledger: at, reporting: at },
    { ...options, edge: { ...patient, ...options.edge } },
  )
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  const sockets: Socket[] = []
  closing.push(
    () => server.stop(100),
    () => gateway.close(),
    () => sockets.forEach((socket) => socket.destroy()),
  )
  const open = async (sends: string): Promise<Socket> => {
    const socket = connect((gateway.app.server.address() as AddressInfo).port, '127.0.0.1')
    // A connection that the gateway cuts off may fail in any way.
    socket.on('error', () => undefined)
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(sends)
    return socket
  }
  return { gateway, open, waiting, made: () => pieces, written: () => written }
}

const bearer = async (gateway: TestGateway, client: string = clientId): Promise<string> =>
  `Host: x\r\nAuthorization: Bearer ${await gateway.tokenFor({ client })}\r\n`
const get = (path: string, headers = 'Host: x\r\n'): string => `GET ${path} HTTP/1.1\r\n${headers}\r\n`
const asking = (path: string, headers = 'Host: x\r\n'): string => get(path, `${headers}Connection: close\r\n`)
const posting = (path: string, type: string, bytes: number, headers = 'Host: x\r\n'): string =>
  `POST ${path} HTTP/1.1\r\n${headers}Content-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** All that comes until the gateway closes the connection, however it does. */
const answerOf = (socket: Socket): Promise<string> => text(socket).catch(() => '')
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const figure = async ({ gateway }: { gateway: TestGateway }, name: string): Promise<number> => {
  const exposed = await gateway.metrics.metrics()
  return Number(new RegExp(`^${name}{service="gateway"} (\\d+)`, 'm').exec(exposed)?.[1])
}

describe('requests in one go on one connection', () => {
  test('are started one after the other, each when the answer before it is sent', async () => {
    const at = await serving({})
    const [first, second, apart] = [randomUUID(), randomUUID(), randomUUID()]
    const socket = await at.open(get(B, await bearer(at.gateway, first)) + asking(B, await bearer(at.gateway, second)))
    await expect.poll(() => at.waiting.length, SOON).toBe(1)
    // Had the gateway begun the others, they would be there before a request of another connection.
    const other = await at.open(asking(B, await bearer(at.gateway, apart)))
    await expect.poll(() => at.waiting.length, SOON).toBe(2)
    expect(await figure(at, 'gateway_requests_in_flight')).toBe(2)
    at.waiting[0]?.()
    await expect.poll(() => at.waiting.length, SOON).toBe(3)
    at.waiting.forEach((go) => go())
    const answers = await answerOf(socket)
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
    expect(statusOf(await answerOf(other))).toBe(200)
  })

  test('more than may wait close it, and leave nothing in flight', async () => {
    const at = await serving({})
    const socket = await at.open(get(B, await bearer(at.gateway, randomUUID())).repeat(40))
    expect(await answerOf(socket)).toBe('')
    await expect.poll(() => figure(at, 'gateway_requests_in_flight'), SOON).toBe(0)
    expect(at.waiting.length).toBeLessThanOrEqual(1)
  })
})

describe('a body that does not come', () => {
  test('holds no permit, at the token endpoint or at any other', async () => {
    const at = await serving({ maxInFlight: 1 })
    const headers = await bearer(at.gateway)
    for (let held = 0; held < 6; held += 2) {
      await at.open(posting('/oauth2/token', FORM, 100))
      await expect.poll(() => figure(at, 'gateway_requests_in_flight'), SOON).toBe(held + 1)
      await at.open(posting(`${B}/bills`, JSON_TYPE, 100, headers))
      await expect.poll(() => figure(at, 'gateway_bodies_arriving'), SOON).toBe(held + 2)
    }
    expect(statusOf(await answerOf(await at.open(asking(B, headers))))).toBe(200)
  })

  test('holds a permit once it is complete', async () => {
    const at = await serving({ maxInFlight: 1 })
    const headers = await bearer(at.gateway)
    const body = JSON.stringify({ legal_name: 'x' })
    const half = await at.open(
      posting(B, JSON_TYPE, body.length, headers).replace('POST', 'PUT').replace('\r\n', '\r\nConnection: close\r\n') +
        body.slice(0, 3),
    )
    await expect.poll(() => figure(at, 'gateway_bodies_arriving'), SOON).toBe(1)
    const held = await at.open(asking(B, await bearer(at.gateway, randomUUID())))
    await expect.poll(() => at.waiting.length, SOON).toBe(1)
    half.write(body.slice(3))
    const answer = await answerOf(half)
    expect([statusOf(answer), answer]).toEqual([503, expect.stringMatching(/retry-after: 1[^]*ServiceUnavailable/i)])
    at.waiting[0]?.()
    expect(statusOf(await answerOf(held))).toBe(200)
  })

  test('whose caller goes away once it is complete leaves nothing in flight', async () => {
    const at = await serving({})
    const body = JSON.stringify({ legal_name: 'x' })
    const headers = await bearer(at.gateway, randomUUID())
    const gone = await at.open(posting(B, JSON_TYPE, body.length, headers).replace('POST', 'PUT') + body)
    await expect.poll(() => at.waiting.length, SOON).toBe(1)
    at.waiting[0]?.()
    await expect.poll(() => at.waiting.length, SOON).toBe(2)
    gone.destroy()
    await expect.poll(() => figure(at, 'gateway_connections'), SOON).toBe(0)
    at.waiting[1]?.()
    await expect.poll(() => figure(at, 'gateway_requests_in_flight'), SOON).toBe(0)
    expect(at.written()).toBe(1)
  })

  test('is aborted and refused', async () => {
    const at = await serving({ edge: { gracePeriodMs: SHORT_MS, discardMs: SHORT_MS } })
    const answer = await answerOf(await at.open(`${posting('/oauth2/token', FORM, 100)}grant_type=`))
    expect([statusOf(answer), answer]).toEqual([400, expect.stringMatching(/InvalidPayload[^]*did not arrive in time/)])
    expect(await figure(at, 'gateway_body_bytes')).toBe(0)
  })

  test('is not processed when its end comes after the request was refused as too late', async () => {
    const at = await serving({ edge: { requestMs: SHORT_MS } })
    const body = JSON.stringify({ legal_name: 'x' })
    const request = posting(B, JSON_TYPE, body.length, await bearer(at.gateway)).replace('POST', 'PUT')
    const late = await at.open(request + body.slice(0, 3))
    late.once('data', () => late.write(body.slice(3)))
    const answer = await answerOf(late)
    expect([statusOf(answer), answer]).toEqual([400, expect.stringMatching(/InvalidPayload[^]*did not arrive in time/)])
    await expect.poll(() => figure(at, 'gateway_bodies_arriving'), SOON).toBe(0)
    await expect.poll(() => figure(at, 'gateway_requests_in_flight'), SOON).toBe(0)
    expect(at.written()).toBe(0)
  })

  test('is one of a few from one address, and leaves capacity for others', async () => {
    const at = await serving({ edge: { bodiesEach: 2 } })
    const held = [
      await at.open(posting('/oauth2/token', FORM, 100)),
      await at.open(posting('/oauth2/token', FORM, 100)),
    ]
    await expect.poll(() => figure(at, 'gateway_bodies_arriving'), SOON).toBe(2)
    const third = await answerOf(await at.open(posting('/oauth2/token', FORM, 5) + 'a=b&c'))
    expect([statusOf(third), third]).toEqual([503, expect.stringMatching(/retry-after: 1[^]*ServiceUnavailable/i)])
    held[0]?.destroy()
    await expect.poll(() => figure(at, 'gateway_bodies_arriving'), SOON).toBe(1)
    const fourth = await at.open(posting('/oauth2/token', FORM, 5) + 'a=b&c')
    expect(statusOf(await answerOf(fourth.end()))).toBe(400)
  })

  test('uses bytes of the share of its address, until it is gone', async () => {
    const at = await serving({ edge: { bodyBytesEach: 1_000 } })
    const headers = await bearer(at.gateway)
    const first = await at.open(posting(`${B}/bills`, JSON_TYPE, 900, headers) + ' '.repeat(800))
    await expect.poll(() => figure(at, 'gateway_body_bytes'), SOON).toBe(800)
    const second = await answerOf(await at.open(posting(`${B}/bills`, JSON_TYPE, 300, headers) + ' '.repeat(300)))
    expect([statusOf(second), second]).toEqual([503, expect.stringMatching(/retry-after: 1[^]*ServiceUnavailable/i)])
    first.destroy()
    await expect.poll(() => figure(at, 'gateway_body_bytes'), SOON).toBe(0)
  })
})

describe('a body that is refused before it has come', () => {
  /** More than the buffers between two ends of a connection take. */
  const LARGE = 16 * 1024 * 1024
  const content = Buffer.alloc(LARGE, ' ')
  const refusedWith = async (socket: Socket): Promise<number> => {
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return statusOf(answer.toString())
  }

  test('is answered at once, read slowly, and closed after a while', async () => {
    const at = await serving({ edge: { discardedBytesPerSecond: 1_024, discardMs: 1_000 } })
    const socket = await at.open(posting(`${B}/bills`, JSON_TYPE, LARGE))
    const sent = new Promise((resolve) => socket.write(content, resolve))
    expect(await refusedWith(socket)).toBe(401)
    expect(await figure(at, 'gateway_requests_in_flight')).toBe(0)
    expect(await sent).toBeInstanceOf(Error)
  })

  test('is refused by the length that it announces, before anything of it has come', async () => {
    const at = await serving({ limit: { perSecond: 1, burst: 10 }, clock: () => 0 })
    const asked = posting(`${B}/bills`, JSON_TYPE, 100_000, await bearer(at.gateway))
    const first = await at.open(asked)
    await expect.poll(() => figure(at, 'gateway_bodies_arriving'), SOON).toBe(1)
    expect(await refusedWith(await at.open(asked))).toBe(429)
    first.destroy()
  })

  test('leaves its connection to the next request', async () => {
    const at = await serving({ edge: { discardedBytesPerSecond: 1024 * LARGE } })
    const socket = await at.open(posting(`${B}/bills`, JSON_TYPE, LARGE))
    socket.write(content)
    expect(await refusedWith(socket)).toBe(401)
    socket.write(asking(B, await bearer(at.gateway)))
    expect(statusOf(await answerOf(socket))).toBe(200)
  })

  test.each([
    ['that its caller closes', 401, async () => 'Host: x\r\nConnection: close\r\n'],
    ['on which nothing else can come', 413, bearer],
  ])('is read before its answer on a connection %s, so that the answer arrives', async (_which, status, headersOf) => {
    const at = await serving({ edge: { discardedBytesPerSecond: 1024 * LARGE } })
    const socket = await at.open(posting(`${B}/bills`, JSON_TYPE, LARGE, await headersOf(at.gateway)))
    socket.write(content)
    expect(statusOf(await answerOf(socket))).toBe(status)
    expect(socket.writableLength).toBe(0)
  })
})

describe('an answer that is not fetched', () => {
  const report = `${B}/reports/trial-balance`

  test('is produced no further than it is fetched, and ended after a while', async () => {
    const at = await serving({ maxInFlight: 1, edge: { gracePeriodMs: SHORT_MS } })
    const headers = await bearer(at.gateway)
    const stalled = await at.open(get(report, headers))
    await once(stalled, 'readable')
    expect(at.made()).toBeLessThan(PIECES)
    await expect.poll(async () => statusOf(await answerOf(await at.open(asking(B, headers)))), SOON).toBe(200)
    expect((await answerOf(stalled)).length).toBeLessThan(PIECES * PIECE.length)
    expect(await figure(at, 'gateway_requests_in_flight')).toBe(0)
  })

  test('uses the share of its client: another read is refused until it is gone, and an unfetched list counts as well', async () => {
    const at = await serving({ workload: { bytes: 8 * MIB, heavyAtOnce: 1 } })
    const headers = await bearer(at.gateway)
    for (const path of [report, `/v1/businesses/${longId}`]) {
      const stalled = [await at.open(get(path, headers))]
      if (path === report) stalled.push(await at.open(get(path, headers)))
      await Promise.all(stalled.map((socket) => once(socket, 'readable')))
      expect(await figure(at, 'pacioli_work_bytes')).toBeGreaterThanOrEqual(4 * MIB)
      const refused = await answerOf(await at.open(asking(report, headers)))
      expect([statusOf(refused), refused]).toEqual([503, expect.stringMatching(/retry-after: 1[^]*in work/i)])
      stalled.forEach((socket) => socket.destroy())
      await expect.poll(() => figure(at, 'pacioli_work_bytes'), SOON).toBe(0)
    }
    expect(statusOf(await answerOf(await at.open(asking(report, headers))))).toBe(200)
  })

  test('is distinguished from one that is fetched', async () => {
    const at = await serving({ edge: { gracePeriodMs: 5_000 } })
    const answer = await answerOf(await at.open(asking(report, await bearer(at.gateway))))
    expect(answer.length).toBeGreaterThan(PIECES * PIECE.length)
  })
})

describe('of all that is in flight', () => {
  test('one caller has a share, and another one gets its own', async () => {
    const at = await serving({ maxInFlight: 4, maxInFlightEach: 2, trustProxy: 1 })
    const from = (address: string, client: string) => async () =>
      at.open(asking(B, `X-Forwarded-For: ${address}\r\n${await bearer(at.gateway, client)}`))
    const [busy, other] = [randomUUID(), randomUUID()]
    for (const address of ['10.0.0.1', '10.0.0.2']) await from(address, busy)()
    await expect.poll(() => at.waiting.length, SOON).toBe(1)
    await expect.poll(() => figure(at, 'gateway_requests_in_flight'), SOON).toBe(2)
    const same = from('10.0.0.1', other)
    await same()
    await expect.poll(() => figure(at, 'gateway_requests_in_flight'), SOON).toBe(3)
    expect(statusOf(await answerOf(await same()))).toBe(503)
    const apart = await from('10.0.0.3', clientId)()
    expect(statusOf(await answerOf(apart))).toBe(200)
    at.waiting.forEach((go) => go())
  })
})

describe('of connections', () => {
  const isServed = async (at: Awaited<ReturnType<typeof serving>>): Promise<boolean> =>
    (await answerOf(await at.open(asking('/healthz')))).startsWith('HTTP/1.1 200')

  test.each([
    ['in all', { connections: 2 }],
    ['of one address', { connectionsEach: 2 }],
  ])('there are no more %s than allowed, and another one once one is gone', async (_which, edge) => {
    const at = await serving({ edge })
    const held = [await at.open(''), await at.open('')]
    await expect.poll(() => figure(at, 'gateway_connections'), SOON).toBe(2)
    expect(await isServed(at)).toBe(false)
    expect(await figure(at, 'gateway_connections_refused_total')).toBe(1)
    held[0]?.destroy()
    await expect.poll(() => isServed(at), SOON).toBe(true)
  })

  test('those of a proxy that is trusted count in all alone', async () => {
    const at = await serving({ trustProxy: '127.0.0.0/8', edge: { connectionsEach: 1 } })
    await at.open('')
    await at.open('')
    expect(await isServed(at)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['half a request', 'GET / HTTP/1.1\r\nHost: '],
  ])('one that sends %s is closed after a while', async (_what, sends) => {
    const at = await serving({ edge: { headersMs: SHORT_MS } })
    const socket = await at.open(sends)
    socket.resume()
    await once(socket, 'close')
  })
})
