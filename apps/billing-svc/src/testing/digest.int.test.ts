/** What tests compare before and after a refused request, over the tables of the service itself. */
import { digestOf } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testBillingDatabase, type TestBillingDatabase } from './billing-database.test-helpers.ts'
import { keep, openStoredBooks, paid, storedInvoice, storedPayment } from './stored-receivables.test-helpers.ts'

let database: TestBillingDatabase
beforeAll(async () => {
  database = await testBillingDatabase()
})
afterAll(() => database.close())

test('the digest of a business differs by what is written of it, table by table, and by nothing else', async () => {
  const [books, others] = [await openStoredBooks(database.db), await openStoredBooks(database.db)]
  const differing = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = await digestOf(database.adminUrl, books.businessId)
    await work()
    const after = await digestOf(database.adminUrl, books.businessId)
    return Object.keys(after)
      .filter((table) => after[table] !== before[table])
      .map((table) => table.split('.').at(-1) ?? '')
      .sort()
  }
  const invoice = storedInvoice(books)
  expect(await differing(() => keep(books, { invoices: [invoice] }))).toEqual([
    'contact_balances',
    'invoice_line_items',
    'invoices',
  ])
  const settled = paid(storedPayment(books), invoice, 40)
  expect(await differing(() => keep(books, { payments: [settled.payment] }))).toEqual([
    'invoice_payment_allocations',
    'invoice_payments',
  ])
  expect(await differing(() => keep(others, { invoices: [storedInvoice(others)] }))).toEqual([])
})
