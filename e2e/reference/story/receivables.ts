/** A customer is sent invoices, pays by card, has some of it back, and the processor pays out. */
import type { Telling } from '../telling.ts'
import { by } from './journal.ts'

export async function sell(telling: Telling): Promise<void> {
  const { data: customer } = await telling.twice('createCustomer', {
    body: {
      external_id: 'customer-17',
      individual_name: 'Ada Lovelace',
      email: 'ada@engines.example',
      tags: [{ key: 'department', value: 'consulting' }],
    },
  })
  const path = { customerId: customer.id }
  await telling.tell('updateCustomer', { path, body: { company_name: 'Analytical Engines Ltd' } })
  await telling.tell('getCustomer', { path })
  await telling.tell('listCustomers')
  const invoice = (external_id: string, quantity: string) => ({
    external_id,
    customer_external_id: 'customer-17',
    sent_at: '2025-12-05T17:00:00Z',
    due_at: '2026-01-04T17:00:00Z',
    line_items: [
      {
        ...by('SALES'),
        description: 'Consulting, November',
        unit_price: 12_500,
        quantity,
        sales_taxes: [{ amount: 6_797, tax_account: { type: 'Tax_Name', name: 'CA' } }],
      },
    ],
    tips: 500,
    reference_number: `R-${external_id}`,
  })
  const { data: first } = await telling.twice('createInvoice', { body: invoice('invoice-2001', '7.5') })
  const untaxed = { ...invoice('invoice-2003', '1'), line_items: [{ ...by('SALES'), unit_price: 19_297 }] }
  const made = await telling.tell('createInvoices', { body: [invoice('invoice-2002', '2'), untaxed] })
  const [second = '', third = ''] = made.map(({ id }) => id)
  await bePaid(telling, second)
  await giveBack(telling, second)
  await bePaidOut(telling)
  const of = (invoiceId: string) => ({ path: { invoiceId } })
  await telling.tell('updateInvoice', {
    ...of(first.id),
    body: { due_at: '2026-01-20T17:00:00Z', memo: 'They asked for more time', tips: null },
  })
  await telling.tell('getInvoice', of(third))
  await telling.tell('listInvoices', { query: { external_id: 'invoice-2003' } })
  const { data: lost } = await telling.twice('writeOffInvoice', {
    ...of(third),
    body: { external_id: 'write-off-3', amount: 2_500, write_off_at: '2025-12-30T17:00:00Z', memo: 'They are gone' },
  })
  await telling.tell('undoWriteOff', { path: { invoiceId: third, writeOffId: lost.id } })
  await telling.tell('voidInvoice', { ...of(third), body: { move_payments_to_credit: true } })
  const plain = { customer_external_id: 'customer-17', line_items: [{ ...by('SALES'), unit_price: 12_500 }] }
  await telling.tell('createInvoices', { body: [plain], query: { validate_only: true } })
}

async function bePaid(telling: Telling, second: string): Promise<void> {
  const { data: payment } = await telling.twice('createInvoicePayment', {
    body: {
      external_id: 'invoice-payment-7',
      paid_at: '2025-12-20T15:00:00Z',
      method: 'CREDIT_CARD',
      amount: 50_000,
      fee: 1_450,
      processor: 'STRIPE',
      allocations: [{ invoice_external_id: 'invoice-2001', amount: 50_000 }],
    },
  })
  await telling.tell('getInvoicePayment', { path: { paymentId: payment.id } })
  await telling.tell('listInvoicePayments')
  await telling.twice('payInvoice', {
    path: { invoiceId: second },
    body: { external_id: 'invoice-payment-8', paid_at: '2025-12-21T15:00:00Z', method: 'ACH', amount: 20_000 },
  })
  const { data: mistake } = await telling.tell('createInvoicePayment', {
    body: {
      paid_at: '2025-12-21T15:00:00Z',
      method: 'CHECK',
      amount: 500,
      allocations: [{ invoice_external_id: 'invoice-2001', amount: 500 }],
    },
  })
  await telling.tell('deleteInvoicePayment', { path: { paymentId: mistake.id } })
  const { data: cheque } = await telling.tell('createInvoicePayment', {
    body: {
      paid_at: '2025-12-22T15:00:00Z',
      method: 'CHECK',
      amount: 500,
      allocations: [{ invoice_external_id: 'invoice-2001', amount: 500 }],
    },
  })
  await telling.tell('returnInvoicePayment', {
    path: { paymentId: cheque.id },
    body: { external_id: 'return-3', returned_at: '2025-12-24T09:00:00Z', fee: 250, reason: 'Insufficient funds' },
  })
  await telling.tell('undoInvoicePaymentReturn', { path: { paymentId: cheque.id } })
}

async function giveBack(telling: Telling, second: string): Promise<void> {
  const { data: refund } = await telling.twice('createRefund', {
    body: {
      external_id: 'refund-9',
      completed_at: '2025-12-27T10:00:00Z',
      allocations: [{ invoice_external_id: 'invoice-2001', total_amount: 4_000 }],
      payments: [{ refunded_amount: 4_000, method: 'CREDIT_CARD', external_id: 'refund-payment-9' }],
    },
  })
  const path = { refundId: refund.id }
  await telling.tell('updateRefund', { path, body: { memo: 'Torn on arrival' } })
  await telling.tell('getRefund', { path })
  await telling.tell('listRefunds')
  await telling.tell('listRefundPayments')
  await telling.twice('refundInvoice', {
    path: { invoiceId: second },
    body: {
      external_id: 'refund-10',
      completed_at: '2025-12-28T10:00:00Z',
      method: 'CREDIT_CARD',
      refunded_amount: 1_000,
    },
  })
}

async function bePaidOut(telling: Telling): Promise<void> {
  const { data: payout } = await telling.twice('createPayout', {
    body: {
      external_id: 'payout-5',
      processor: 'STRIPE',
      paid_out_amount: 44_450,
      fee: 100,
      completed_at: '2025-12-29T08:00:00Z',
      payments: [{ external_id: 'invoice-payment-7' }],
      refund_payments: [{ external_id: 'refund-payment-9' }],
    },
  })
  await telling.tell('getPayout', { path: { payoutId: payout.id } })
  await telling.tell('listPayouts')
  const { data: mistake } = await telling.tell('createPayout', {
    body: { processor: 'STRIPE', paid_out_amount: -250, fee: 250, completed_at: '2025-12-29T08:00:00Z' },
  })
  await telling.tell('deletePayout', { path: { payoutId: mistake.id } })
}
