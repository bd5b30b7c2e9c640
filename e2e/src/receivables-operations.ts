/** All operations of receivables, for tests that ask the same of each. */
import type { Call } from './api.ts'
import { named } from './books.ts'
import { sold, type Receivables } from './receivables.ts'
import type { OperationId } from './answers.ts'
import { CUSTOMER_LEDGERS } from './report-exports.ts'

export type ReceivablesIds = Record<
  | ('customer' | 'invoice' | 'invoiceLineItem' | 'invoicePayment' | 'invoiceAllocation' | 'writeOff')
  | ('refund' | 'refundAllocation' | 'refundPayment' | 'payout' | 'invoicePosting'),
  string
>

/** Something of everything that receivables keep. */
export async function receivablesOf(receivables: Receivables, name: string): Promise<ReceivablesIds> {
  const tags = [{ key: name, value: name }]
  const said = { external_id: name, memo: name, reference_number: name, tags }
  const customer = await receivables.customer(name, { ...said, company_name: name, email: `${name}@customers.example` })
  const line_items = [sold('SALES', 987_654_321, { description: name, external_id: name, tags })]
  const invoice = await receivables.sent(customer, line_items, said)
  const allocations = [{ invoice_id: invoice.id, amount: 123_456_789, memo: name, tags }]
  const payment = await receivables.paid(300_000_000, allocations, { ...said, method: 'CREDIT_CARD', processor: name })
  const writeOff = await receivables.writeOff(invoice.id, { external_id: name, memo: name, tags, amount: 1_000 })
  const refund = await receivables.refunded(
    [{ invoice_id: invoice.id, total_amount: 123_456_789, memo: name, tags }],
    [{ ...said, refunded_amount: 10_000, method: 'CREDIT_CARD', processor: name }],
    said,
  )
  const refundPayment = refund.payments[0]?.id ?? ''
  const payout = await receivables.createPayout({
    ...said,
    processor: name,
    paid_out_amount: 300_000_000 - 10_000,
    payments: [{ id: payment.id }],
    refund_payments: [{ id: refundPayment }],
  })
  const postings = await receivables.books.api.call('listPostings', { query: { source_id: invoice.id } })
  return {
    customer: customer.id,
    invoice: invoice.id,
    invoiceLineItem: invoice.line_items[0]?.id ?? '',
    invoicePayment: payment.id,
    invoiceAllocation: payment.allocations[0]?.id ?? '',
    writeOff: writeOff.body.data.id,
    refund: refund.id,
    refundAllocation: refund.allocations[0]?.id ?? '',
    refundPayment,
    payout: payout.body.data.id,
    invoicePosting: postings.body.data[0]?.id ?? '',
  }
}

const line_items = [sold('SALES', 1)]
const settled = { amount: 1, direction: 'CREDIT', account_identifier: named('SALES') }

/** The operations of receivables, each with ids of something that is there where it takes some. */
export const receivablesOperations = (known: () => ReceivablesIds): [OperationId, () => Call][] => [
  ['createCustomer', () => ({ body: { company_name: 'Mine' } })],
  ['listCustomers', () => ({})],
  ['getCustomer', () => ({ path: { customerId: known().customer } })],
  ['updateCustomer', () => ({ path: { customerId: known().customer }, body: { memo: 'Mine' } })],
  ...CUSTOMER_LEDGERS.map((name): [OperationId, () => Call] => [
    name,
    () => ({ path: { customerId: known().customer } }),
  ]),
  ['createInvoice', () => ({ body: { customer_id: known().customer, line_items } })],
  ['createInvoices', () => ({ body: [{ customer_id: known().customer, line_items }] })],
  ['listInvoices', () => ({})],
  ['getInvoice', () => ({ path: { invoiceId: known().invoice } })],
  ['updateInvoice', () => ({ path: { invoiceId: known().invoice }, body: { memo: 'Mine' } })],
  ['updateInvoiceByPatch', () => ({ path: { invoiceId: known().invoice }, body: { memo: 'Mine' } })],
  ['voidInvoice', () => ({ path: { invoiceId: known().invoice } })],
  ['payInvoice', () => ({ path: { invoiceId: known().invoice }, body: { method: 'CASH', amount: 1 } })],
  ['writeOffInvoice', () => ({ path: { invoiceId: known().invoice }, body: { amount: 1 } })],
  ['undoWriteOff', () => ({ path: { writeOffId: known().writeOff, invoiceId: known().invoice } })],
  ['refundInvoice', () => ({ path: { invoiceId: known().invoice }, body: { refunded_amount: 1 } })],
  ['createInvoicePayment', () => ({ body: { customer_id: known().customer, method: 'CASH', amount: 1 } })],
  ['listInvoicePayments', () => ({})],
  ['getInvoicePayment', () => ({ path: { paymentId: known().invoicePayment } })],
  ['deleteInvoicePayment', () => ({ path: { paymentId: known().invoicePayment } })],
  ['deleteInvoicePaymentByDelete', () => ({ path: { paymentId: known().invoicePayment } })],
  [
    'returnInvoicePayment',
    () => ({ path: { paymentId: known().invoicePayment }, body: { returned_at: '2026-03-01T12:00:00Z' } }),
  ],
  ['undoInvoicePaymentReturn', () => ({ path: { paymentId: known().invoicePayment } })],
  ['createRefund', () => ({ body: { allocations: [{ customer_id: known().customer, total_amount: 1 }] } })],
  ['listRefunds', () => ({})],
  ['getRefund', () => ({ path: { refundId: known().refund } })],
  ['updateRefund', () => ({ path: { refundId: known().refund }, body: { memo: 'Mine' } })],
  ['listRefundPayments', () => ({})],
  ['createPayout', () => ({ body: { paid_out_amount: 1, other_transactions: [settled] } })],
  ['listPayouts', () => ({})],
  ['getPayout', () => ({ path: { payoutId: known().payout } })],
  ['deletePayout', () => ({ path: { payoutId: known().payout } })],
  ['deletePayoutByDelete', () => ({ path: { payoutId: known().payout } })],
]
