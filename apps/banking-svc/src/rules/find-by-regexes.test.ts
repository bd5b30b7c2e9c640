import { refused } from '@pacioli/errors'
import { describe, expect, test } from 'vitest'
import { toConditions } from './rule.messages.ts'
import { findByRegexes, type EvaluateRegexes, type RankedRule } from './find-by-regexes.ts'
import { conditionsOf, subject } from './rules.test-helpers.ts'

const rulesUpTo = (count: number): RankedRule[] =>
  Array.from({ length: count }, (_, rank) => ({
    rank,
    rule: {
      id: `${rank}`,
      conditions: toConditions(conditionsOf({ description_regex: `${rank}` })),
    } as RankedRule['rule'],
  }))

const placesUpTo = (count: number, description = 'x') =>
  Array.from({ length: count }, (_, place) => ({ place, subject: subject({ description }) }))

/** A database where each rule takes its own time per transaction, and rule n matches transactions from n on; the clock is simulated. */
function databaseOf(msOf: (rank: number) => number): {
  evaluate: EvaluateRegexes
  asked: number[]
  spent: () => number
} {
  const asked: number[] = []
  let spentMs = 0
  const evaluate: EvaluateRegexes = async (subjects, rules, limitMs) => {
    asked.push(rules.length)
    const needed = rules.reduce((sum, { rank }) => sum + msOf(rank), 0)
    spentMs += Math.min(needed, limitMs)
    if (needed > limitMs) throw refused('RegexTooExpensive', 'too long')
    const found = new Map<number, number>()
    for (const { place } of subjects)
      for (const { rank } of rules) if (rank <= place) found.set(place, Math.min(found.get(place) ?? rank, rank))
    return { found, tookMs: needed }
  }
  return { evaluate, asked, spent: () => spentMs }
}

const BOMB = 60_000

describe('expressions', () => {
  test('are tried all at once where that is quick', async () => {
    const { evaluate, asked } = databaseOf(() => 0.1)
    const { found, tooSlow } = await findByRegexes(evaluate, placesUpTo(3), rulesUpTo(1_000))
    expect([asked, tooSlow]).toEqual([[1_000], []])
    expect([...found]).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ])
  })

  test.each([[[0]], [[999]], [[31, 32]], [[5, 500, 999]]])(
    'that take too long are found within 6 seconds, and fit nothing: %j',
    async (bombs) => {
      const { evaluate, spent } = databaseOf((rank) => (bombs.includes(rank) ? BOMB : 0.05))
      const { found, tooSlow, untriedFrom } = await findByRegexes(evaluate, placesUpTo(10), rulesUpTo(1_000))
      expect(tooSlow.map(({ rank }) => rank)).toEqual(bombs)
      expect(untriedFrom.size).toBe(0)
      expect(spent()).toBeLessThan(6_000)
      expect(found.get(9)).toBe(bombs.includes(0) ? 1 : 0)
    },
  )

  test('that take too long are tried on no further transaction', async () => {
    const { evaluate, asked } = databaseOf((rank) => (rank === 1 ? BOMB : 0.05))
    await findByRegexes(evaluate, placesUpTo(1_500), rulesUpTo(3))
    // All, the group, each alone; then the remaining two, on 500 transactions at a time.
    expect(asked).toEqual([3, 3, 1, 1, 1, 2, 2])
  })

  test('that are only slow together are all tried', async () => {
    const { evaluate } = databaseOf(() => 5)
    const { found, tooSlow, untriedFrom } = await findByRegexes(evaluate, placesUpTo(2), rulesUpTo(1_000))
    expect([tooSlow, untriedFrom.size, found.get(1)]).toEqual([[], 0, 0])
  })

  test('cannot take more than some seconds in all; where that ended is reported', async () => {
    const { evaluate, spent } = databaseOf(() => BOMB)
    const { tooSlow, untriedFrom } = await findByRegexes(evaluate, placesUpTo(2), rulesUpTo(1_000))
    expect(spent()).toBeLessThan(14_000)
    expect(tooSlow.length).toBeGreaterThan(5)
    expect(untriedFrom.get(0)).toBe(tooSlow.length)
    expect(untriedFrom.get(1)).toBe(tooSlow.length)
  })

  test('are tried on a limited text at a time', async () => {
    const sizes: number[] = []
    const evaluate: EvaluateRegexes = async (subjects) => {
      sizes.push(subjects.length)
      return { found: new Map(), tookMs: 1 }
    }
    await findByRegexes(evaluate, placesUpTo(1_001), rulesUpTo(1))
    expect(sizes.splice(0)).toEqual([500, 500, 1])
    await findByRegexes(evaluate, placesUpTo(33, 'x'.repeat(4_000)), rulesUpTo(1))
    expect(sizes).toEqual([16, 16, 1])
  })

  test('with another error fail', async () => {
    const evaluate: EvaluateRegexes = () => Promise.reject(new Error('no database'))
    await expect(findByRegexes(evaluate, placesUpTo(1), rulesUpTo(1))).rejects.toThrow('no database')
  })
})
