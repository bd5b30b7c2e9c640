import { expect, test } from 'vitest'
import { catalogue, type DomainError, isErrorEnum, Problems, refused } from './index.ts'

test('every error of one type has one HTTP status', () => {
  const statusOf = new Map<string, number>()
  for (const { type, http } of Object.values(catalogue)) {
    expect(statusOf.get(type) ?? http).toBe(http)
    statusOf.set(type, http)
  }
})

test('a refusal says what its first problem is', () => {
  const error = refused('PeriodClosed', 'closed', { field: 'entry_at' })
  expect([error.errorEnum, error.message, error.problems[0].type]).toEqual(['PeriodClosed', 'closed', 'RuleViolation'])
})

test('problems are thrown together, and no more of them than asked', () => {
  const problems = new Problems()
  expect(() => problems.throwIfAny()).not.toThrow()
  for (let index = 0; index < 5; index++) problems.add('UnbalancedEntry', `${index}`)
  try {
    problems.throwIfAny(3)
    expect.unreachable()
  } catch (error) {
    expect((error as DomainError).problems.map(({ description }) => description)).toEqual(['0', '1', '2'])
  }
})

test('names that objects inherit are no errors', () => {
  expect([isErrorEnum('PeriodClosed'), isErrorEnum('toString'), isErrorEnum('__proto__')]).toEqual([true, false, false])
})
