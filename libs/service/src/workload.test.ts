import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteBudget } from './byte-budget.ts'
import { Workload } from './workload.ts'

const MIB = 1024 * 1024
const unavailable = expect.objectContaining({ errorEnum: 'ServiceUnavailable' })

test('bytes in flight never exceed the budget, nor half of it for one client, and all are released', () => {
  const requests = fc.array(
    fc.record({ client: fc.constantFrom('a', 'b', 'c'), bytes: fc.integer({ min: 1, max: 40 }), ends: fc.boolean() }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(requests, (all) => {
      const budget = new ByteBudget({ limit: 100 })
      const held = new Map<string, number>()
      const releases: (() => void)[] = []
      for (const { client, bytes, ends } of all) {
        const before = held.get(client) ?? 0
        const sum = [...held.values()].reduce((one, other) => one + other, 0)
        const fits = (before === 0 || before + bytes <= 50) && sum + bytes <= 100
        try {
          const release = budget.reserve(client, bytes)
          expect(fits).toBe(true)
          held.set(client, before + bytes)
          releases.push(() => {
            release()
            held.set(client, (held.get(client) ?? 0) - bytes)
          })
        } catch (refusal) {
          expect([refusal, fits]).toEqual([unavailable, false])
        }
        if (ends) releases.shift()?.()
        expect(budget.used).toBe([...held.values()].reduce((one, other) => one + other, 0))
      }
      for (const release of releases) release()
      expect(budget.used).toBe(0)
    }),
  )
})

test('a request larger than the budget is possible while nothing else is in flight', () => {
  const budget = new ByteBudget({ limit: 10 })
  const release = budget.reserve('a', 1_000)
  expect(() => budget.reserve('b', 1)).toThrow(unavailable)
  release()
  release()
  expect(budget.used).toBe(0)
})

test('an answer counts, and keeps out what comes while it is there', () => {
  const workload = new Workload({ bytes: 10, heavyAtOnce: 1 })
  const sent = workload.charge({ clientId: 'a' }, 12)
  expect(() => workload.begin({ clientId: 'b' }, 1)).toThrow(unavailable)
  sent()
  expect(workload.bytes).toBe(0)
})

test('a large request waits for a permit of its client, and one that gets none leaves nothing behind', async () => {
  const workload = new Workload({ bytes: 100 * MIB, heavyAtOnce: 2, maxWaitMs: 1 })
  const first = await workload.begin({ clientId: 'a' }, MIB)
  await expect(workload.begin({ clientId: 'a' }, MIB)).rejects.toEqual(unavailable)
  const beside = await workload.begin({ clientId: 'b' }, MIB)
  expect(workload.bytes).toBe(2 * MIB)
  first()
  beside()
  expect(workload.bytes).toBe(0)
  const again = await workload.begin({ clientId: 'a' }, MIB)
  again()
})

test('no request waits for a permit so long that no time is left to use it', async () => {
  const workload = new Workload({ bytes: 100 * MIB, heavyAtOnce: 1, maxWaitMs: 600_000 })
  const first = await workload.begin({ clientId: 'a' }, MIB)
  const deadline = new Date(Date.now() + 2)
  await expect(workload.begin({ clientId: 'b', deadline }, MIB)).rejects.toEqual(unavailable)
  first()
})
