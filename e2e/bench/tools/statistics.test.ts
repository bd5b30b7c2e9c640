import { expect, test } from 'vitest'
import { median, percentile, ratios } from './statistics.ts'

test('the median of an odd count is the middle one, whatever the order', () => {
  expect(median([5, 1, 3])).toBe(3)
})

test('the 99th percentile of a hundred samples is the second largest', () => {
  const samples = Array.from({ length: 100 }, (_, index) => index + 1)
  expect(percentile(samples, 0.99)).toBe(99)
  expect(percentile(samples, 1)).toBe(100)
  expect(percentile([7], 0.99)).toBe(7)
})

test('ratios are taken round by round', () => {
  expect(ratios([1, 4], [2, 2])).toEqual([0.5, 2])
})
