import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumOf } from '../rounding/sum.ts'
import { entriesOfInvoice } from './invoice.postings.ts'
import { amountsOf, type Invoice } from './invoice.ts'
import {
  ACCOUNTS,
  anInvoice,
  anInvoiceLine,
  anInvoicePayment,
  aPaymentOf,
  balancesIn,
  day,
  lockedInvoices,
  invoiceIn,
  refusalOf,
  tax,
  summariesOfBalanced,
  unbalanced,
} from '../testing/pure-receivables.test-helpers.ts'
import { entriesOfInvoicePayment } from './invoice-payment.postings.ts'
import type { InvoicePayment } from './invoice-payment.ts'

const postedBy = (payment: InvoicePayment) => summariesOfBalanced(entriesOfInvoicePayment(payment, ACCOUNTS))

/** Of 100: 60 and 6 in taxes, 36, tips of 3, less 5. */
const invoice = anInvoice({
  lineItems: [anInvoiceLine('sales', 60, { salesTaxes: [tax('vat', 6)] }), anInvoiceLine('support', 36)],
  additionalDiscount: 5,
  tips: 3,
})

const withCredit = (payment: InvoicePayment, movedToCreditAt: Date): InvoicePayment => ({
  ...payment,
  allocations: payment.allocations.map((one) => ({ ...one, movedToCreditAt })),
})

describe('an invoice payment', () => {
  test('settles the receivable in the accrual books, and is what the invoice was for in the cash books', () => {
    expect(postedBy(aPaymentOf(lockedInvoices(invoice), [['invoice', 100]]))).toEqual({
      'paid.accrual ACCRUAL 12': ['Dr clearing 100', 'Cr receivable 100'],
      'paid.cash CASH 12': [
        'Dr clearing 100',
        'Cr sales 60',
        'Cr vat 6',
        'Cr support 36',
        'Cr tips 3',
        'Dr discounts 5',
      ],
    })
  })

  test('of a part is pro rata, and the next one is the remainder', () => {
    const locked = lockedInvoices(invoice)
    const [first, second] = [50, 50].map((amount, index) =>
      aPaymentOf(locked, [['invoice', amount]], { id: `payment ${index}` }),
    )
    expect(first && postedBy(first)).toEqual({
      'paid.accrual ACCRUAL 12': ['Dr clearing 50', 'Cr receivable 50'],
      'paid.cash CASH 12': [
        'Dr clearing 50',
        'Cr sales 30',
        'Cr vat 3',
        'Cr support 18',
        'Cr tips 2',
        'Dr discounts 3',
      ],
    })
    expect(second && postedBy(second)).toEqual({
      'paid.accrual ACCRUAL 12': ['Dr clearing 50', 'Cr receivable 50'],
      'paid.cash CASH 12': [
        'Dr clearing 50',
        'Cr sales 30',
        'Cr vat 3',
        'Cr support 18',
        'Cr tips 1',
        'Dr discounts 2',
      ],
    })
  })

  test('posts the fee of the processor', () => {
    expect(postedBy(aPaymentOf(lockedInvoices(anInvoice()), [['invoice', 100]], { fee: 3 }))).toEqual({
      'paid.accrual ACCRUAL 12': ['Dr clearing 97', 'Dr fees 3', 'Cr receivable 100'],
      'paid.cash CASH 12': ['Dr clearing 97', 'Dr fees 3', 'Cr sales 100'],
    })
  })

  test('with a fee above its amount takes the difference from its clearing account', () => {
    expect(postedBy(aPaymentOf(lockedInvoices(anInvoice()), [['invoice', 10]], { fee: 12 }))).toEqual({
      'paid.accrual ACCRUAL 12': ['Cr clearing 2', 'Dr fees 12', 'Cr receivable 10'],
      'paid.cash CASH 12': ['Cr clearing 2', 'Dr fees 12', 'Cr sales 10'],
    })
  })

  test('is split by invoice, its fee in proportion, and the remainder is the customer’s credit', () => {
    const other = anInvoice({ id: 'other', lineItems: [anInvoiceLine('phone', 30)] })
    const payment = aPaymentOf(
      lockedInvoices(invoice, other),
      [
        ['invoice', 100],
        ['other', 20],
      ],
      { amount: 150, fee: 8 },
    )
    expect(postedBy(payment)).toEqual({
      'paid.accrual ACCRUAL 12': [
        'Dr clearing 95',
        'Dr fees 5',
        'Dr clearing 19',
        'Dr fees 1',
        'Dr clearing 28',
        'Dr fees 2',
        'Cr credits 30',
        'Cr receivable 100',
        'Cr receivable 20',
      ],
      'paid.cash CASH 12': [
        'Dr clearing 95',
        'Dr fees 5',
        'Dr clearing 19',
        'Dr fees 1',
        'Dr clearing 28',
        'Dr fees 2',
        'Cr credits 30',
        'Cr sales 60',
        'Cr vat 6',
        'Cr support 36',
        'Cr tips 3',
        'Dr discounts 5',
        'Cr phone 20',
      ],
    })
  })

  test('without invoices is the customer’s credit', () => {
    expect(postedBy(anInvoicePayment({ amount: 30 }))).toEqual({
      'paid.accrual ACCRUAL 12': ['Dr clearing 30', 'Cr credits 30'],
      'paid.cash CASH 12': ['Dr clearing 30', 'Cr credits 30'],
    })
  })

  test('out of the credit turns that into what the invoice was for', () => {
    const payment = aPaymentOf(lockedInvoices(anInvoice()), [['invoice', 40]], {
      method: 'CREDIT_BALANCE',
      clearingAccountId: 'credits',
    })
    expect(postedBy(payment)).toEqual({
      'paid.accrual ACCRUAL 12': ['Dr credits 40', 'Cr receivable 40'],
      'paid.cash CASH 12': ['Dr credits 40', 'Cr sales 40'],
    })
  })

  test('has the tags of each invoice on its part, its own on the remainder', () => {
    const north = anInvoice({
      tags: ['region:north'],
      lineItems: [anInvoiceLine('sales', 60, { tags: ['project:x'] }), anInvoiceLine('support', 40)],
    })
    const other = anInvoice({ id: 'other', lineItems: [anInvoiceLine('phone', 20)] })
    const payment = aPaymentOf(
      lockedInvoices(north, other),
      [
        ['invoice', 100, { tags: ['project:y'] }],
        ['other', 20],
      ],
      { amount: 130, fee: 13, tags: ['region:south', 'team:a'] },
    )
    const cleared = [
      'Dr clearing 90 project:y region:north team:a',
      'Dr fees 10 project:y region:north team:a',
      'Dr clearing 18 region:south team:a',
      'Dr fees 2 region:south team:a',
      'Dr clearing 9 region:south team:a',
      'Dr fees 1 region:south team:a',
      'Cr credits 10 region:south team:a',
    ]
    expect(postedBy(payment)).toEqual({
      'paid.accrual ACCRUAL 12': [
        ...cleared,
        'Cr receivable 100 project:y region:north team:a',
        'Cr receivable 20 region:south team:a',
      ],
      'paid.cash CASH 12': [
        ...cleared,
        'Cr sales 60 project:x region:north team:a',
        'Cr support 40 project:y region:north team:a',
        'Cr phone 20 region:south team:a',
      ],
    })
  })

  test('has its memo and reference; an allocation has its own, if any', () => {
    const early = anInvoice({
      documentDate: day(28),
      lineItems: [anInvoiceLine('sales', 100, { prepaymentAccountId: 'deposits' })],
    })
    const made = (given: object) =>
      entriesOfInvoicePayment(
        aPaymentOf(lockedInvoices(early), [['invoice', 10, given]], { memo: 'May', referenceNumber: 'R-1' }),
        ACCOUNTS,
      ).map(({ event, memo, referenceNumber }) => [event, memo, referenceNumber])
    expect(made({})).toContainEqual(['paid.cash', 'May', 'R-1'])
    expect(made({})).toContainEqual(['prepaid.cash:allocation of payment 1', 'May', 'R-1'])
    expect(made({ memo: 'part', referenceNumber: 'A-1' })).toContainEqual([
      'prepaid.accrual:allocation of payment 1',
      'part',
      'A-1',
    ])
  })
})

describe('what is paid before the invoice is sent', () => {
  const early = anInvoice({
    documentDate: day(28),
    lineItems: [
      anInvoiceLine('sales', 60, { prepaymentAccountId: 'deposits', salesTaxes: [tax('vat', 6)] }),
      anInvoiceLine('support', 39),
    ],
    additionalDiscount: 5,
  })

  test('is on the prepayment account of its line, if that has one, until then', () => {
    expect(postedBy(aPaymentOf(lockedInvoices(early), [['invoice', 100]], { fee: 2 }))).toEqual({
      'paid.accrual ACCRUAL 12': ['Dr clearing 98', 'Dr fees 2', 'Cr receivable 34', 'Cr deposits 60', 'Cr deposits 6'],
      'paid.cash CASH 12': [
        'Dr clearing 98',
        'Dr fees 2',
        'Cr deposits 60',
        'Cr deposits 6',
        'Cr support 39',
        'Dr discounts 5',
      ],
      'prepaid.accrual:allocation of payment 1 ACCRUAL 28': ['Dr deposits 60', 'Dr deposits 6', 'Cr receivable 66'],
      'prepaid.cash:allocation of payment 1 CASH 28': ['Dr deposits 60', 'Dr deposits 6', 'Cr sales 60', 'Cr vat 6'],
    })
  })

  test('of a part is prepaid pro rata', () => {
    expect(postedBy(aPaymentOf(lockedInvoices(early), [['invoice', 50]]))).toEqual({
      'paid.accrual ACCRUAL 12': ['Dr clearing 50', 'Cr receivable 17', 'Cr deposits 30', 'Cr deposits 3'],
      'paid.cash CASH 12': ['Dr clearing 50', 'Cr deposits 30', 'Cr deposits 3', 'Cr support 20', 'Dr discounts 3'],
      'prepaid.accrual:allocation of payment 1 ACCRUAL 28': ['Dr deposits 30', 'Dr deposits 3', 'Cr receivable 33'],
      'prepaid.cash:allocation of payment 1 CASH 28': ['Dr deposits 30', 'Dr deposits 3', 'Cr sales 30', 'Cr vat 3'],
    })
  })

  test('settles the receivable where it was sent at that instant', () => {
    const settled = {
      'paid.accrual ACCRUAL 12': ['Dr clearing 100', 'Cr receivable 100'],
      'paid.cash CASH 12': ['Dr clearing 100', 'Cr sales 60', 'Cr vat 6', 'Cr support 39', 'Dr discounts 5'],
    }
    const documentDate = (moment: Date) =>
      postedBy(aPaymentOf(lockedInvoices({ ...early, documentDate: moment }), [['invoice', 100]]))
    expect(documentDate(day(12))).toEqual(settled)
    expect(documentDate(new Date(day(12).getTime() + 1))).not.toEqual(settled)
  })

  test('of negative lines changes sides', () => {
    const negative = anInvoice({
      documentDate: day(28),
      lineItems: [
        anInvoiceLine('sales', 150, { prepaymentAccountId: 'deposits' }),
        anInvoiceLine('trade-in', -50, { prepaymentAccountId: 'other deposits' }),
        anInvoiceLine('support', -20),
      ],
    })
    expect(postedBy(aPaymentOf(lockedInvoices(negative), [['invoice', 80]]))).toEqual({
      'paid.accrual ACCRUAL 12': ['Dr clearing 80', 'Dr receivable 20', 'Cr deposits 150', 'Dr other deposits 50'],
      'paid.cash CASH 12': ['Dr clearing 80', 'Cr deposits 150', 'Dr other deposits 50', 'Dr support 20'],
      'prepaid.accrual:allocation of payment 1 ACCRUAL 28': [
        'Dr deposits 150',
        'Cr other deposits 50',
        'Cr receivable 100',
      ],
      'prepaid.cash:allocation of payment 1 CASH 28': [
        'Dr deposits 150',
        'Cr other deposits 50',
        'Cr sales 150',
        'Dr trade-in 50',
      ],
    })
  })

  test('has the tags of its line while it is prepaid and when the invoice is sent', () => {
    const tagged = anInvoice({
      documentDate: day(28),
      tags: ['region:north'],
      lineItems: [anInvoiceLine('sales', 100, { prepaymentAccountId: 'deposits', tags: ['project:x'] })],
    })
    const lines = ['Dr clearing 100 region:north team:a', 'Cr deposits 100 project:x region:north team:a']
    expect(postedBy(aPaymentOf(lockedInvoices(tagged), [['invoice', 100]], { tags: ['team:a'] }))).toEqual({
      'paid.accrual ACCRUAL 12': lines,
      'paid.cash CASH 12': lines,
      'prepaid.accrual:allocation of payment 1 ACCRUAL 28': [
        'Dr deposits 100 project:x region:north team:a',
        'Cr receivable 100 region:north team:a',
      ],
      'prepaid.cash:allocation of payment 1 CASH 28': [
        'Dr deposits 100 project:x region:north team:a',
        'Cr sales 100 project:x region:north team:a',
      ],
    })
  })
})

describe('an allocation that became credit because its invoice is void', () => {
  test('is reversed at the time of payment; the clearing lines stay', () => {
    const payment = aPaymentOf(lockedInvoices(invoice), [['invoice', 50]], { amount: 60, fee: 6 })
    expect(postedBy(withCredit(payment, day(30)))).toEqual({
      ...postedBy(payment),
      'moved.accrual:allocation of payment 1 ACCRUAL 12': ['Dr receivable 50', 'Cr credits 50'],
      'moved.cash:allocation of payment 1 CASH 12': [
        'Dr sales 30',
        'Dr vat 3',
        'Dr support 18',
        'Dr tips 2',
        'Cr discounts 3',
        'Cr credits 50',
      ],
    })
  })

  test('has no prepaid part any more', () => {
    const early = anInvoice({
      documentDate: day(28),
      lineItems: [anInvoiceLine('sales', 70, { prepaymentAccountId: 'deposits' }), anInvoiceLine('support', 30)],
    })
    const payment = aPaymentOf(lockedInvoices(early), [['invoice', 100]])
    expect(postedBy(withCredit(payment, day(30)))).toEqual({
      'paid.accrual ACCRUAL 12': ['Dr clearing 100', 'Cr receivable 30', 'Cr deposits 70'],
      'paid.cash CASH 12': ['Dr clearing 100', 'Cr deposits 70', 'Cr support 30'],
      'moved.accrual:allocation of payment 1 ACCRUAL 12': ['Dr receivable 30', 'Dr deposits 70', 'Cr credits 100'],
      'moved.cash:allocation of payment 1 CASH 12': ['Dr deposits 70', 'Dr support 30', 'Cr credits 100'],
    })
  })

  test('leaves only the credit and the money of the payment, with its tags', () => {
    const tagged = anInvoice({
      documentDate: day(28),
      tags: ['region:north'],
      lineItems: [anInvoiceLine('sales', 100, { prepaymentAccountId: 'deposits', tags: ['project:x'] })],
    })
    const payment = aPaymentOf(lockedInvoices(tagged), [['invoice', 100]], { tags: ['region:south'], fee: 4 })
    const entries = entriesOfInvoicePayment(withCredit(payment, day(30)), ACCOUNTS)
    expect(unbalanced(entries)).toEqual([])
    for (const basis of ['ACCRUAL', 'CASH'] as const)
      expect(balancesIn(basis, entries)).toEqual({ clearing: 96, fees: 4, credits: -100 })
  })
})

/** Amounts of lines, taxes and so on, the sum above zero. */
const anyInvoice = fc
  .record({
    lines: fc.array(
      fc.record({
        price: fc.integer({ min: -500, max: 2_000 }),
        tax: fc.integer({ min: -50, max: 200 }),
        deposits: fc.constantFrom(null, 'deposits'),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    tax: fc.integer({ min: 0, max: 100 }),
    discount: fc.integer({ min: 0, max: 300 }),
    tips: fc.integer({ min: 0, max: 100 }),
    sentOn: fc.constantFrom(1, 15, 28),
  })
  .map(({ lines, tax: additional, discount, tips, sentOn }): Invoice =>
    anInvoice({
      documentDate: day(sentOn),
      lineItems: lines.map(({ price, tax: own, deposits }, index) =>
        anInvoiceLine(`sales ${index}`, price, {
          prepaymentAccountId: deposits,
          salesTaxes: [tax(`vat ${index}`, own)],
        }),
      ),
      additionalSalesTaxes: [tax('luxury', additional)],
      additionalDiscount: discount,
      tips,
    }),
  )
  .filter((one) => amountsOf(one).totalAmount > 0)

/** In any number of parts, the last one being the remainder. */
const inParts = (total: number, cuts: readonly number[]): number[] => {
  const at = [...new Set(cuts.map((cut) => cut % total))].filter((cut) => cut > 0).sort((one, other) => one - other)
  return [...at, total].map((end, index) => end - (at[index - 1] ?? 0))
}

test('an invoice that is paid in any number of parts has recognized exactly its components, and owes nothing', () => {
  fc.assert(
    fc.property(anyInvoice, fc.array(fc.nat(5_000), { maxLength: 40 }), (one, cuts) => {
      const { totalAmount } = amountsOf(one)
      const locked = lockedInvoices(one)
      const posted = inParts(totalAmount, cuts).map((amount, index) => {
        const payment = aPaymentOf(locked, [['invoice', amount]], {
          id: `payment ${index}`,
          paidAt: day(10 + (index % 20)),
        })
        return entriesOfInvoicePayment(payment, ACCOUNTS)
      })
      const sent = entriesOfInvoice(one, ACCOUNTS)
      expect(unbalanced([...posted.flat(), ...sent])).toEqual([])
      expect(amountsOf(invoiceIn(locked)).outstandingBalance).toBe(0)
      const both = balancesIn('ACCRUAL', sent, ...posted)
      expect(balancesIn('CASH', ...posted)).toEqual(both)
      expect(both.clearing).toBe(totalAmount)
      expect(both).not.toHaveProperty('receivable')
      expect(both).not.toHaveProperty('deposits')
    }),
  )
})

test('more than is outstanding is refused, to the unit', () => {
  const locked = lockedInvoices(anInvoice())
  aPaymentOf(locked, [['invoice', 60]])
  expect(refusalOf(() => aPaymentOf(locked, [['invoice', 41]]))).toEqual(['OverAllocated', 'allocations.0.amount'])
  aPaymentOf(locked, [['invoice', 40]])
  expect(sumOf(invoiceIn(locked).paid.map(({ amount }) => amount))).toBe(100)
})

test('neither a void invoice nor one of another customer is paid', () => {
  const pays = (given: Parameters<typeof anInvoice>[0]) =>
    refusalOf(() => aPaymentOf(lockedInvoices(anInvoice(given)), [['invoice', 1]]))
  expect(pays({ voidedAt: day(11) })).toEqual(['InvoiceVoided', 'allocations.0.invoice_id'])
  expect(pays({ contactId: 'another' })).toEqual(['CustomerMismatch', 'allocations.0.invoice_id'])
})
