import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_WAIT_MS, MAX_ATTEMPTS, retryAfterOf, STEPS_MS, waitAfter } from './backoff.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const attempts = fc.integer({ min: 1, max: STEPS_MS.length })

test('each wait is between a second and the longest of its step', () => {
  fc.assert(
    fc.property(attempts, random, (count, chance) => {
      const wait = waitAfter(count, chance) ?? -1
      expect(wait).toBeGreaterThanOrEqual(1_000)
      expect(wait).toBeLessThanOrEqual(STEPS_MS[count - 1] ?? 0)
    }),
  )
  expect([waitAfter(5, 0), waitAfter(5, 0.5)]).toEqual([1_000, 1_800_000])
})

test('steps grow, and together they take a day and a half', () => {
  expect(STEPS_MS.toSorted((a, b) => a - b)).toEqual(STEPS_MS)
  const hours = STEPS_MS.reduce((sum, step) => sum + step, 0) / 3_600_000
  expect(hours).toBeGreaterThan(36)
  expect(hours).toBeLessThan(37)
})

test('there is no wait after the last attempt', () => {
  expect(waitAfter(MAX_ATTEMPTS - 1, 0)).toBeDefined()
  expect(waitAfter(MAX_ATTEMPTS, 0)).toBeUndefined()
  expect(waitAfter(MAX_ATTEMPTS + 5, 0, 60_000)).toBeUndefined()
})

test('the receiver may request more time, a day at most, never less', () => {
  fc.assert(
    fc.property(attempts, random, fc.nat({ max: 3 * MAX_WAIT_MS }), (count, chance, asked) => {
      const wait = waitAfter(count, chance, asked) ?? -1
      expect(wait).toBeGreaterThanOrEqual(Math.min(asked, MAX_WAIT_MS))
      expect(wait).toBeGreaterThanOrEqual(waitAfter(count, chance) ?? 0)
      expect(wait).toBeLessThanOrEqual(MAX_WAIT_MS)
    }),
  )
})

const now = new Date('2026-11-22T10:00:00Z')

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sun, 22 Nov 2026 10:00:30 GMT', 30_000],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['1e9', undefined],
  ['99999999999', undefined],
  [undefined, undefined],
])('Retry-After %j asks for %j ms', (header, expected) => expect(retryAfterOf(header, now)).toBe(expected))
