/** What a refused write must leave as it was: all that ledger, banking and billing hold of a business. */
import { digestOfBooks } from '@pacioli/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Books } from './books.ts'
import { target } from './shared-target.ts'

/** To be compared with what it is later: for each of the books and each table, a digest of what is there. */
export const heldOf = (...all: Books[]): Promise<unknown> =>
  Promise.all(
    all.map(async ({ id }) => {
      // The ledger marks a dimension that is asked for, whatever becomes of the request; a new one is an event, too.
      const { 'ledger.tag_dimensions': _marked, ...held } = await digestOfBooks(target().postgresAdminUrl, id)
      return held
    }),
  )

/** Does the work, and expects the books to be as they were. */
export async function untouched(books: Books, work: () => Promise<void>): Promise<void> {
  const before = await heldOf(books)
  await work()
  expect(await heldOf(books)).toEqual(before)
}

/** All tests of a `describe` together leave the books as they are. */
export function leavesUntouched(books: () => Books): void {
  let before: unknown
  beforeAll(async () => {
    before = await heldOf(books())
  })
  afterAll(async () => expect(await heldOf(books())).toEqual(before))
}
