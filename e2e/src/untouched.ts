/** Checks that a refused write changes nothing that ledger, banking and billing have of a business. */
import { digestOfBooks } from '@pacioli/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Books } from './books.ts'
import { target } from './shared-target.ts'

/** The state of books, for later comparison: a digest of each table. */
export const stateOf = (...all: Books[]): Promise<unknown> =>
  Promise.all(
    all.map(async ({ id }) => {
      // The ledger marks a requested dimension, even if the request fails; a new one is an event, too.
      const { 'ledger.tag_dimensions': _marked, ...state } = await digestOfBooks(target().postgresAdminUrl, id)
      return state
    }),
  )

/** Does the work, and expects the books to be as they were. */
export async function untouched(books: Books, work: () => Promise<void>): Promise<void> {
  const before = await stateOf(books)
  await work()
  expect(await stateOf(books)).toEqual(before)
}

/** All tests of a `describe` together leave the books as they are. */
export function leavesUntouched(books: () => Books): void {
  let before: unknown
  beforeAll(async () => {
    before = await stateOf(books())
  })
  afterAll(async () => expect(await stateOf(books())).toEqual(before))
}
