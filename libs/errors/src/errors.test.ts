import { describe, expect, test } from 'vitest'
import { busy, catalogue, DomainError, isErrorEnum, problem, Problems, refused, translateProblems } from './index.ts'

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

test('problems are thrown together, up to the limit', () => {
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

describe('a problem appears once', () => {
  const same = (value: unknown) => problem('InvalidPayload', 'Too long.', { field: 'memo', value })
  const others = [
    problem('InvalidPayload', 'Too long.', { field: 'notes' }),
    problem('InvalidPayload', 'Too long.'),
    problem('InvalidPayload', 'No text.', { field: 'memo' }),
    problem('InvalidQuery', 'Too long.', { field: 'memo' }),
  ]

  test('and the others stay in order', () => {
    const thrown = new DomainError([same('a'), ...others, same('b'), ...others])
    expect(thrown.problems).toEqual([same('a'), ...others])
  })

  test('before they are counted', () => {
    const problems = new Problems()
    for (const field of ['a', 'a', 'a', 'b', 'b', 'c']) problems.add('InvalidPayload', 'Too long.', { field })
    const thrown = expect.objectContaining({
      problems: ['a', 'b'].map((field) => problem('InvalidPayload', 'Too long.', { field })),
    })
    expect(() => problems.throwIfAny(2)).toThrow(thrown)
  })

  test('where several become the same by translation', () => {
    const translated = translateProblems(new DomainError([same('a'), ...others]), () => same('x')) as DomainError
    expect(translated.problems).toEqual([same('x')])
  })
})

test('a translated refusal keeps its cause; busy refusals and defects stay as they are', () => {
  const cause = new Error('14 UNAVAILABLE')
  const translated = translateProblems(refused('AccountNotFound', 'None.', { field: '0' }, { cause }), (problem) =>
    ['a', 'b'].map((field) => ({ ...problem, meta: { field } })),
  ) as DomainError
  expect(translated.problems.map(({ meta }) => meta.field)).toEqual(['a', 'b'])
  expect(translated.cause).toBe(cause)
  for (const same of [busy('Full.'), new TypeError('x')])
    expect(translateProblems(same, (problem) => problem)).toBe(same)
})

test('names that objects inherit are no errors', () => {
  expect([isErrorEnum('PeriodClosed'), isErrorEnum('toString'), isErrorEnum('__proto__')]).toEqual([true, false, false])
})
