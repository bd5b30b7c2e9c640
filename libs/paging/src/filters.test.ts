import { expect, test } from 'vitest'
import { containing, isKeepable, kept, rangeOf, requireTagPair, wordsOf } from './filters.ts'

test('characters of patterns mean themselves', () => {
  expect(containing(String.raw`50%_\x`)).toBe(String.raw`%50\%\_\\x%`)
})

test('NUL and half characters are in no text of the database', () => {
  expect(isKeepable('a😀')).toBe(true)
  expect(isKeepable('a\0')).toBe(false)
  expect(isKeepable('\ud800')).toBe(false)
})

test('twenty words are looked for, more are refused', () => {
  expect(wordsOf(' rent\t\u00a0May ')).toEqual(['rent', 'May'])
  expect(wordsOf('a '.repeat(20))).toHaveLength(20)
  expect(() => wordsOf('a '.repeat(21))).toThrow('expected at most 20')
})

test('an empty list is no filter, one without possible values matches nothing', () => {
  expect(kept(undefined, isKeepable)).toBeUndefined()
  expect(kept([], isKeepable)).toBeUndefined()
  expect(kept(['a', '\0'], isKeepable)).toEqual(['a'])
  expect(kept(['\0'], isKeepable)).toEqual([])
})

test('a key of tags comes with values, and values with a key', () => {
  expect(() => requireTagPair(undefined, [])).not.toThrow()
  expect(() => requireTagPair('team', ['Field'])).not.toThrow()
  expect(() => requireTagPair('team', [])).toThrow('tag_values is missing')
  expect(() => requireTagPair(undefined, ['Field'])).toThrow('tag_key is missing')
})

test('dates are days of the zone or instants; anything else is refused by its field', () => {
  expect(rangeOf('2026-02-01', '2026-02-01', 'Pacific/Kiritimati')).toEqual({
    from: new Date('2026-01-31T10:00:00.000Z'),
    before: new Date('2026-02-01T10:00:00.000Z'),
  })
  expect(() => rangeOf('2026-02-30', undefined, 'UTC', 'due_start_date')).toThrow('YYYY-MM-DD')
})
