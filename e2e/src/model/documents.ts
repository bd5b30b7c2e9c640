/** Whether documents are what callers were promised, and the books what the product's own checks say they must be. */
import { expect } from 'vitest'
import { allPages, type Books } from '../books.ts'
import { expectAllPosted } from '../fault-checks.ts'
import type { ContactModel, Contact, Row } from './action.ts'
import { violationsIn } from './violations.ts'

type Shown = Record<string, Record<string, unknown>>

/** The shown state of each document of one contact, by list and id; by default of all of the business. */
export async function shownDocuments<Model extends Contact, Command>(
  { api }: Books,
  { lists }: ContactModel<Model, Command>,
  party?: Model,
): Promise<Shown> {
  const shown = lists.map(async ({ operation, query, of, show }) => {
    const rows = await allPages<Row>(async (cursor) => {
      const narrowed = { limit: 500, ...query, ...(party ? of(party) : {}), cursor }
      return (await api.call(operation, { query: narrowed })).body
    })
    return [operation, Object.fromEntries(rows.map((row) => [row.id, show(row)]))] as const
  })
  return Object.fromEntries(await Promise.all(shown))
}

/** The same as models say. */
export const promisedDocuments = <Model extends Contact, Command>(
  { lists }: ContactModel<Model, Command>,
  models: readonly Model[],
): Shown =>
  Object.fromEntries(
    lists.map(({ operation, expected }) => [operation, Object.fromEntries(models.flatMap((one) => expected(one)))]),
  )

/** Everything that was staged is in the journal, and the product finds nothing wrong. */
export async function expectRightBooks(postgresAdminUrl: string, books: Books): Promise<void> {
  await expectAllPosted(books)
  expect(await violationsIn(postgresAdminUrl, books)).toEqual([])
}
