/** When all end-to-end tests have run: whatever was secret in them is nowhere to be found. */
import { markSearched, searchStack, sharedStack } from '@pacioli/testing'
import { beforeAll, expect, test } from 'vitest'
import type { StackSearch } from '@pacioli/testing'

let search: StackSearch

beforeAll(async () => {
  const stack = sharedStack()
  search = await searchStack(stack, stack.records)
  markSearched(stack.records)
  console.log('Searched for secrets:', search.searched)
})

test('no secret is in a log, a database, what the broker stores, or an answer', () => {
  expect(search.found).toEqual([])
})

test('and there was something to search', () => {
  const { secrets, files, tables, rows } = search.searched
  expect(secrets).toBeGreaterThan(8)
  for (const count of [files, tables, rows]) expect(count).toBeGreaterThan(0)
})
