import { MAX_AMOUNT } from '@pacioli/money'
import { expect, test } from 'vitest'
import { sumOf } from './sum.ts'

test.each([
  [[], 0],
  [[1, 2, -3], 0],
  [[-0], 0],
  [[MAX_AMOUNT, MAX_AMOUNT, 1, 1, -MAX_AMOUNT, -MAX_AMOUNT], 2],
  [[MAX_AMOUNT, 1, 1, -3], MAX_AMOUNT - 1],
])('%j sum to %s', (amounts, sum) => expect(sumOf(amounts)).toBe(sum))

test('a result outside of the safe range is no safe integer', () => {
  expect(Number.isSafeInteger(sumOf([MAX_AMOUNT, 1]))).toBe(false)
  expect(Number.isSafeInteger(sumOf([-MAX_AMOUNT, -1, -1]))).toBe(false)
})
