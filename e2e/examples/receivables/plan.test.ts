import { expect, test } from 'vitest'
import { batchesOf, planOf, type InvoiceInput } from './plan.ts'
import type { SalesDocument } from './sales-file.ts'

const mug = { product: 'A1', description: 'MUG', quantity: 6n, unitPrice: 255n }

const document = (given: Partial<SalesDocument> = {}): SalesDocument => ({
  number: '7001',
  isCredit: false,
  where: 'x.csv, row 2',
  at: '2026-01-05T09:12:00Z',
  customer: '12001',
  country: 'France',
  lines: [mug],
  ...given,
})

test('an invoice has a line item for each line, and its country as a tag', () => {
  expect(planOf([document({ lines: [mug, { ...mug, description: '', quantity: -1n, unitPrice: 0n }] })])).toEqual({
    invoices: [
      {
        external_id: '7001',
        customer_external_id: '12001',
        sent_at: '2026-01-05T09:12:00Z',
        line_items: [
          {
            account_identifier: { type: 'StableName', stable_name: 'SALES' },
            product: 'A1',
            description: 'MUG',
            unit_price: 255,
            quantity: '6',
          },
          {
            account_identifier: { type: 'StableName', stable_name: 'SALES' },
            product: 'A1',
            unit_price: 0,
            quantity: '-1',
          },
        ],
        tags: [{ key: 'country', value: 'France', dimension_display_name: 'Country' }],
      },
    ],
    refunds: [],
  })
})

test('a credit note is a refund of its customer, of what it gives back', () => {
  const back = { ...mug, quantity: -2n }
  const { refunds } = planOf([
    document({ number: 'C1', isCredit: true, customer: '', lines: [back, { ...back, unitPrice: 0n }] }),
    document({ number: 'C2', isCredit: true, lines: [{ ...back, unitPrice: 0n }] }),
  ])
  expect(refunds).toEqual([
    {
      external_id: 'C1',
      completed_at: '2026-01-05T09:12:00Z',
      allocations: [{ customer_external_id: 'no number', line_items: [{ amount: 510, memo: '2 x A1 MUG' }] }],
      tags: [{ key: 'country', value: 'France', dimension_display_name: 'Country' }],
    },
  ])
})

test('a request takes no more invoices than asked, and few enough lines', () => {
  const of = (count: number): InvoiceInput[] => planOf(Array.from({ length: count }, () => document())).invoices
  expect(batchesOf(of(7), 3).map((batch) => batch.length)).toEqual([3, 3, 1])
  const long = planOf([document({ lines: Array.from({ length: 1_999 }, () => mug) })]).invoices
  expect(batchesOf([...long, ...of(2), ...long], 100).map((batch) => batch.length)).toEqual([2, 2])
})
