import { expect, test } from 'vitest'
import { tagOf } from '../testing/payables.test-helpers.ts'
import { mergedTags } from './tags.ts'

const merged = (...lists: string[][]): string[] =>
  mergedTags(...lists.map((list) => list.map(tagOf))).map(({ definitionId }) => definitionId)

test('the nearer tag wins, one value of each dimension', () => {
  expect(merged(['site:line'], ['site:bill', 'team:bill'], ['team:payment', 'project:payment'])).toEqual([
    'project:payment',
    'site:line',
    'team:bill',
  ])
})

test('the order in which tags were put on does not matter', () => {
  expect(merged(['a:1', 'c:3'], ['b:2'])).toEqual(merged(['c:3', 'a:1'], ['b:2']))
  expect(merged(['a:1', 'c:3'], ['b:2'])).toEqual(['a:1', 'b:2', 'c:3'])
})

test('without tags the result is empty', () => {
  expect(merged()).toEqual([])
  expect(merged([], [])).toEqual([])
})

test('only dimension and value are kept', () => {
  expect(mergedTags([tagOf('site:north')])).toEqual([{ dimensionId: 'site', definitionId: 'site:north' }])
})
