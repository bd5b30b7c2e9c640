import { Broker, openKeyValue, type KeyValue } from '@pacioli/events'
import { testNats, waitFor } from '@pacioli/testing'
import fc from 'fast-check'
import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Grant } from './grant.ts'
import { blockOf, Limiter } from './limiter.ts'
import type { BucketRules } from './token-bucket.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const slow: BucketRules = { capacity: 40, perSecond: 1, stepMs: 1 }

let nats: Awaited<ReturnType<typeof testNats>>
let broker: Broker

beforeAll(async () => {
  nats = await testNats()
  broker = new Broker({ url: nats.url, name: 'test', log })
  await broker.whenConnected()
})

afterAll(async () => {
  await broker.close()
  await nats.stop()
})

const storeOf = (of: Broker, timeoutMs = 1_000): KeyValue =>
  openKeyValue(of, { bucket: 'limits', storage: 'memory', timeoutMs })

/** A clock that stands still keeps the refill out of the count. */
const NOW = 1_750_000_000_000
const limiter = (rules: BucketRules, block: number, store = storeOf(broker)) =>
  new Limiter({ name: 'test', rules, block, store, maxWaitMs: PATIENT_MS, clock: () => NOW })

/** What is counted here must not depend on how busy the machine is. */
const PATIENT_MS = 10_000

const allowed = (grants: Grant[]): number => grants.filter((grant) => grant.allowed).length

/** Warms the store up, so that the first compare-and-set is within the wait of a request. */
const warm = async (one: Limiter): Promise<void> => {
  await waitFor('an answer of the store', async () => (await one.take(`warm-${Math.random()}`)).allowed)
}

describe('the shared bucket', () => {
  test('lets exactly the capacity pass over several gateways at once', async () => {
    const gateways = [limiter(slow, 1), limiter(slow, 1), limiter(slow, 1)]
    await Promise.all(gateways.map(warm))
    const grants = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => (gateways[at % 3] as Limiter).take('client')),
    )
    expect(allowed(grants)).toBe(40)
  })

  test('leases blocks, and still never more than the capacity', async () => {
    const gateways = [limiter(slow, blockOf(slow)), limiter(slow, 4)]
    await Promise.all(gateways.map(warm))
    let passed = 0
    for (let round = 0; round < 30; round++) {
      for (const gateway of gateways) if ((await gateway.take('blocks')).allowed) passed += 1
    }
    expect(passed).toBe(40)
  })

  test('answers without a round trip while a block lasts', async () => {
    const rules: BucketRules = { capacity: 400, perSecond: 200, stepMs: 1 }
    const one = limiter(rules, blockOf(rules))
    await one.take('quick')
    const grant = one.take('quick')
    expect(grant).not.toBeInstanceOf(Promise)
    expect(grant).toMatchObject({ allowed: true, limit: 400, remaining: 398 })
  })

  test('keeps the buckets of clients apart', async () => {
    const one = limiter({ ...slow, capacity: 1 }, 1)
    await warm(one)
    expect((await one.take('a')).allowed).toBe(true)
    expect((await one.take('a')).allowed).toBe(false)
    expect((await one.take('b')).allowed).toBe(true)
  })
})

describe('a request that costs more', () => {
  const rules: BucketRules = { capacity: 100, perSecond: 10, stepMs: 1 }

  test('takes all of it or nothing, through two gateways, and leaves the remainder to smaller ones', async () => {
    const [one, other] = [limiter(rules, blockOf(rules)), limiter(rules, blockOf(rules))]
    await Promise.all([one, other].map(warm))
    const grants = [await one.take('costs', 40), await other.take('costs', 40), await one.take('costs', 40)]
    expect(allowed(grants)).toBe(2)
    expect(grants[2]).toMatchObject({ allowed: false, cost: 40 })
    let passed = 0
    for (let round = 0; round < 15; round++)
      for (const gateway of [one, other]) if ((await gateway.take('costs')).allowed) passed += 1
    expect(passed).toBe(20)
  })

  test('and than the bucket ever holds, counts as a full bucket', async () => {
    const one = limiter(rules, blockOf(rules))
    await warm(one)
    expect(await one.take('huge', 1_000_000)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await one.take('huge')).toMatchObject({ allowed: false, remaining: 0 })
    expect(await one.take('used')).toMatchObject({ allowed: true })
    expect(await one.take('used', 1_000_000)).toMatchObject({ allowed: false, remaining: 99 })
  })

  test('grants what the bucket contains, however much each request costs and from whichever gateway', async () => {
    const gateways = [limiter(rules, blockOf(rules)), limiter(rules, blockOf(rules))]
    await Promise.all(gateways.map(warm))
    const costs = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.boolean()), { minLength: 1, maxLength: 40 })
    let run = 0
    await fc.assert(
      fc.asyncProperty(costs, async (requests) => {
        const key = `any ${(run += 1)}`
        const grants = await Promise.all(
          requests.map(async ([cost, first]) => (gateways[first ? 0 : 1] as Limiter).take(key, cost)),
        )
        const passed = grants.filter((grant) => grant.allowed).reduce((sum, { cost }) => sum + cost, 0)
        expect(passed).toBeLessThanOrEqual(rules.capacity)
        const requested = requests.reduce((sum, [cost]) => sum + cost, 0)
        if (requested <= rules.capacity - 2 * blockOf(rules)) expect(passed).toBe(requested)
      }),
      { numRuns: 25 },
    )
  })
})

describe('while the store is slow', () => {
  test('two gateways together let pass what one bucket allows, then and once it answers again', async () => {
    const rules: BucketRules = { capacity: 160, perSecond: 1, stepMs: 1 }
    const shared = storeOf(broker)
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>()
    const slowly = async <Result>(use: () => Promise<Result>): Promise<Result> => {
      await answering
      return use()
    }
    const store: KeyValue = {
      get: (key) => slowly(() => shared.get(key)),
      create: (key, value) => slowly(() => shared.create(key, value)),
      update: (key, value, revision) => slowly(() => shared.update(key, value, revision)),
    }
    let now = NOW
    const options = { name: 'slow', rules, block: blockOf(rules), store, gateways: 2, clock: () => now }
    const gateways = [new Limiter({ ...options, maxWaitMs: 5 }), new Limiter({ ...options, maxWaitMs: 5 })]
    const send = async (): Promise<number> =>
      allowed(await Promise.all(Array.from({ length: 400 }, async (_, at) => (gateways[at % 2] as Limiter).take('x'))))
    let passed = await send()
    expect(passed).toBe(160)
    answer()
    // They try the store again after a second, in which one token flows in.
    now += 1_000
    await expect.poll(async () => (await shared.get(`slow.${hash('sha256', 'x')}`)) !== undefined).toBe(true)
    passed += await send()
    expect(passed).toBeLessThanOrEqual(161)
  })

  test('one that costs more than the share of a gateway counts as all of it, of which it has a part already', async () => {
    const rules: BucketRules = { capacity: 100, perSecond: 1, stepMs: 1 }
    const never = (): Promise<never> => new Promise(() => undefined)
    const store: KeyValue = { get: never, create: never, update: never }
    const alone = new Limiter({
      name: 'huge',
      rules,
      block: blockOf(rules),
      store,
      gateways: 2,
      maxWaitMs: 5,
      clock: () => NOW,
    })
    expect(await alone.take('x')).toMatchObject({ allowed: true })
    expect(await alone.take('x', 1_000_000, 1)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await alone.take('x')).toMatchObject({ allowed: false })
  })
})

describe('without NATS', () => {
  test('a local bucket goes on from what was known', async () => {
    const own = await testNats()
    const link = new Broker({ url: own.url, name: 'test', log })
    await link.whenConnected()
    let now = NOW
    let fallbacks = 0
    const one = new Limiter({
      name: 'outage',
      rules: { ...slow, capacity: 3 },
      block: 1,
      store: storeOf(link, 250),
      clock: () => now,
      onFallback: () => void (fallbacks += 1),
    })
    await warm(one)
    now += 10_000
    expect((await one.take('client')).allowed).toBe(true)
    fallbacks = 0

    await own.crash()
    await waitFor('the loss of the connection', async () => !link.connected)
    const grants = [await one.take('client'), await one.take('client'), await one.take('client')]
    expect(grants.map((grant) => grant.allowed)).toEqual([true, true, false])
    expect(fallbacks).toBe(1)
    await link.close()
    await own.stop()
  })

  test('the shared bucket decides again a second after it came back', async () => {
    const shared = storeOf(broker)
    let away = false
    const through = <Result>(use: () => Promise<Result>): Promise<Result> =>
      away ? Promise.reject(new Error('away')) : use()
    const store: KeyValue = {
      get: (key) => through(() => shared.get(key)),
      create: (key, value) => through(() => shared.create(key, value)),
      update: (key, value, revision) => through(() => shared.update(key, value, revision)),
    }
    let now = NOW
    const rules: BucketRules = { capacity: 2, perSecond: 1, stepMs: 1000 }
    const one = new Limiter({ name: 'back', rules, block: 1, store, maxWaitMs: PATIENT_MS, clock: () => now })
    await warm(one)
    expect((await one.take('client')).remaining).toBe(1)
    away = true
    expect((await one.take('client')).remaining).toBe(0)
    away = false
    now += 999
    expect((await one.take('client')).allowed).toBe(false)
    now += 1
    // One flowed in, and one that was there pays for what passed meanwhile.
    const grant = await one.take('client')
    expect(grant).toMatchObject({ allowed: true, remaining: 0 })
    const other = new Limiter({ name: 'back', rules, block: 1, store: shared, maxWaitMs: PATIENT_MS, clock: () => now })
    expect((await other.take('client')).allowed).toBe(false)
  })

  test('a store that hangs costs a request at most the wait, once a second', async () => {
    const hanging: KeyValue = {
      get: () => new Promise(() => undefined),
      create: () => new Promise(() => undefined),
      update: () => new Promise(() => undefined),
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const one = new Limiter({ name: 'hanging', rules: slow, block: 1, store: hanging, maxWaitMs: 25, clock: () => NOW })
    const granted: Grant[] = []
    void Promise.resolve(one.take('client')).then((grant) => granted.push(grant))
    await vi.advanceTimersByTimeAsync(24)
    expect(granted).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(granted.map(({ allowed }) => allowed)).toEqual([true])
    expect(one.take('client')).not.toBeInstanceOf(Promise)
  })
})
