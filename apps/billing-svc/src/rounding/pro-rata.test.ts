import { MAX_AMOUNT } from '@pacioli/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharesOf } from './pro-rata.ts'

const sum = (amounts: readonly number[]): bigint => amounts.reduce((total, amount) => total + BigInt(amount), 0n)
const shares = (parts: number[], cumulative: number): number[] => sharesOf(parts, Number(sum(parts)), cumulative)

describe('shares of an amount', () => {
  test.each([
    ['nothing of anything', [60, 40], 0, [0, 0]],
    ['everything of everything', [60, 40], 100, [60, 40]],
    ['even parts', [60, 40], 50, [30, 20]],
    ['the missing unit goes to the larger remainder', [50, 30, 20], 33, [16, 10, 7]],
    ['a tie goes to the earlier part', [1, 1], 1, [1, 0]],
    ['ties go to the earlier parts', [1, 1, 1, 1], 3, [1, 1, 1, 0]],
    ['two missing units', [1, 1, 1], 2, [1, 1, 0]],
    ['a larger remainder goes before an earlier part', [1, 2], 1, [0, 1]],
    ['a negative part is floored toward minus infinity', [150, -50], 50, [75, -25]],
    ['a negative part gets its unit back by its remainder', [110, -10], 33, [36, -3]],
    ['of a negative part and a tie', [3, -1], 1, [2, -1]],
    ['a single part', [100], 37, [37]],
    ['parts larger than the total', [1000, -999], 1, [1000, -999]],
  ])('%s', (_name, parts, cumulative, expected) => expect(shares(parts, cumulative)).toEqual(expected))

  test('are exact where products are far beyond the safe range', () => {
    expect(shares([MAX_AMOUNT - 1, 1], MAX_AMOUNT - 1)).toEqual([MAX_AMOUNT - 2, 1])
    expect(shares([MAX_AMOUNT, -MAX_AMOUNT, 1], 1)).toEqual([MAX_AMOUNT, -MAX_AMOUNT, 1])
    expect(shares([4503599627370496, 4503599627370495], 4503599627370496)).toEqual([2251799813685248, 2251799813685248])
  })

  test.each([
    ['more than there is', [60, 40], 100, 101],
    ['less than nothing', [60, 40], 100, -1],
    ['parts that sum to something else', [60, 40], 99, 50],
    ['nothing to divide', [], 0, 0],
    ['a total of nothing', [5, -5], 0, 0],
    ['a negative total', [5, -6], -1, 0],
  ])('there are none of %s', (_name, parts, total, cumulative) => {
    expect(() => sharesOf(parts, total, cumulative)).toThrow(RangeError)
  })
})

/** Parts of both signs and any size with a sum above zero. */
const divisible = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: -20, max: 60 }) },
      fc.integer({ min: -(2 ** 48), max: 2 ** 49 }),
      fc.constant(1),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .filter((parts) => sum(parts) > 0n)

test('shares sum to the amount, and each is less than a unit from its exact share', () => {
  fc.assert(
    fc.property(divisible, fc.nat({ max: 1_000 }), (parts, thousandths) => {
      const total = sum(parts)
      const cumulative = Number((total * BigInt(thousandths)) / 1_000n)
      const found = shares(parts, cumulative)
      expect(sum(found)).toBe(BigInt(cumulative))
      for (const [index, part] of parts.entries()) {
        const distance = BigInt(found[index] ?? 0) * total - BigInt(part) * BigInt(cumulative)
        expect(distance > -total && distance < total).toBe(true)
      }
    }),
  )
})

test('missing units go to larger remainders first, ties to earlier parts', () => {
  fc.assert(
    fc.property(divisible, fc.nat({ max: 1_000 }), (parts, thousandths) => {
      const total = sum(parts)
      const cumulative = Number((total * BigInt(thousandths)) / 1_000n)
      const found = shares(parts, cumulative).map((share, index) => {
        const exact = BigInt(parts[index] ?? 0) * BigInt(cumulative)
        const remainder = ((exact % total) + total) % total
        return { index, remainder, hasUnit: BigInt(share) * total !== exact - remainder }
      })
      for (const one of found.filter(({ hasUnit }) => hasUnit))
        for (const other of found.filter(({ hasUnit }) => !hasUnit))
          expect(
            one.remainder > other.remainder || (one.remainder === other.remainder && one.index < other.index),
          ).toBe(true)
    }),
  )
})
