import { DomainError, Problems, type Problem } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { addImbalance, imbalancesOf, type TaggedAmount } from './balancing.ts'
import type { AppliedTag } from './tag.ts'

const tag = (key: string, value: string, strictness: AppliedTag['strictness'] = 'BALANCING'): AppliedTag => ({
  id: `${key} ${value} tag`,
  dimensionId: key,
  key,
  dimensionDisplayName: null,
  strictness,
  balancingEpoch: strictness === 'BALANCING' ? 1 : null,
  definitionId: `${key} ${value}`,
  value,
  valueDisplayName: null,
  archivedAt: null,
  archivedEpoch: null,
})

const debit = (amount: number, ...tags: AppliedTag[]): TaggedAmount => ({ amount, direction: 'DEBIT', tags })
const credit = (amount: number, ...tags: AppliedTag[]): TaggedAmount => ({ amount, direction: 'CREDIT', tags })
const isBalancing = ({ strictness }: AppliedTag): boolean => strictness === 'BALANCING'

const [a, b] = [tag('fund', 'a'), tag('fund', 'b')]

function problemOf(lines: readonly TaggedAmount[]): Problem {
  const problems = new Problems()
  for (const imbalance of imbalancesOf(lines, isBalancing)) addImbalance(problems, imbalance, 'line_items')
  try {
    problems.throwIfAny()
  } catch (error) {
    if (error instanceof DomainError) return error.problems[0]
    throw error
  }
  throw new Error('nothing was refused')
}

test('lines that balance for each value are in order, beside lines without a value', () => {
  const lines = [debit(5, a), credit(3, a), credit(2, a), debit(7, b), credit(7, b), debit(1), credit(1)]
  expect(imbalancesOf(lines, isBalancing)).toEqual([])
})

test('a value that is one unit off is reported with the difference, positive where debits exceed credits', () => {
  const lines = [debit(5, a), credit(4, a), debit(6, b), credit(7, b)]
  expect(imbalancesOf(lines, isBalancing)).toEqual([
    {
      key: 'fund',
      differences: [
        { value: 'a', difference: 1n },
        { value: 'b', difference: -1n },
      ],
    },
  ])
})

test('values of one dimension do not cancel out, and each dimension is reported', () => {
  const lines = [debit(5, a, tag('site', 'x')), credit(5, b)]
  expect(imbalancesOf(lines, isBalancing).map(({ key, differences }) => [key, differences.length])).toEqual([
    ['fund', 2],
    ['site', 1],
  ])
})

test('a dimension that is not enforced may be out of balance', () => {
  expect(imbalancesOf([debit(5, tag('site', 'x', 'NON_BALANCING')), credit(5)], isBalancing)).toEqual([])
})

test('a refusal names the dimension, its values and their differences', () => {
  expect(problemOf([debit(5, a), credit(5)]).meta).toEqual({
    field: 'line_items',
    dimension: 'fund',
    differences: [{ value: 'a', difference: 5 }],
  })
  expect(problemOf([debit(5, a), credit(5)])).toMatchObject({
    error_enum: 'BalancingTagViolation',
    description: expect.stringContaining('fund') as string,
  })
})

test('a refusal of many values names some and counts the others', () => {
  const { description, meta } = problemOf(Array.from({ length: 500 }, (_, index) => debit(5, tag('fund', `v${index}`))))
  expect(meta.differences).toHaveLength(10)
  expect(description).toContain('v9 by 5, and under 490 more')
})
