/** How often a write waits for PostgreSQL, counted on the wire: a request is mostly waiting. */
import { randomUUID } from 'node:crypto'
import { sharedServers, startCountingProxy, type CountingProxy } from '@pacioli/testing'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from './testing/billing.test-helpers.ts'
import { paymentInput as billPaymentInput } from './testing/bill-payments.test-helpers.ts'
import { billInput, makeBill, openPayables, type TestPayables } from './testing/bills.test-helpers.ts'
import {
  dedicatedRefund,
  invoiceInput,
  makeInvoice,
  openReceivables,
  paymentInput,
  type TestReceivables,
} from './testing/receivable-rules.test-helpers.ts'
import {
  createBill,
  createBillPayment,
  createInvoice,
  createInvoicePayment,
  createVendorCredit,
  refundInvoice,
} from './testing/use-cases.test-helpers.ts'
import { creditInput } from './testing/vendor-credits.test-helpers.ts'

let proxy: CountingProxy
let billing: TestBilling
let payables: TestPayables
let receivables: TestReceivables
beforeAll(async () => {
  const { hostname, port } = new URL(sharedServers().postgresAdminUrl)
  proxy = await startCountingProxy({ host: hostname, port: Number(port) })
  billing = await startTestBilling({ poolSize: 2, through: (url) => proxy.through(url) })
  payables = await openPayables(billing)
  receivables = await openReceivables(billing)
})
afterAll(async () => {
  await billing.stop()
  await proxy.close()
})

/** The flights of a write, as a caller makes it: with an Idempotency-Key, over a connection that is there. */
async function flightsOf(context: BusinessWrite, write: (request: BusinessWrite) => Promise<unknown>): Promise<number> {
  await expect.poll(() => billing.db.pool().inUse).toBe(0)
  await proxy.count()
  const idempotency = { key: randomUUID(), operation: 'test', requestHash: '0'.repeat(64) }
  await write({ ...context, idempotency })
  await expect.poll(() => billing.db.pool().inUse).toBe(0)
  return (await proxy.count()).flights
}

describe('at most seven round trips make', () => {
  /** What is there before. */
  let made: { billId: string; invoiceId: string }
  beforeEach(async () => {
    const { id: billId } = await makeBill(billing, payables)
    const { id: invoiceId } = await makeInvoice(billing, receivables)
    made = { billId, invoiceId }
  })

  test('a bill', async () => {
    expect(
      await flightsOf(payables.request, (request) => createBill(billing, request, billInput(payables))),
    ).toBeLessThanOrEqual(7)
  })

  test('a payment of a bill', async () => {
    const input = billPaymentInput(payables, { amount: 1, allocations: [{ bill_id: made.billId, amount: 1 }] })
    expect(
      await flightsOf(payables.request, (request) => createBillPayment(billing, request, input)),
    ).toBeLessThanOrEqual(7)
  })

  test('an invoice', async () => {
    expect(
      await flightsOf(receivables.request, (request) => createInvoice(billing, request, invoiceInput(receivables))),
    ).toBeLessThanOrEqual(7)
  })

  test('a payment of an invoice', async () => {
    const input = paymentInput(receivables, { amount: 1, allocations: [{ invoice_id: made.invoiceId, amount: 1 }] })
    expect(
      await flightsOf(receivables.request, (request) => createInvoicePayment(billing, request, input)),
    ).toBeLessThanOrEqual(7)
  })

  test('a refund', async () => {
    const invoice_id = made.invoiceId
    const paid = paymentInput(receivables, { amount: 1, allocations: [{ invoice_id, amount: 1 }] })
    await createInvoicePayment(billing, receivables.request, paid)
    const refund = dedicatedRefund({ method: 'ACH', completed_at: '2026-01-25T12:00:00Z', refunded_amount: 1 })
    expect(
      await flightsOf(receivables.request, (request) => refundInvoice(billing, request, { invoice_id, refund })),
    ).toBeLessThanOrEqual(7)
  })

  test('a vendor credit', async () => {
    expect(
      await flightsOf(payables.request, (request) => createVendorCredit(billing, request, creditInput(payables))),
    ).toBeLessThanOrEqual(7)
  })
})
