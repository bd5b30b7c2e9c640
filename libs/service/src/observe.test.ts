import { busy, refused } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'
import {
  observeBroker,
  observeCalls,
  observeConsumers,
  observeOutbox,
  observePools,
  observePostings,
} from './observe.ts'

const figuresOf = async (metrics: ReturnType<typeof createMetrics>): Promise<string[]> =>
  (await metrics.metrics()).split('\n').filter((line) => /^pacioli_/.test(line))

test('waiting postings are queried once for all their figures, and absent while that fails', async () => {
  const metrics = createMetrics('test')
  let asked = 0
  let isThere = true
  observePostings(metrics, {
    backlog: () => {
      asked += 1
      if (!isThere) return Promise.reject(new Error('the database is away'))
      return Promise.resolve({ pending: 3, held: 2, failed: 1, oldest: new Date(Date.now() - 60_000) })
    },
  })
  const [pending, held, failed, age, ...others] = await figuresOf(metrics)
  expect([pending, held, failed, others]).toEqual([
    'pacioli_postings_pending{service="test"} 3',
    'pacioli_postings_held{service="test"} 2',
    'pacioli_postings_failed{service="test"} 1',
    [],
  ])
  expect(Number(age?.split(' ')[1])).toBeGreaterThanOrEqual(60)
  expect(asked).toBe(1)
  isThere = false
  expect(await figuresOf(metrics)).toEqual([])
  isThere = true
  expect(await figuresOf(metrics)).toHaveLength(4)
})

test('an outbox that cannot be read leaves the other figures readable', async () => {
  const metrics = createMetrics('test')
  observeOutbox(metrics, { backlog: () => Promise.reject(new Error('the database is away')) })
  observePostings(metrics, { backlog: () => Promise.resolve({ pending: 0, held: 0, failed: 0, oldest: null }) })
  expect(await figuresOf(metrics)).toEqual([
    'pacioli_postings_pending{service="test"} 0',
    'pacioli_postings_held{service="test"} 0',
    'pacioli_postings_failed{service="test"} 0',
    'pacioli_postings_age_seconds{service="test"} 0',
  ])
})

test('a consumer that cannot be queried has no figures, and the others keep theirs', async () => {
  const metrics = createMetrics('test')
  let asked = 0
  observeConsumers(metrics, {
    reader: {
      lag: () => {
        asked += 1
        return Promise.resolve({ pending: 7, oldest: new Date(Date.now() - 30_000) })
      },
    },
    fresh: { lag: () => Promise.resolve({ pending: 0, oldest: null }) },
    lost: { lag: () => Promise.reject(new Error('NATS is away')) },
  })
  const figures = await figuresOf(metrics)
  expect(figures).toHaveLength(4)
  expect(figures).toEqual(
    expect.arrayContaining([
      'pacioli_consumer_pending{consumer="reader",service="test"} 7',
      'pacioli_consumer_pending{consumer="fresh",service="test"} 0',
      expect.stringMatching(/^pacioli_consumer_age_seconds\{consumer="reader",service="test"\} 30(\.|$)/),
      'pacioli_consumer_age_seconds{consumer="fresh",service="test"} 0',
    ]),
  )
  expect(asked).toBe(1)
})

test('the connections of a pool are counted by state', async () => {
  const metrics = createMetrics('test')
  class Source {
    readonly #use = { inUse: 3, idle: 1, waiting: 2, max: 4 }
    pool() {
      return this.#use
    }
  }
  observePools(metrics, { requests: new Source() })
  observeBroker(metrics, { connected: false })
  expect(await figuresOf(metrics)).toEqual([
    'pacioli_db_pool_connections{pool="requests",state="in_use",service="test"} 3',
    'pacioli_db_pool_connections{pool="requests",state="idle",service="test"} 1',
    'pacioli_db_pool_waiting{pool="requests",service="test"} 2',
    'pacioli_db_pool_max{pool="requests",service="test"} 4',
    'pacioli_nats_connected{service="test"} 0',
  ])
})

test('a call counts as running until it has ended, and a defect is logged with its ids', async () => {
  const metrics = createMetrics('test')
  const lines: object[] = []
  const logger = createLogger('test', 'info', { write: (line) => void lines.push(JSON.parse(line) as object) })
  const observe = observeCalls(metrics, logger)
  const running = async (): Promise<string | undefined> =>
    (await figuresOf(metrics)).find((line) => line.startsWith('pacioli_rpc_running'))
  expect(await running()).toBe('pacioli_rpc_running{service="test"} 0')
  const [ended, endedToo] = [observe.began(), observe.began()]
  expect(await running()).toBe('pacioli_rpc_running{service="test"} 2')
  ended()
  endedToo()
  expect(await running()).toBe('pacioli_rpc_running{service="test"} 0')
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const context = { requestId: 'r', businessId: 'b', traceparent }
  observe({ method: 'PostEntry', context, ms: 1, error: refused('AccountArchived', 'It is archived.') })
  const cause = new Error('14 UNAVAILABLE: no connection')
  const away = refused('ServiceUnavailable', 'Try again.', {}, { cause })
  observe({ method: 'PostEntry', context, ms: 1, error: away })
  observe({ method: 'PostEntry', context, ms: 1, error: busy('Too much is in work.') })
  expect(await figuresOf(metrics)).toContainEqual(
    expect.stringMatching(/^pacioli_rpc_seconds_count\{.*outcome="busy".*\} 1$/),
  )
  observe({ method: 'PostEntry', context, ms: 1, error: new TypeError('x is undefined') })
  expect(lines).toMatchObject([
    { level: 'warn', msg: 'A call could not be answered', method: 'PostEntry', reason: cause.message },
    { msg: 'A call failed', method: 'PostEntry', request_id: 'r', business_id: 'b', trace_id: 'a'.repeat(32) },
  ])
})
