/** How many bulk invoice requests pass: through whole gateways, which share their count over NATS. */
import { Broker, openKeyValue, type KeyValue } from '@pacioli/events'
import { refused } from '@pacioli/errors'
import { InvoicesService } from '@pacioli/protos/billing'
import { testNats } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GatewayOptions } from '../app.ts'
import type { TestGateway } from '../testing/gateway.test-helpers.ts'
import { FakeServices } from '../testing/fake-services.test-helpers.ts'

const services = new FakeServices()
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

let nats: Awaited<ReturnType<typeof testNats>>
let broker: Broker
let store: KeyValue
let billingIsAway = false
let one: TestGateway
let other: TestGateway

/** Stands still unless a test moves it. */
let now: number
let businessId: string

beforeAll(async () => {
  nats = await testNats()
  broker = new Broker({ url: nats.url, name: 'test', log })
  await broker.whenConnected()
  store = openKeyValue(broker, { bucket: 'bulk', storage: 'memory', timeoutMs: 10_000 })
  await store.get('made')
  await services.start({
    billing: [
      services.serving(InvoicesService, () => {
        if (billingIsAway) throw refused('ServiceUnavailable', 'away')
        return { data: [] }
      }),
    ],
  })
  one = await gateway()
  other = await gateway()
})

afterAll(async () => {
  await Promise.all(started.map((gateway) => gateway.close()))
  await services.stop()
  await broker.close()
  await nats.stop()
})

beforeEach(() => {
  now = Date.now()
  businessId = randomUUID()
  billingIsAway = false
})

/** A long wait: the count must not depend on how busy the machine is. */
const bulkLimit = { perSecond: 20, burst: 40, maxWaitMs: 10_000 }

const limit = { perSecond: 100_000, burst: 100_000, maxWaitMs: 10_000 }

const started: TestGateway[] = []

async function gateway(options: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const made = await services.gatewayWith({ limit, bulkLimit, store, clock: () => now, ...options })
  started.push(made)
  return made
}

type Sent = { token?: string; business?: string; payload?: string; contentType?: string }
const invoices = [{ customer_id: randomUUID(), line_items: [] }]

async function send(through: TestGateway, sent: Sent = {}) {
  const { token = await through.tokenFor(), business = businessId, contentType = 'application/json' } = sent
  const answer = await through.app.inject({
    method: 'POST',
    url: `/v1/businesses/${business}/invoices/bulk`,
    headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
    payload: sent.payload ?? JSON.stringify(invoices),
  })
  const { headers, statusCode: status } = answer
  const header = (name: string) => (headers[name] === undefined ? undefined : Number(headers[name]))
  return {
    status,
    error: (JSON.parse(answer.body) as { error_enum?: string }).error_enum,
    limit: header('x-ratelimit-limit'),
    remaining: header('x-ratelimit-remaining'),
    reset: header('x-ratelimit-reset'),
    retryAfter: header('retry-after'),
  }
}

async function burst(count: number, ...through: TestGateway[]) {
  const tokens = await Promise.all(through.map((one) => one.tokenFor()))
  const answers = await Promise.all(
    Array.from({ length: count }, (_, at) => {
      const which = at % through.length
      return send(through[which] as TestGateway, { token: tokens[which] as string })
    }),
  )
  const passed = answers.filter(({ status }) => status === 200)
  const refusals = answers.filter(({ status }) => status === 429)
  expect(passed.length + refusals.length).toBe(count)
  return { passed, refusals }
}

const seconds = (instant: number): number => Math.ceil(instant / 1000)

describe('of sixty bulk requests at once', () => {
  test('exactly 40 pass, and 20 more a second later and none before; every answer shows the bucket', async () => {
    const { passed, refusals } = await burst(60, one)
    expect([passed.length, refusals.length]).toEqual([40, 20])
    expect(passed.map(({ remaining }) => remaining).sort((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 40 }, (_, at) => at),
    )
    // Requests counted together show the bucket after all of them.
    const resets = [seconds(now + 1_000), seconds(now + 2_000)]
    for (const { limit, reset } of passed) expect([limit, resets.includes(reset ?? 0)]).toEqual([40, true])
    const refusal = { status: 429, error: 'RateLimitExceeded', limit: 40, remaining: 0 }
    expect(refusals).toEqual(Array(20).fill({ ...refusal, reset: seconds(now + 2_000), retryAfter: 1 }))
    now += 999
    expect((await burst(3, one)).passed).toHaveLength(0)
    now += 1
    expect((await burst(25, one)).passed).toHaveLength(20)
  })

  test('exactly 40 pass through two gateways together, and 20 more a second later', async () => {
    expect((await burst(60, one, other)).passed).toHaveLength(40)
    now += 1_000
    expect((await burst(25, one, other)).passed).toHaveLength(20)
  })
})

test('each business of a client, and each client of a business, has a bucket of its own', async () => {
  await burst(41, one)
  expect((await send(one)).status).toBe(429)
  expect(await send(one, { business: randomUUID() })).toMatchObject({ status: 200, limit: 40, remaining: 39 })
  const token = await one.tokenFor({ client: randomUUID() })
  expect(await send(one, { token })).toMatchObject({ status: 200, remaining: 39 })
})

describe('an answer shows that bucket', () => {
  const expected = { limit: 40, remaining: 39 }

  test('whatever it is, and a request that could be one takes from it', async () => {
    expect(await send(one, { payload: '[]' })).toMatchObject({ status: 400, ...expected })
    expect(await send(one, { payload: '[' })).toMatchObject({ status: 400, limit: 40, remaining: 38 })
    expect(await send(one, { contentType: 'text/plain' })).toMatchObject({ status: 415, limit: 40, remaining: 37 })
    const payload = `["${'x'.repeat(10 * 1024 * 1024)}"]`
    expect(await send(one, { payload })).toMatchObject({ status: 413, limit: 40, remaining: 36 })
    billingIsAway = true
    expect(await send(one)).toMatchObject({ status: 503, limit: 40, remaining: 35 })
  })

  test('as unused, where its owner is not known', async () => {
    const unused = { limit: 40, remaining: 40, reset: seconds(now) }
    expect(await send(one, { token: 'x' })).toMatchObject({ status: 401, ...unused })
    expect(await send(one, { business: 'x' })).toMatchObject({ status: 404, ...unused })
    const reader = await one.tokenFor({ scopes: ['books:read'] })
    expect(await send(one, { token: reader })).toMatchObject({ status: 403, ...unused })
    const elsewhere = await one.tokenFor({ businessId: randomUUID() })
    expect(await send(one, { token: elsewhere })).toMatchObject({ status: 404, ...unused })
    expect(await send(one)).toMatchObject({ status: 200, ...expected })
  })

  test('even where the bucket of all requests of the client is empty', async () => {
    const small = await gateway({ limit: { ...limit, perSecond: 1, burst: 1 } })
    const token = await small.tokenFor({ client: randomUUID() })
    expect(await send(small, { token })).toMatchObject({ status: 200, ...expected })
    expect(await send(small, { token })).toMatchObject({ status: 429, limit: 40, remaining: 0, retryAfter: 1 })
  })

  test('on this endpoint alone', async () => {
    const { headers } = await one.app.inject({
      url: `/v1/businesses/${businessId}/invoices`,
      headers: { authorization: `Bearer ${await one.tokenFor()}` },
    })
    expect(headers['x-ratelimit-limit']).toBe('100000')
  })
})

test('the limit can be switched off: then only that of all requests counts', async () => {
  const { passed } = await burst(41, await gateway({ bulkLimit: undefined }))
  expect(passed.map((answer) => answer.limit)).toEqual(Array(41).fill(100_000))
})
