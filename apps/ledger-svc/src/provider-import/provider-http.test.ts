import { expect, test } from 'vitest'
import { pauseBefore, retryAfter } from './provider-http.ts'

const now = new Date('2026-11-20T12:00:00Z')

test.each([
  [null, undefined],
  ['0', 0],
  ['120', 120_000],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
])('Retry-After: %s asks for %s ms', (header, ms) => {
  // A negative number reads as a year to some parsers of dates: it asks for nothing later than now either way.
  expect(retryAfter(header, now) || undefined).toBe(ms || undefined)
})

test('pauses grow, differ from caller to caller, and stay below half a minute', () => {
  expect([1, 2, 3, 10].map((tries) => pauseBefore(tries, 1))).toEqual([500, 1_000, 2_000, 30_000])
  expect([1, 2, 3, 10].map((tries) => pauseBefore(tries, 0))).toEqual([250, 500, 1_000, 15_000])
})
