import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MinDataRate } from './min-data-rate.ts'

const LIMITS = { gracePeriodMs: 1_000, bytesPerSecond: 100 }

function watched({ isStalledByPeer = (): boolean => true } = {}) {
  const pace = new MinDataRate(LIMITS)
  const seen = { moved: 0, givenUp: 0 }
  const forget = pace.watch({ moved: () => seen.moved, isStalledByPeer, abort: () => (seen.givenUp += 1) })
  return { pace, seen, forget }
}

describe('what moves nothing', () => {
  test('is aborted once, when the grace period is over and not before', () => {
    const { pace, seen } = watched()
    for (let ms = 0; ms < 1_000; ms += 100) pace.sample(100)
    expect(seen.givenUp).toBe(0)
    pace.sample(1)
    pace.sample(100)
    expect(seen.givenUp).toBe(1)
  })

  test('is left alone once it is not watched any more', () => {
    const { pace, seen, forget } = watched()
    forget()
    for (let looks = 0; looks < 20; looks += 1) pace.sample(100)
    expect(seen.givenUp).toBe(0)
  })

  test('is left alone while the peer waits for us', () => {
    const { pace, seen } = watched({ isStalledByPeer: () => false })
    for (let looks = 0; looks < 100; looks += 1) pace.sample(100)
    expect(seen.givenUp).toBe(0)
  })

  test('is not charged a pause of this process', () => {
    const { pace, seen } = watched()
    pace.sample(60_000)
    expect(seen.givenUp).toBe(0)
  })
})

test('speed earns no credit: a peer that fetched much is aborted as soon as any other', () => {
  const { pace, seen } = watched()
  seen.moved = 1_000_000
  for (let ms = 0; ms <= 1_000; ms += 100) pace.sample(100)
  expect(seen.givenUp).toBe(0)
  pace.sample(100)
  expect(seen.givenUp).toBe(1)
})

test('a peer that keeps to the rate is never aborted, and one below it always is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 8 }), (more, less) => {
      const [keeps, fails] = [watched(), watched()]
      for (let looks = 0; looks < 200; looks += 1) {
        keeps.seen.moved += 9 + more
        fails.seen.moved += less
        keeps.pace.sample(100)
        fails.pace.sample(100)
      }
      expect([keeps.seen.givenUp, fails.seen.givenUp]).toEqual([0, 1])
    }),
  )
})
