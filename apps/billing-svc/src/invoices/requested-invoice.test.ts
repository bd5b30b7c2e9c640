/** Invalid invoices, refused before the ledger is queried. */
import { DomainError, Problems } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { byStableName as named } from '../posting/named-accounts.ts'
import { invoiceInput, line, type InvoiceGiven } from '../testing/receivable-inputs.test-helpers.ts'
import { RequestReader } from '../requests/request-reader.ts'
import { requestedInvoice } from './requested-invoice.ts'

const refused = (given: InvoiceGiven): unknown => {
  const problems = new Problems()
  const input = invoiceInput({ contactId: 'customer' }, given)
  requestedInvoice(new RequestReader(input, '', problems), {
    now: new Date('2026-01-10T12:00:00Z'),
    timeZone: 'UTC',
  })
  return problemsOf(() => problems.throwIfAny())
}

/** Every problem with its field; `done` where there is none. */
function problemsOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return error.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
    throw error
  }
  return 'done'
}

test.each<[string, InvoiceGiven, unknown]>([
  ['a time without an offset', { sent_at: '2026-01-10T12:00:00' }, [['InvalidPayload', 'sent_at']]],
  [
    'a due date and a time of voiding that are none',
    { due_at: '2026-02-30T00:00:00Z', voided_at: 'never' },
    [
      ['InvalidPayload', 'due_at'],
      ['InvalidPayload', 'voided_at'],
    ],
  ],
  [
    'amounts out of range, and quantities that are none',
    { line_items: [line(2 ** 53), line(1, { quantity: '1e3' }), line(1, { quantity: '0.123456789' })] },
    [
      ['InvalidPayload', 'line_items.0.unit_price'],
      ['InvalidPayload', 'line_items.1.quantity'],
      ['InvalidPayload', 'line_items.2.quantity'],
    ],
  ],
  [
    'discounts and tips below zero',
    { additional_discount: -1, tips: -1, line_items: [line(1, { discount_amount: -1 })] },
    [
      ['InvalidPayload', 'line_items.0.discount_amount'],
      ['InvalidPayload', 'additional_discount'],
      ['InvalidPayload', 'tips'],
    ],
  ],
  [
    'a line item with too large a total',
    { line_items: [line(2 ** 52, { quantity: '2' })] },
    [['AmountOutOfRange', 'line_items.0']],
  ],
  [
    'line items and tips that together come to too much',
    { line_items: [line(2 ** 53 - 1)], tips: 1 },
    [['AmountOutOfRange', 'line_items']],
  ],
  ['a total below zero', { additional_discount: 101 }, [['NegativeTotal', 'line_items']]],
  [
    'taxes without a name',
    { line_items: [{ ...line(1), sales_taxes: [{ amount: 1, tax_account: null }] }] },
    [['InvalidPayload', 'line_items.0.sales_taxes.0.tax_account.type']],
  ],
  [
    'line items with one external_id',
    { line_items: [line(1, { external_id: 'x' }), line(1, { external_id: 'x' })] },
    [['InvalidPayload', 'line_items.1.external_id']],
  ],
  [
    'a line item without account, and a time entry that is none',
    { line_items: [{ ...line(1), account_identifier: null }, line(1, { time_entry_id: '7' })] },
    [
      ['InvalidPayload', 'line_items.0.account_identifier'],
      ['InvalidPayload', 'line_items.1.time_entry_id'],
    ],
  ],
  [
    'more than a thousand line items, or more than a hundred payments or refunds',
    {
      line_items: Array.from({ length: 1_001 }, () => line(1)),
      payments: Array.from({ length: 101 }, () => ({ amount: 1 })),
      dedicated_refunds: Array.from({ length: 101 }, () => ({})),
    },
    [
      ['InvalidPayload', 'line_items'],
      ['InvalidPayload', 'payments'],
      ['InvalidPayload', 'dedicated_refunds'],
    ],
  ],
  ['no customer', { customer_id: undefined }, [['InvalidPayload', 'customer_id']]],
  [
    'payments of nothing, by no known method, or at no time',
    { payments: [{ amount: 0 }, { method: 'BARTER' }, { paid_at: 'yesterday' }, { fee: -1 }, { amount: 1.5 }] },
    [
      ['InvalidPayload', 'payments.0.amount'],
      ['InvalidPayload', 'payments.1.method'],
      ['InvalidPayload', 'payments.2.paid_at'],
      ['InvalidPayload', 'payments.3.fee'],
      ['InvalidPayload', 'payments.4.amount'],
    ],
  ],
  [
    'out of the credit what has a clearing account or a fee',
    { payments: [{ method: 'CREDIT_BALANCE', fee: 1, payment_clearing_account_identifier: named('CASH') }] },
    [
      ['InvalidPayload', 'payments.0.payment_clearing_account_identifier'],
      ['InvalidPayload', 'payments.0.fee'],
    ],
  ],
  [
    'refunds of nothing, by no known method, at no time, or paid out by no method',
    {
      dedicated_refunds: [
        { line_items: [{ amount: 0 }] },
        { method: 'CREDIT_BALANCE' },
        { completed_at: 'never' },
        { processor: 'stripe', refund_processing_fee: 1 },
        { method: 'CASH', refunded_payment_fees: [{ account: null, fee_amount: -1 }] },
        { method: 'STORE_CREDIT', payment_clearing_account_identifier: named('CASH') },
      ],
    },
    [
      ['InvalidPayload', 'dedicated_refunds.0.line_items.0.amount'],
      ['InvalidPayload', 'dedicated_refunds.1.method'],
      ['InvalidPayload', 'dedicated_refunds.2.completed_at'],
      ['InvalidPayload', 'dedicated_refunds.3.refund_processing_fee'],
      ['InvalidPayload', 'dedicated_refunds.3.processor'],
      ['InvalidPayload', 'dedicated_refunds.4.refunded_payment_fees.0.account'],
      ['InvalidPayload', 'dedicated_refunds.4.refunded_payment_fees.0.fee_amount'],
      ['InvalidPayload', 'dedicated_refunds.5.payment_clearing_account_identifier'],
    ],
  ],
  [
    'a void invoice that was paid or refunded',
    { voided_at: '2026-01-11T12:00:00Z', payments: [{ amount: 1 }] },
    [['InvoiceVoided', 'payments.0']],
  ],
])('%s', (_, given, expected) => {
  expect(refused(given)).toEqual(expected)
})
