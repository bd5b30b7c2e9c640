import { expect, test } from 'vitest'
import { compare } from './compare.ts'

const verdicts = (booked: [string, bigint, bigint][], expected: [string, bigint][]): [string, boolean][] =>
  compare(
    booked.map(([name, ledger, trialBalance]) => ({ name, ledger, trialBalance })),
    new Map(expected),
  ).map(({ name, equal }) => [name, equal])

test('accounts are equal where ledger, trial balance and expectation agree', () => {
  expect(
    verdicts(
      [
        ['b', 5n, 5n],
        ['a', -5n, -5n],
      ],
      [
        ['a', -5n],
        ['b', 5n],
      ],
    ),
  ).toEqual([
    ['a', true],
    ['b', true],
  ])
})

test('a difference on either side shows', () => {
  expect(
    verdicts(
      [
        ['a', 5n, 5n],
        ['b', 5n, 6n],
        ['c', 6n, 5n],
      ],
      [
        ['a', 6n],
        ['b', 5n],
        ['c', 5n],
      ],
    ),
  ).toEqual([
    ['a', false],
    ['b', false],
    ['c', false],
  ])
})

test('a balance that only one side has is a difference, an account without a balance is not', () => {
  expect(
    verdicts(
      [
        ['extra', 1n, 1n],
        ['empty', 0n, 0n],
      ],
      [['missing', 1n]],
    ),
  ).toEqual([
    ['extra', false],
    ['missing', false],
  ])
})
