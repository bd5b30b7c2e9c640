/** Whether documents are what callers were promised, and the books what the product's own checks say they must be. */
import { isDeepStrictEqual } from 'node:util'
import { waitFor } from '@pacioli/testing'
import { expect } from 'vitest'
import { allPages, type Books } from '../books.ts'
import { expectAllPosted } from '../fault-checks.ts'
import type { ContactModel, Contact, Row } from './action.ts'
import { expectControls } from './controls.ts'
import { violationsIn } from './violations.ts'

type Shown = Record<string, Record<string, unknown>>

/** The shown state of each document of one contact, by list and id; by default of all of the business. */
export async function shownDocuments<Model extends Contact, Command>(
  { api }: Books,
  contacts: ContactModel<Model, Command>,
  party?: Model,
): Promise<Shown> {
  const shown = listsToldBy(api, contacts).map(async ({ operation, query, of, show }) => {
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
  { api }: Books,
  contacts: ContactModel<Model, Command>,
  models: readonly Model[],
): Shown =>
  Object.fromEntries(
    listsToldBy(api, contacts).map(({ operation, expected }) => [
      operation,
      Object.fromEntries(models.flatMap((one) => expected(one))),
    ]),
  )

const listsToldBy = <Model extends Contact, Command>(
  { contract }: Books['api'],
  { lists }: ContactModel<Model, Command>,
) => lists.filter(({ operation, isNew }) => contract.operations.has(operation) && !(isNew && contract.isOfVersions))

/** Documents are what models say: of one contact, or of all of the business. Journal lines reach contacts a little later. */
export async function expectDocuments<Model extends Contact, Command>(
  books: Books,
  contacts: ContactModel<Model, Command>,
  models: readonly Model[],
  party?: Model,
): Promise<void> {
  const promised = promisedDocuments(books, contacts, models)
  const isShown = async () => isDeepStrictEqual(await shownDocuments(books, contacts, party), promised)
  await waitFor('what was promised to be shown', isShown, { everyMs: 50 }).catch(() => undefined)
  expect(await shownDocuments(books, contacts, party)).toEqual(promised)
}

/** Everything that was staged is in the journal, control accounts say what contacts do, and the product finds nothing wrong. */
export async function expectRightBooks(postgresAdminUrl: string, books: Books): Promise<void> {
  await expectAllPosted(books)
  // The version before does not tell what contacts owe.
  if (!books.api.contract.isOfVersions) await expectControls(books)
  expect(await violationsIn(postgresAdminUrl, books)).toEqual([])
}
