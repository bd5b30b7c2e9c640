import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Suspects, type Look } from './suspects.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const rows = (...all: string[]) => new Map([['one', all]])
const look = (nth: number): Look => ({ auditedAt: new Date(nth), through: nth, rowCount: nth, tookMs: 1 })

test('a row that was not sure in a look is none that was cleared, however long that look takes to be stored', () => {
  const suspects = new Suspects(60_000)
  suspects.see(rows('entry a'))
  expect(suspects.cleared(look(1))).toBeUndefined()
  vi.advanceTimersByTime(59_000)
  expect(suspects.see(rows('entry a'))('one', 'entry a')).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(suspects.cleared(look(2))).toBeUndefined()
  expect(suspects.see(rows('entry a'))('one', 'entry a')).toBe(true)
})

test('with more rows than are remembered no earlier look counts', () => {
  const suspects = new Suspects(60_000)
  suspects.see(rows('entry a'))
  expect(suspects.cleared(look(1))).toBeUndefined()
  vi.advanceTimersByTime(1)
  suspects.see(rows(...Array.from({ length: 1_001 }, (_, nth) => `entry ${String.fromCodePoint(0x4e00 + nth)}`)))
  expect(suspects.cleared(look(2))).toBeUndefined()
  vi.advanceTimersByTime(1)
  suspects.see(rows('entry b'))
  expect(suspects.cleared(look(3))).toEqual(look(2))
})
