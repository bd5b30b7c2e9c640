import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAmount, MAX_AMOUNT, opposite, signedFor, toAmount, type Direction } from './index.ts'

const direction = fc.constantFrom<Direction>('DEBIT', 'CREDIT')
const amount = fc.integer({ min: 1, max: MAX_AMOUNT })

test.each([
  [MAX_AMOUNT, true],
  [MAX_AMOUNT + 1, false],
  [-MAX_AMOUNT, true],
  [0.5, false],
  ['1', false],
  [Number.NaN, false],
])('%s is an amount: %s', (value, expected) => expect(isAmount(value)).toBe(expected))

test('an amount raises an account of its own side by what it lowers one of the other', () => {
  fc.assert(
    fc.property(direction, direction, amount, (normality, side, value) => {
      expect(signedFor(normality, side, value)).toBe(-signedFor(opposite(normality), side, value))
      expect(signedFor(normality, normality, value)).toBe(value)
    }),
  )
})

test('an integer of the database is taken exactly or not at all', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }), (value) => {
      const exact = value >= -BigInt(MAX_AMOUNT) && value <= BigInt(MAX_AMOUNT)
      if (exact) expect(BigInt(toAmount(String(value)))).toBe(value)
      else expect(() => toAmount(String(value))).toThrow(RangeError)
    }),
  )
})
