import { expect, test } from 'vitest'
import { day, fieldsOf, flag, integer, listOf, moment, momentOrNull, oneOf, text, textOrNull } from './index.ts'

const from = (value: unknown) => ({ it: value })

test('what is as expected is answered as it is', () => {
  expect(fieldsOf('it', { a: 1 })).toEqual({ a: 1 })
  expect(listOf(from([1]), 'it')).toEqual([1])
  expect(text(from('a'), 'it')).toBe('a')
  expect(integer(from(Number.MAX_SAFE_INTEGER), 'it')).toBe(Number.MAX_SAFE_INTEGER)
  expect(oneOf(from('B'), 'it', ['A', 'B'])).toBe('B')
  expect(flag(from(false), 'it')).toBe(false)
  expect(moment(from('2026-01-31T12:00:00Z'), 'it')).toEqual(new Date('2026-01-31T12:00:00Z'))
  expect(day(from('2024-02-29'), 'it')).toBe('2024-02-29')
})

test('what has no value is null, where it may be', () => {
  for (const none of [null, undefined, '']) expect(textOrNull(from(none), 'it')).toBeNull()
  expect(textOrNull(from('a'), 'it')).toBe('a')
  for (const none of [null, undefined]) expect(momentOrNull(from(none), 'it')).toBeNull()
  expect(momentOrNull(from('2026-01-31T12:00:00Z'), 'it')).toEqual(new Date('2026-01-31T12:00:00Z'))
})

test.each([
  ['an object', () => fieldsOf('it', [])],
  ['an object', () => fieldsOf('it', null)],
  ['a list', () => listOf(from({}), 'it')],
  ['text', () => text(from(''), 'it')],
  ['text', () => textOrNull(from(1), 'it')],
  ['an integer that can be kept exactly', () => integer(from(2 ** 53), 'it')],
  ['an integer that can be kept exactly', () => integer(from('1'), 'it')],
  ['one of A, B', () => oneOf(from('C'), 'it', ['A', 'B'])],
  ['true or false', () => flag(from('true'), 'it')],
  ['an instant like 2026-01-31T12:00:00.000Z', () => moment(from('2026-01-31'), 'it')],
  ['an instant like 2026-01-31T12:00:00.000Z', () => momentOrNull(from('soon'), 'it')],
  ['a date like 2026-01-31', () => day(from('2025-02-29'), 'it')],
])('what is no more than like it is refused, naming the field: %s', (expected, read) => {
  expect(read).toThrow(`it: expected ${expected}, got `)
})
