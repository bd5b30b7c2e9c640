/** Whom the lines of billing's entries name. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePayment as payVendor, payBill } from '../testing/bill-payments.test-helpers.ts'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { anotherVendor, changeOf, makeBill, makeExpense, openPayables } from '../testing/bills.test-helpers.ts'
import { everyReceivable } from '../testing/every-receivable.test-helpers.ts'
import { allEntries, entriesOf, waitUntilPosted } from '../testing/ledger.test-helpers.ts'
import { openReceivables, type TestReceivables } from '../testing/receivable-rules.test-helpers.ts'
import { updateBill } from '../testing/use-cases.test-helpers.ts'
import { makeCredit } from '../testing/vendor-credits.test-helpers.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(async () => {
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

/** Whom the lines of each kind of document name, reversals included. */
async function namedBySource({ request, contactId }: TestReceivables): Promise<Record<string, string[]>> {
  await waitUntilPosted(billing, request)
  const lines = (await allEntries(billing, request)).flatMap(({ source_type = '', line_items }) =>
    line_items.map(({ customer_id, vendor_id }) => ({
      source: source_type,
      party: `${customer_id === contactId ? 'the customer' : (customer_id ?? 'none')}, ${vendor_id === contactId ? 'the vendor' : (vendor_id ?? 'none')}`,
    })),
  )
  const groups = Map.groupBy(lines, ({ source }) => source)
  return Object.fromEntries([...groups].map(([source, own]) => [source, [...new Set(own.map(({ party }) => party))]]))
}

test('all lines of receivables name the customer; those of payouts, which are of many, name nobody', async () => {
  const receivables = await openReceivables(billing)
  await everyReceivable(billing, receivables)
  const customer = ['the customer, none']
  expect(await namedBySource(receivables)).toEqual({
    invoice: customer,
    invoice_payment: customer,
    invoice_payment_return: customer,
    invoice_write_off: customer,
    refund: customer,
    refund_payment: customer,
    payout: ['none, none'],
  })
})

test('all lines of payables name the vendor', async () => {
  const payables = await openPayables(billing)
  const bill = await makeBill(billing, payables)
  await payBill(billing, payables, bill, 60)
  await payVendor(billing, payables)
  await makeCredit(billing, payables)
  await makeExpense(billing, payables, { vendor_id: payables.contactId })
  const vendor = ['none, the vendor']
  expect(await namedBySource(payables)).toEqual({ bill: vendor, bill_payment: vendor, vendor_credit: vendor })
})

test('a bill of another vendor is posted again under that one', async () => {
  const payables = await openPayables(billing)
  const other = await anotherVendor(billing, payables)
  const bill = await makeBill(billing, payables)
  await updateBill(billing, payables.request, changeOf(bill, { vendor_id: other.contactId }))
  await waitUntilPosted(billing, payables.request)
  const entries = await entriesOf(billing, payables.request, bill.id)
  const vendors = entries.map(({ line_items }) => line_items.map(({ vendor_id }) => vendor_id))
  expect(vendors).toEqual([payables, payables, other].map(({ contactId }) => [contactId, contactId]))
})
