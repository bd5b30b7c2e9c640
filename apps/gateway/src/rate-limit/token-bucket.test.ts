import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newBucket, take, tokensIn, fullAt, availableAt, type BucketRules } from './token-bucket.ts'

const START = 1_750_000_000_123

const general: BucketRules = { capacity: 400, perSecond: 200, stepMs: 1 }
const bulk: BucketRules = { capacity: 40, perSecond: 20, stepMs: 1000 }

/** When requests passed that came at these intervals and cost one token each. */
function passes(rules: BucketRules, gaps: number[]): number[] {
  let now = START
  let state = newBucket(rules, now)
  const passed: number[] = []
  for (const gap of gaps) {
    now += gap
    const taken = take(state, rules, 1, now)
    state = taken.state
    if (taken.granted === 1) passed.push(now)
  }
  return passed
}

const someRules = fc.record({
  capacity: fc.integer({ min: 1, max: 1_000 }),
  perSecond: fc.integer({ min: 1, max: 1_000 }),
  stepMs: fc.constantFrom(1 as const, 1000 as const),
})
const someGaps = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 5_000 })),
  {
    maxLength: 300,
  },
)

describe('any bucket', () => {
  test('lets pass at most its capacity plus what flowed in, over every span of time', () => {
    fc.assert(
      fc.property(someRules, someGaps, (rules, gaps) => {
        const passed = passes(rules, gaps)
        for (let first = 0; first < passed.length; first++) {
          for (let last = first; last < passed.length; last++) {
            const ms = (passed[last] ?? 0) - (passed[first] ?? 0)
            // In whole steps one more may begin within the span than fits into it.
            const steps = Math.floor(ms / rules.stepMs) + (rules.stepMs === 1 ? 0 : 1)
            const inflow = (steps * rules.perSecond * rules.stepMs) / 1000
            expect(last - first + 1).toBeLessThanOrEqual(rules.capacity + inflow)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  test('never contains more than its capacity nor less than nothing, even when the clock goes back', () => {
    const clock = fc.array(fc.tuple(fc.integer({ min: -5_000, max: 5_000 }), fc.integer({ min: 0, max: 50 })))
    fc.assert(
      fc.property(someRules, clock, (rules, moves) => {
        let now = START
        let state = newBucket(rules, now)
        for (const [ms, requested] of moves) {
          now += ms
          const taken = take(state, rules, requested, now)
          expect(taken.granted).toBeLessThanOrEqual(requested)
          expect(taken.state.level).toBeGreaterThanOrEqual(0)
          expect(taken.state.level).toBeLessThanOrEqual(rules.capacity * 1000)
          expect(Number.isSafeInteger(taken.state.level)).toBe(true)
          state = taken.state
        }
      }),
    )
  })

  test('knows when it will contain a token, and has none a step before', () => {
    fc.assert(
      fc.property(someRules, fc.integer({ min: 1, max: 1_000 }), (rules, requested) => {
        const { state } = take(newBucket(rules, START), rules, requested, START)
        const at = availableAt(state, rules, 1)
        expect(take(state, rules, 1, at).granted).toBe(1)
        if (at > START) expect(take(state, rules, 1, at - rules.stepMs).granted).toBe(0)
        expect(tokensIn(take(state, rules, 0, fullAt(state, rules)).state)).toBe(rules.capacity)
      }),
    )
  })
})

describe('the general bucket', () => {
  test('lets exactly its capacity of a burst pass', () => {
    expect(passes(general, Array<number>(1_000).fill(0))).toHaveLength(400)
  })

  test('fills evenly: a token every 5 ms at 200 a second', () => {
    const { state } = take(newBucket(general, START), general, 400, START)
    expect(take(state, general, 1, START + 4).granted).toBe(0)
    expect(take(state, general, 1, START + 5).granted).toBe(1)
    expect(take(state, general, 400, START + 1_000).granted).toBe(200)
  })
})

describe('the bucket of bulk invoices', () => {
  test('lets exactly 40 of a burst pass, however long the burst takes below a second', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 60, maxLength: 100 }), (gaps) => {
        expect(passes(bulk, [0, ...gaps])).toHaveLength(40)
      }),
    )
  })

  test('gains 20 per whole second since its first use, and nothing between', () => {
    let { state } = take(newBucket(bulk, START), bulk, 40, START)
    expect(take(state, bulk, 40, START + 999).granted).toBe(0)
    const second = take(state, bulk, 40, START + 1_000)
    expect(second.granted).toBe(20)
    state = take(second.state, bulk, 40, START + 1_700).state
    expect(take(state, bulk, 40, START + 1_999).granted).toBe(0)
    expect(take(state, bulk, 40, START + 2_000).granted).toBe(20)
  })

  test('never contains more than 40', () => {
    const { state } = take(newBucket(bulk, START), bulk, 5, START)
    expect(take(state, bulk, 100, START + 60_000).granted).toBe(40)
  })

  test('equals the count of whole seconds, for any sequence of requests', () => {
    fc.assert(
      fc.property(someGaps, (gaps) => {
        let now = START
        let seconds = 0
        let tokens = 40
        const expected: number[] = []
        for (const gap of gaps) {
          now += gap
          const elapsed = Math.floor((now - START) / 1000)
          for (; seconds < elapsed; seconds++) tokens = Math.min(40, tokens + 20)
          if (tokens > 0) {
            tokens -= 1
            expected.push(now)
          }
        }
        expect(passes(bulk, gaps)).toEqual(expected)
      }),
    )
  })
})
