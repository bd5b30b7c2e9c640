import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { observeOutbox, observePostings } from './observe.ts'

const figuresOf = async (metrics: ReturnType<typeof createMetrics>): Promise<string[]> =>
  (await metrics.metrics()).split('\n').filter((line) => /^pacioli_/.test(line))

test('what waits to be posted is asked once for all its figures, and absent while that fails', async () => {
  const metrics = createMetrics('test')
  let asked = 0
  let isThere = true
  observePostings(metrics, {
    backlog: () => {
      asked += 1
      if (!isThere) return Promise.reject(new Error('the database is away'))
      return Promise.resolve({ pending: 3, failed: 1, oldest: new Date(Date.now() - 60_000) })
    },
  })
  const [pending, failed, age, ...others] = await figuresOf(metrics)
  expect([pending, failed, others]).toEqual([
    'pacioli_postings_pending{service="test"} 3',
    'pacioli_postings_failed{service="test"} 1',
    [],
  ])
  expect(Number(age?.split(' ')[1])).toBeGreaterThanOrEqual(60)
  expect(asked).toBe(1)
  isThere = false
  expect(await figuresOf(metrics)).toEqual([])
  isThere = true
  expect(await figuresOf(metrics)).toHaveLength(3)
})

test('an outbox that cannot be read leaves the other figures readable', async () => {
  const metrics = createMetrics('test')
  observeOutbox(metrics, { backlog: () => Promise.reject(new Error('the database is away')) })
  observePostings(metrics, { backlog: () => Promise.resolve({ pending: 0, failed: 0, oldest: null }) })
  expect(await figuresOf(metrics)).toEqual([
    'pacioli_postings_pending{service="test"} 0',
    'pacioli_postings_failed{service="test"} 0',
    'pacioli_postings_age_seconds{service="test"} 0',
  ])
})
