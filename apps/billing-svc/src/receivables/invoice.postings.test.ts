import { describe, expect, test } from 'vitest'
import { sumOf } from '../rounding/sum.ts'
import {
  ACCOUNTS,
  anInvoice,
  anInvoiceLine,
  aWriteOff,
  day,
  tax,
  summariesOfBalanced,
} from '../testing/pure-receivables.test-helpers.ts'
import { componentsOf, entriesOfInvoice } from './invoice.postings.ts'
import { entriesOfWriteOff } from './write-off.postings.ts'
import { amountsOf, type Invoice } from './invoice.ts'
import type { WriteOff } from './write-off.ts'

const postedBy = (invoice: Invoice) => summariesOfBalanced(entriesOfInvoice(invoice, ACCOUNTS))

describe('an invoice that was sent', () => {
  test('is owed: each line net of its discount, each tax, the tips, less the discount on the whole', () => {
    const invoice = anInvoice({
      documentDate: day(10),
      lineItems: [
        anInvoiceLine('sales', 1_000, { discountAmount: 100, salesTaxes: [tax('vat', 90), tax('city', 5)] }),
        anInvoiceLine('support', 300),
      ],
      additionalSalesTaxes: [tax('luxury', 25)],
      additionalDiscount: 20,
      tips: 15,
    })
    expect(postedBy(invoice)).toEqual({
      'sent ACCRUAL 10': [
        'Dr receivable 1315',
        'Cr sales 900',
        'Cr vat 90',
        'Cr city 5',
        'Cr support 300',
        'Cr luxury 25',
        'Cr tips 15',
        'Dr discounts 20',
      ],
    })
  })

  test('has its tips on an account of its own where it names one', () => {
    expect(postedBy(anInvoice({ tips: 7, tipsAccountId: 'service' }))).toEqual({
      'sent ACCRUAL 10': ['Dr receivable 107', 'Cr sales 100', 'Cr service 7'],
    })
  })

  test('has its negative parts on the other side', () => {
    const invoice = anInvoice({
      lineItems: [
        anInvoiceLine('sales', 100, { salesTaxes: [tax('vat', -7)] }),
        anInvoiceLine('trade-in', -30),
        anInvoiceLine('gift', 10, { discountAmount: 15 }),
      ],
      additionalSalesTaxes: [tax('luxury', -2)],
    })
    expect(postedBy(invoice)).toEqual({
      'sent ACCRUAL 10': ['Dr receivable 56', 'Cr sales 100', 'Dr vat 7', 'Dr trade-in 30', 'Dr gift 5', 'Dr luxury 2'],
    })
  })

  test('has no lines of zero', () => {
    const lines = [
      anInvoiceLine('sales', 50, { discountAmount: 50 }),
      anInvoiceLine('support', 7, { salesTaxes: [tax('vat', 0)] }),
    ]
    expect(postedBy(anInvoice({ lineItems: lines }))).toEqual({
      'sent ACCRUAL 10': ['Dr receivable 7', 'Cr support 7'],
    })
    expect(postedBy(anInvoice({ lineItems: [] }))).toEqual({})
    expect(postedBy(anInvoice({ lineItems: [anInvoiceLine('sales', 0)] }))).toEqual({})
  })

  test('with a total of zero owes nothing, but posts its lines in both books', () => {
    expect(postedBy(anInvoice({ additionalDiscount: 100 }))).toEqual({
      'sent ACCRUAL 10': ['Cr sales 100', 'Dr discounts 100'],
      'sent.cash CASH 10': ['Cr sales 100', 'Dr discounts 100'],
    })
  })

  test('has its tags on all lines, and those of a line item on that line and its taxes', () => {
    const invoice = anInvoice({
      tags: ['region:north', 'team:a'],
      lineItems: [
        anInvoiceLine('sales', 100, { tags: ['project:x', 'team:b'], salesTaxes: [tax('vat', 19)] }),
        anInvoiceLine('support', 10),
      ],
      additionalSalesTaxes: [tax('luxury', 5)],
      additionalDiscount: 4,
      tips: 3,
    })
    expect(postedBy(invoice)).toEqual({
      'sent ACCRUAL 10': [
        'Dr receivable 133 region:north team:a',
        'Cr sales 100 project:x region:north team:b',
        'Cr vat 19 project:x region:north team:b',
        'Cr support 10 region:north team:a',
        'Cr luxury 5 region:north team:a',
        'Cr tips 3 region:north team:a',
        'Dr discounts 4 region:north team:a',
      ],
    })
  })

  test('has memo and reference, of a line what it describes', () => {
    const invoice = anInvoice({
      memo: 'May',
      referenceNumber: 'R-1',
      lineItems: [anInvoiceLine('sales', 1, { description: 'Engine' })],
    })
    expect(entriesOfInvoice(invoice, ACCOUNTS)).toMatchObject([{ memo: 'May', referenceNumber: 'R-1' }])
    expect(postedBy(invoice)).toEqual({ 'sent ACCRUAL 10': ['Dr receivable 1', 'Cr sales 1 (Engine)'] })
  })

  test('has no entries once it is void', () => {
    expect(postedBy(anInvoice({ voidedAt: day(12) }))).toEqual({})
  })

  test('uses no prepayment account itself: that is for early payments', () => {
    expect(
      postedBy(anInvoice({ lineItems: [anInvoiceLine('sales', 9, { prepaymentAccountId: 'deposits' })] })),
    ).toEqual({ 'sent ACCRUAL 10': ['Dr receivable 9', 'Cr sales 9'] })
  })
})

test('the components of an invoice sum to its total', () => {
  const invoice = anInvoice({
    lineItems: [
      anInvoiceLine('sales', 333, { quantity: '1.5', discountAmount: 50, salesTaxes: [tax('vat', 45)] }),
      anInvoiceLine('trade-in', -20),
    ],
    additionalSalesTaxes: [tax('luxury', 7)],
    additionalDiscount: 30,
    tips: 11,
  })
  const components = componentsOf(invoice, ACCOUNTS)
  expect(sumOf(components.map(({ amount }) => amount))).toBe(amountsOf(invoice).totalAmount)
  expect(new Set(components.map(({ key }) => key)).size).toBe(components.length)
})

describe('a write-off', () => {
  const postedByWriteOff = (writeOff: WriteOff, invoice: Invoice = anInvoice()) =>
    summariesOfBalanced(entriesOfWriteOff(writeOff, invoice, ACCOUNTS))

  test('is a cost of what will not be paid, in the accrual books alone', () => {
    expect(postedByWriteOff(aWriteOff(40, { writeOffAt: day(14) }))).toEqual({
      'written_off ACCRUAL 14': ['Dr bad debt 40', 'Cr receivable 40'],
    })
  })

  test('has the tags of its invoice, then its own', () => {
    const invoice = anInvoice({ tags: ['region:north'] })
    expect(postedByWriteOff(aWriteOff(40, { tags: ['region:south', 'team:a'] }), invoice)).toEqual({
      'written_off ACCRUAL 14': ['Dr bad debt 40 region:north team:a', 'Cr receivable 40 region:north team:a'],
    })
  })

  test('has no entries once it was undone', () => {
    expect(postedByWriteOff(aWriteOff(40, { deletedAt: day(20) }))).toEqual({})
  })
})
