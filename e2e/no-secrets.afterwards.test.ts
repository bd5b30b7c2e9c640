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
  const { secrets, files, tables, rows, answers } = search.searched
  // The stack has fourteen of its own and its providers four; what is beyond that was noted by the tests.
  expect(secrets).toBeGreaterThan(13)
  for (const count of [files, tables, rows, answers]) expect(count).toBeGreaterThan(0)
})
