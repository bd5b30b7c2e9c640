/** What requests cost, which large ones wait, and how many bytes are in flight. */
import { ImportsService } from '@pacioli/protos/banking'
import { InvoicesService } from '@pacioli/protos/billing'
import { JournalService } from '@pacioli/protos/ledger'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GatewayOptions } from './app.ts'
import type { TestGateway } from './testing/gateway.test-helpers.ts'
import { FakeServices, type Given } from './testing/fake-services.test-helpers.ts'
import { costOf } from './request-cost.ts'

const services = new FakeServices()
const started: TestGateway[] = []

/** Postings in flight at the ledger, each until a test releases it. */
let pending: { client: unknown; answer: () => void }[] = []
let holds = false

const posting = ({ entries }: Given): object => {
  if (!holds) return { data: [] }
  const { promise, resolve } = Promise.withResolvers<object>()
  pending.push({ client: memoOf(entries), answer: () => resolve({ data: [] }) })
  return promise
}

const memoOf = (entries: unknown): unknown => (entries as { memo?: string }[])[0]?.memo

beforeAll(async () => {
  await services.start({
    ledger: [services.serving(JournalService, posting)],
    banking: [services.serving(ImportsService, () => ({ data: { rows: [] } }))],
    billing: [services.serving(InvoicesService, () => ({ data: [] }))],
  })
})

beforeEach(() => {
  pending = []
  holds = false
})

afterAll(async () => {
  await Promise.all(started.map((gateway) => gateway.close()))
  await services.stop()
})

/** What is waited for must not depend on how busy the machine is. */
const PATIENT = { timeout: 10_000 }

const NOW = 1_750_000_000_000
const limit = { perSecond: 200, burst: 400 }

async function gateway(options: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const made = await services.gatewayWith({ limit, clock: () => NOW, ...options })
  started.push(made)
  return made
}

const entry = (memo: string) => ({
  entry_at: '2026-01-31T17:00:00Z',
  memo,
  line_items: ['DEBIT', 'CREDIT'].map((direction) => ({
    account_identifier: { type: 'StableName', stable_name: 'CASH' },
    amount: 1_250,
    direction,
  })),
})
const entries = (count: number, memo = 'a sale'): string =>
  JSON.stringify(Array.from({ length: count }, () => entry(memo)))

type Sent = { token: string; path?: string; payload?: string; method?: 'GET' | 'POST' }

async function send(through: TestGateway, { token, path = 'ledger/journal-entries/bulk', payload, method }: Sent) {
  const answer = await through.app.inject({
    method: method ?? 'POST',
    url: `/v1/businesses/${services.businessId}/${path}`,
    headers: { authorization: `Bearer ${token}`, ...(payload ? { 'content-type': 'application/json' } : {}) },
    ...(payload ? { payload } : {}),
  })
  const header = (name: string): number => Number(answer.headers[name])
  return {
    status: answer.statusCode,
    error: (JSON.parse(answer.body) as { error_enum?: string }).error_enum,
    remaining: header('x-ratelimit-remaining'),
    limit: header('x-ratelimit-limit'),
    retryAfter: header('retry-after'),
  }
}

const someone = (through: TestGateway): Promise<string> => through.tokenFor({ client: randomUUID() })

describe('a request costs by the size of its body', () => {
  test('one for each started 2 KiB, and every answer shows what remains', async () => {
    expect([costOf(0), costOf(2_048), costOf(2_049), costOf(4_097)]).toEqual([1, 1, 2, 3])
    const one = await gateway()
    const token = await someone(one)
    const payload = entries(400)
    const cost = costOf(payload.length)
    expect(cost).toBeGreaterThan(50)
    expect(await send(one, { token, payload: entries(1) })).toMatchObject({ status: 200, remaining: 399 })
    expect(await send(one, { token, payload })).toMatchObject({ status: 200, limit: 400, remaining: 399 - cost })
    expect(await send(one, { token, path: 'ledger/entries', method: 'GET' })).toMatchObject({ remaining: 398 - cost })
  })

  test('so what a client may post in one second is bounded; the refusal says when to retry', async () => {
    const one = await gateway()
    const token = await someone(one)
    const payload = entries(400)
    const answers = []
    for (let sent = 0; sent < 12; sent++) answers.push(await send(one, { token, payload }))
    const passed = answers.filter(({ status }) => status === 200).length
    expect(passed).toBe(Math.floor(400 / costOf(payload.length)))
    expect(answers.at(-1)).toMatchObject({ status: 429, error: 'RateLimitExceeded', retryAfter: 1 })
  })

  test('and one that costs more than the bucket ever holds passes when that is full', async () => {
    const one = await gateway()
    const token = await someone(one)
    const content = Buffer.alloc(1024 * 1024, 'x').toString('base64')
    const path = `custom-accounts/${randomUUID()}/statement-import`
    const payload = JSON.stringify({ content, format: 'CSV' })
    expect(costOf(payload.length)).toBeGreaterThan(400)
    expect(await send(one, { token, path, payload })).toMatchObject({ status: 200, remaining: 0 })
    expect(await send(one, { token, path, payload })).toMatchObject({ status: 429, remaining: 0 })
  })

  test('but bulk invoices are counted by their own bucket, as requests', async () => {
    const one = await gateway({ bulkLimit: { perSecond: 20, burst: 40 } })
    const token = await someone(one)
    const lines = Array.from({ length: 400 }, () => ({
      account_identifier: { type: 'StableName', stable_name: 'SALES' },
      unit_price: 1,
    }))
    const payload = JSON.stringify([{ customer_id: randomUUID(), line_items: lines }])
    expect(costOf(payload.length)).toBeGreaterThan(15)
    const answers = []
    for (let sent = 0; sent < 41; sent++) answers.push(await send(one, { token, path: 'invoices/bulk', payload }))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
    expect(await send(one, { token, payload: entries(1) })).toMatchObject({ status: 200, remaining: 400 - 42 })
  })
})

test('a token for one business uses up its own share, and nothing of its platform’s or of other businesses’', async () => {
  const one = await gateway()
  const client = randomUUID()
  const platform = await one.tokenFor({ client })
  const browser = await one.tokenFor({ client, businessId: services.businessId })
  const read = { path: 'ledger/entries', method: 'GET' } as const
  const answers = []
  for (let sent = 0; sent < 120; sent++) answers.push(await send(one, { token: browser, ...read }))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  expect(answers[0]).toMatchObject({ limit: 100, remaining: 99 })
  expect(await send(one, { token: platform, ...read })).toMatchObject({ limit: 400, remaining: 399 })
})

describe('large requests', () => {
  const limits = { limit: undefined }

  test('have one permit of each client: more wait, and those of a neighbour do not', async () => {
    const one = await gateway(limits)
    const [flooding, neighbour] = [await someone(one), await someone(one)]
    holds = true
    const flood = Array.from({ length: 5 }, () => send(one, { token: flooding, payload: entries(500, 'flood') }))
    await expect.poll(() => pending.length, PATIENT).toBe(1)
    const beside = send(one, { token: neighbour, payload: entries(500, 'neighbour') })
    await expect.poll(() => pending.at(-1)?.client, PATIENT).toBe('neighbour')
    expect(pending.map(({ client }) => client)).toEqual(['flood', 'neighbour'])
    // Small requests need no permit.
    const small = send(one, { token: flooding, payload: entries(1, 'small') })
    await expect.poll(() => pending.at(-1)?.client, PATIENT).toBe('small')
    holds = false
    for (const { answer } of pending) answer()
    const answers = await Promise.all([...flood, beside, small])
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200))
  })

  test('that get no permit in time are refused with 503 and Retry-After', async () => {
    const workload = { bytes: 64 * 1024 * 1024, heavyAtOnce: 1, maxWaitMs: 1 }
    const one = await gateway({ ...limits, workload })
    const [token, other] = [await someone(one), await someone(one)]
    holds = true
    const first = send(one, { token, payload: entries(500) })
    await expect.poll(() => pending.length, PATIENT).toBe(1)
    const second = await send(one, { token: other, payload: entries(500) })
    expect(second).toMatchObject({ status: 503, error: 'ServiceUnavailable', retryAfter: 1 })
    pending[0]?.answer()
    expect((await first).status).toBe(200)
  })
})

test('bytes beyond the limit are refused with 503 and Retry-After, and accepted once others are done', async () => {
  const one = await gateway({ limit: undefined, workload: { bytes: 100_000, heavyAtOnce: 8 } })
  const [token, other] = [await someone(one), await someone(one)]
  const payload = entries(80)
  expect(payload.length).toBeGreaterThan(17_000)
  holds = true
  const inWork = [send(one, { token, payload }), send(one, { token, payload })]
  await expect.poll(() => pending.length, PATIENT).toBe(2)
  // One client has half of it, and leaves the rest to others.
  expect(await send(one, { token, payload })).toMatchObject({ status: 503, error: 'ServiceUnavailable', retryAfter: 1 })
  const beside = send(one, { token: other, payload })
  await expect.poll(() => pending.length, PATIENT).toBe(3)
  for (const { answer } of pending) answer()
  expect((await Promise.all([...inWork, beside])).map(({ status }) => status)).toEqual([200, 200, 200])
  holds = false
  expect((await send(one, { token, payload })).status).toBe(200)
})
