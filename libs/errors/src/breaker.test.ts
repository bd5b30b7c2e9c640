import { afterEach, expect, test, vi } from 'vitest'
import { Breaker } from './breaker.ts'

const SILENT_MS = 100
const ANSWER_MS = 50

/** A breaker whose dependency is alive as long as a test says so. */
function sample() {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'setImmediate', 'performance'],
  })
  const other = { isAlive: true, asked: 0 }
  const ask = (): Promise<void> => {
    other.asked += 1
    return other.isAlive ? Promise.resolve() : new Promise(() => undefined)
  }
  const breaker = new Breaker({
    what: 'It',
    probe: ask,
    unresponsiveMs: SILENT_MS,
    probeTimeoutMs: ANSWER_MS,
    probeIntervalMs: 10,
  })
  return { breaker, other }
}

afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const unavailable = expect.objectContaining({ errorEnum: 'ServiceUnavailable' })

test('a dependency that does not answer a probe is refused, and waiting calls are aborted', async () => {
  const { breaker, other } = sample()
  other.isAlive = false
  const aborted = vi.fn()
  breaker.waits(aborted)
  await pass(SILENT_MS - 1)
  expect([other.asked, breaker.isOpen]).toEqual([0, false])
  await pass(ANSWER_MS + 20)
  expect([other.asked > 0, breaker.isOpen]).toEqual([true, true])
  expect(aborted).toHaveBeenCalledOnce()
  expect(() => breaker.refuseWhileOpen()).toThrow(unavailable)
})

test('slow calls, however many, are no outage while probes are answered', async () => {
  const { breaker, other } = sample()
  const aborted = vi.fn()
  for (let question = 0; question < 50; question++) breaker.waits(aborted)
  await pass(100 * SILENT_MS)
  expect(other.asked).toBeGreaterThan(0)
  expect([breaker.isOpen, aborted.mock.calls.length]).toEqual([false, 0])
})

test('any answer meanwhile is enough, and then no probe is sent', async () => {
  const { breaker, other } = sample()
  other.isAlive = false
  breaker.waits()
  for (let round = 0; round < 20; round++) {
    await pass(SILENT_MS - 20)
    breaker.heard()
  }
  expect([breaker.isOpen, other.asked]).toEqual([false, 0])
})

test('an answer that comes during a probe counts as well', async () => {
  const { breaker, other } = sample()
  other.isAlive = false
  breaker.waits()
  await pass(SILENT_MS + 15)
  expect(other.asked).toBe(1)
  breaker.heard()
  await pass(ANSWER_MS)
  expect(breaker.isOpen).toBe(false)
})

test('it is probed while unresponsive, and used again once a probe is answered', async () => {
  const { breaker, other } = sample()
  other.isAlive = false
  const waited = breaker.waits()
  await pass(SILENT_MS + ANSWER_MS + 20)
  waited()
  expect(breaker.isOpen).toBe(true)
  await pass(3 * ANSWER_MS)
  expect([breaker.isOpen, other.asked > 2]).toEqual([true, true])
  other.isAlive = true
  await pass(2 * ANSWER_MS)
  breaker.refuseWhileOpen()
  expect(vi.getTimerCount()).toBe(0)
})

test('without waiting calls it is not probed', async () => {
  const { breaker, other } = sample()
  other.isAlive = false
  breaker.waits()()
  await pass(10 * SILENT_MS)
  expect([breaker.isOpen, other.asked, vi.getTimerCount()]).toEqual([false, 0, 0])
})
