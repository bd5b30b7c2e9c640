import { expect, test, vi } from 'vitest'
import { firstMatching, placesByRule } from './plain-conditions.ts'
import { toConditions } from './rule.messages.ts'
import { conditionsOf, subject } from './rules.test-helpers.ts'

const subjects = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    place,
    subject: subject({ description: `Payment ${place} somewhere`, merchantName: 'Shop' }),
  }))

const rules = (count: number) =>
  Array.from({ length: count }, (_, rank) => ({
    rank,
    rule: { conditions: toConditions(conditionsOf({ description_contains: `payment ${rank * 5} s` })) },
  }))

test.each([
  ['the first rule', firstMatching],
  ['what each rule fits', placesByRule],
])('to find %s, each text is made ready once, however many there are of the other', (_what, find) => {
  const ready = vi.spyOn(String.prototype, 'normalize')
  try {
    find(subjects(100), rules(50))
    // Two texts of each transaction, one of each rule.
    expect(ready).toHaveBeenCalledTimes(2 * 100 + 50)
  } finally {
    ready.mockRestore()
  }
})

test('of many rules the first match is found for each of many transactions', () => {
  expect([...firstMatching(subjects(20), rules(1_000))]).toEqual([
    [0, 0],
    [5, 1],
    [10, 2],
    [15, 3],
  ])
})
