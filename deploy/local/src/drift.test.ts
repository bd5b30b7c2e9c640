import { expect, test } from 'vitest'
import { differences } from './drift.ts'

test('a file that appeared, vanished or changed is a difference; an equal one is not', () => {
  const before = new Map([
    ['same', 'a'],
    ['changed', 'b'],
    ['vanished', 'c'],
  ])
  const after = new Map([
    ['same', 'a'],
    ['changed', 'B'],
    ['appeared', 'd'],
  ])
  expect(differences(before, after)).toEqual(['appeared', 'changed', 'vanished'])
  expect(differences(before, before)).toEqual([])
})
