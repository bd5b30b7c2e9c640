/** Receivables for tests, created by the real use cases, and checks that the books agree with them. */
import type { Invoice__Output, InvoicePayment__Output } from '@pacioli/protos/billing'
import type { LedgerEntry__Output } from '@pacioli/protos/ledger'
import type { BusinessWrite } from '@pacioli/rpc'
import { expect } from 'vitest'
import { openTestBusiness, type TestBilling } from './billing.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { loadCredits } from '../contacts/customer-credit.store.ts'
import { makeCustomer, type CustomerInput } from './customers.test-helpers.ts'
import { allEntries, balancesOf, waitUntilPosted } from './ledger.test-helpers.ts'
import {
  dedicatedPayment,
  invoiceInput,
  paymentInput,
  type InvoiceGiven,
  type PaymentGiven,
  type PaymentOfManyGiven,
} from './receivable-inputs.test-helpers.ts'
import { createInvoice, createInvoicePayment, getInvoice, payInvoice } from './use-cases.test-helpers.ts'

export * from './receivable-inputs.test-helpers.ts'

/** A business with a customer. */
export type TestReceivables = { request: BusinessWrite; contactId: string }

/** Businesses that a test file has opened: all are checked at the end. */
const opened = new WeakMap<TestBilling, TestReceivables[]>()

export async function openReceivables(
  billing: TestBilling,
  details: Parameters<typeof openTestBusiness>[1] = {},
): Promise<TestReceivables> {
  const request = await openTestBusiness(billing, details)
  const receivables = { request, contactId: (await makeCustomer(billing, request)).id }
  opened.set(billing, [...(opened.get(billing) ?? []), receivables])
  return receivables
}

/** A further customer of the business. */
export const anotherCustomer = async (
  billing: TestBilling,
  { request }: TestReceivables,
  input: CustomerInput = {},
): Promise<TestReceivables> => ({ request, contactId: (await makeCustomer(billing, request, input)).id })

export async function makeInvoice(
  billing: TestBilling,
  receivables: TestReceivables,
  given: InvoiceGiven = {},
): Promise<Invoice__Output> {
  const { data } = await createInvoice(billing, receivables.request, invoiceInput(receivables, given))
  return data as Invoice__Output
}

/** The current invoice. */
export async function invoiceNow(
  billing: TestBilling,
  { request }: TestReceivables,
  { id }: { id: string },
): Promise<Invoice__Output> {
  const { data } = await getInvoice(billing, request, id)
  return data as Invoice__Output
}

/** A payment of one invoice, by check on 20 January 2026 at noon, by default. */
export async function payFor(
  billing: TestBilling,
  { request }: TestReceivables,
  { id: invoice_id }: { id: string },
  amount: number,
  given: PaymentGiven = {},
): Promise<InvoicePayment__Output> {
  const payment = dedicatedPayment({ paid_at: '2026-01-20T12:00:00Z', amount, ...given })
  const { data } = await payInvoice(billing, request, { invoice_id, payment })
  return data as InvoicePayment__Output
}

/** A payment over any number of invoices. */
export async function makePayment(
  billing: TestBilling,
  receivables: TestReceivables,
  given: PaymentOfManyGiven = {},
): Promise<InvoicePayment__Output> {
  const { data } = await createInvoicePayment(billing, receivables.request, paymentInput(receivables, given))
  return data as InvoicePayment__Output
}

/** The customer's credit. */
export async function creditOf(billing: TestBilling, { request, contactId }: TestReceivables): Promise<number> {
  const credits = await billing.db.transact(request, (tx) => loadCredits(tx, [contactId]))
  return credits.get(contactId) ?? 0
}

/** Balances of accounts, by stable name, in both books. */
export async function balances(
  billing: TestBilling,
  { request }: Pick<TestReceivables, 'request'>,
  stableNames: readonly string[],
): Promise<Record<string, [accrual: number, cash: number]>> {
  const [accrual, cash] = await Promise.all(
    (['ACCRUAL', 'CASH'] as const).map((basis) => balancesOf(billing, request, basis, stableNames)),
  )
  return Object.fromEntries(stableNames.map((name, index) => [name, [accrual?.[index] ?? 0, cash?.[index] ?? 0]]))
}

/** Debits less credits of an entry under each value of the dimensions that are BALANCING. */
function excessesOf({ line_items }: LedgerEntry__Output, balancing: readonly string[]): number[] {
  const sums = new Map<string, number>()
  for (const { amount, direction, transaction_tags } of line_items)
    for (const key of balancing) {
      const value = `${key}=${transaction_tags.find((tag) => tag.key === key)?.value ?? ''}`
      sums.set(value, (sums.get(value) ?? 0) + (direction === 'DEBIT' ? amount : -amount))
    }
  return [...sums.values()]
}

/**
 * The service finds nothing wrong: the books agree with the documents, and the ledger has what was posted.
 * @param balancing keys of BALANCING dimensions, under each value of which every entry balances
 */
export async function expectSoundBooks(
  billing: TestBilling,
  { request }: Pick<TestReceivables, 'request'>,
  balancing: readonly string[] = [],
): Promise<void> {
  await waitUntilPosted(billing, request)
  if (balancing.length > 0) {
    const entries = await allEntries(billing, request)
    expect(entries.filter((entry) => excessesOf(entry, balancing).some((excess) => excess !== 0))).toEqual([])
  }
  expect(await checkBusiness(billing, request)).toEqual([])
}

/** The same of every business that was opened here. */
export async function expectAllSound(billing: TestBilling): Promise<void> {
  const businesses = opened.get(billing) ?? []
  expect(businesses.length).toBeGreaterThan(0)
  for (const one of businesses) await expectSoundBooks(billing, one)
}
