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

/** Everything that was staged is in the journal, contacts add up to it, and the product finds nothing wrong. */
export async function expectRightBooks(postgresAdminUrl: string, books: Books): Promise<void> {
  await expectAllPosted(books)
  // The version before does not tell what contacts owe.
  if (!books.api.contract.isOfVersions) expect(await owedByContacts(books)).toEqual(await onControlAccounts(books))
  expect(await violationsIn(postgresAdminUrl, books)).toEqual([])
}

type Owed = { balance: number; credit_balance: number }

/** What all vendors are owed and all customers owe, and what they have with the business or it with them. */
async function owedByContacts({ api }: Books): Promise<Record<string, number>> {
  const [vendors, customers] = await Promise.all(
    (['listVendors', 'listCustomers'] as const).map((operation) =>
      allPages<Owed>(async (cursor) => (await api.call(operation, { query: { limit: 500, cursor } })).body),
    ),
  )
  const total = (contacts: readonly Owed[] = [], field: keyof Owed) =>
    contacts.reduce((sum, one) => sum + one[field], 0)
  return {
    ACCOUNTS_PAYABLE: total(vendors, 'balance'),
    ACCOUNTS_RECEIVABLE: total(customers, 'balance'),
    CUSTOMER_CREDITS: total(customers, 'credit_balance'),
    VENDOR_PREPAYMENTS: total(vendors, 'credit_balance'),
  }
}

/** The same by the journal. */
async function onControlAccounts(books: Books): Promise<Record<string, number>> {
  const nodes = await books.balanceNodes({ include_archived: true, reporting_basis: 'ACCRUAL' })
  const balances = new Map(nodes.map(({ stable_name, balance }) => [stable_name?.stable_name, balance]))
  const names = ['ACCOUNTS_PAYABLE', 'ACCOUNTS_RECEIVABLE', 'CUSTOMER_CREDITS', 'VENDOR_PREPAYMENTS']
  return Object.fromEntries(names.map((name) => [name, balances.get(name) ?? 0]))
}
