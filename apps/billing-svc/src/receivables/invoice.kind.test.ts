import { expect, test } from 'vitest'
import { day, tagOf, tax } from '../testing/payables.test-helpers.ts'
import { anInvoice, anInvoiceLine, aPaidPart, aRefundedPart, aWriteOff } from '../testing/receivables.test-helpers.ts'
import { tagState } from '../tags/tags.ts'
import { INVOICES } from './invoice.kind.ts'
import type { Invoice } from './invoice.ts'

const tags = (...words: string[]) => words.map(tagOf).map(tagState)

/** The event state of the invoice. */
const announcedOf = (invoice: Invoice) => INVOICES.announcementsOf({ before: invoice, after: invoice })[0]

test('an event has the whole state of an invoice', () => {
  const invoice = anInvoice({
    externalId: 'I-1',
    dueAt: day(25),
    lineItems: [
      anInvoiceLine('sales', 50, {
        quantity: '2',
        product: 'hats',
        timeEntryId: 'hours',
        salesTaxes: [tax('vat', 7)],
        discountAmount: 2,
        tags: ['region:north'],
      }),
    ],
    additionalSalesTaxes: [tax('city', 3)],
    additionalDiscount: 8,
    tips: 5,
    tipsAccountId: 'tips',
    paid: [aPaidPart(95)],
    writeOffs: [aWriteOff(6, { deletedAt: day(16) }), aWriteOff(10, { tags: ['class:retail'], memo: 'gone' })],
    refunded: [aRefundedPart(95, { lineItemId: 'line on sales', paymentId: 'payment' })],
    tags: ['class:web'],
    metadata: '{"a": 1}',
    version: 4,
  })
  expect(announcedOf(invoice)).toEqual({
    aggregateType: 'invoice',
    id: 'invoice',
    version: 4,
    type: 'changed',
    data: {
      id: 'invoice',
      business_id: 'business',
      external_id: 'I-1',
      customer_id: 'customer',
      status: 'REFUNDED',
      sent_at: day(10),
      due_at: day(25),
      paid_at: day(14),
      voided_at: null,
      line_items: [
        {
          id: 'line on sales',
          external_id: null,
          account_id: 'sales',
          prepayment_account_id: null,
          description: null,
          product: 'hats',
          time_entry_id: 'hours',
          unit_price: 50,
          quantity: '2',
          subtotal: 100,
          discount_amount: 2,
          sales_taxes: [{ id: 'tax of vat', tax_name: 'vat', account_id: 'vat', amount: 7 }],
          sales_taxes_total: 7,
          total_amount: 105,
          transaction_tags: tags('region:north'),
        },
      ],
      additional_sales_taxes: [{ id: 'tax of city', tax_name: 'city', account_id: 'city', amount: 3 }],
      additional_sales_taxes_total: 10,
      additional_discount: 8,
      tips: 5,
      tips_account_id: 'tips',
      subtotal: 100,
      total_amount: 105,
      paid_amount: 95,
      written_off_amount: 10,
      refunded_amount: 95,
      outstanding_balance: 0,
      payment_allocations: [{ id: 'allocation of 95', payment_id: 'payment', amount: 95, paid_at: day(12) }],
      write_offs: [
        {
          id: 'write-off of 6',
          external_id: null,
          amount: 6,
          write_off_at: day(14),
          account_id: 'bad debt',
          memo: null,
          transaction_tags: [],
          imported_at: day(1),
          updated_at: day(1),
          deleted_at: day(16),
        },
        {
          id: 'write-off of 10',
          external_id: null,
          amount: 10,
          write_off_at: day(14),
          account_id: 'bad debt',
          memo: 'gone',
          transaction_tags: tags('class:retail'),
          imported_at: day(1),
          updated_at: day(1),
          deleted_at: null,
        },
      ],
      refunded_parts: [
        {
          id: 'refund of 95',
          refund_id: 'refund',
          allocation_id: 'refund allocation',
          line_item_id: 'line on sales',
          payment_id: 'payment',
          amount: 95,
        },
      ],
      memo: null,
      metadata: { a: 1 },
      reference_number: null,
      transaction_tags: tags('class:web'),
      imported_at: day(1),
      updated_at: day(1),
    },
  })
})

test('a voided invoice owes nothing and has no payments', () => {
  const voided = anInvoice({ voidedAt: day(11), writeOffs: [aWriteOff(5, { deletedAt: day(11) })] })
  expect(announcedOf(voided)?.data).toMatchObject({
    status: 'VOIDED',
    voided_at: day(11),
    paid_at: null,
    total_amount: 100,
    paid_amount: 0,
    written_off_amount: 0,
    outstanding_balance: 0,
  })
})
