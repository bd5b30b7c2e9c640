import { expect, test } from 'vitest'
import { sumOf } from './formulas.ts'

const plus = (row: number) => ({ row, sign: 1 as const })
const minus = (row: number) => ({ row, sign: -1 as const })

test.each([
  [[plus(5)], 'B5'],
  [[minus(5)], '-B5'],
  [[plus(5), plus(6), plus(7)], 'SUM(B5:B7)'],
  [[plus(5), plus(7)], 'B5+B7'],
  [[plus(5), plus(6), minus(7), minus(8), plus(9)], 'SUM(B5:B6)-SUM(B7:B8)+B9'],
  [[plus(6), plus(5)], 'B6+B5'],
  [[plus(5), plus(5)], 'B5+B5'],
])('runs of rows become ranges: %j', (rows, formula) => expect(sumOf('B', rows)).toBe(formula))

test('no cells, or too many for a formula, have no formula', () => {
  expect(sumOf('B', [])).toBeUndefined()
  const apart = (count: number) => Array.from({ length: count }, (_, index) => plus(2 * index + 100_000))
  expect(sumOf('B', apart(1_000))).toHaveLength(7_999)
  expect(sumOf('B', apart(1_001))).toBeUndefined()
})
