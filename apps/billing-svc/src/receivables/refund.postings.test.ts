import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesOfInvoice } from './invoice.postings.ts'
import { amountsOf, type Invoice } from './invoice.ts'
import { entriesOfInvoicePayment } from './invoice-payment.postings.ts'
import {
  ACCOUNTS,
  anInvoice,
  anInvoiceLine,
  aPaymentOf,
  aRefund,
  aRefundLine,
  aRefundPayment,
  balancesIn,
  day,
  lockedInvoices,
  invoiceIn,
  paymentIn,
  refusalOf,
  tax,
  summariesOfBalanced,
  unbalanced,
  type LockedDocuments,
} from '../testing/pure-receivables.test-helpers.ts'
import { withPaidShares } from './refund-shares.ts'
import { entriesOfRefund, entriesOfRefundPayment } from './refund.postings.ts'
import type { Refund } from './refund.ts'

const ON_INVOICE = { invoiceId: 'invoice' }
const ON_PAYMENT = { invoicePaymentId: 'payment' }

const entriesOf = (refund: Refund) => [
  ...entriesOfRefund(refund, ACCOUNTS),
  ...refund.payments.flatMap((payment) => entriesOfRefundPayment(payment, refund, ACCOUNTS)),
]
const issuedBy = (refund: Refund) => summariesOfBalanced(entriesOfRefund(refund, ACCOUNTS))
const paidBy = (refund: Refund, index = 0) => {
  const payment = refund.payments[index]
  return payment && summariesOfBalanced(entriesOfRefundPayment(payment, refund, ACCOUNTS))
}

/** Of 100: 60 and 6 in taxes, 36, tips of 3, less 5. */
const invoice = anInvoice({
  lineItems: [anInvoiceLine('sales', 60, { salesTaxes: [tax('vat', 6)] }), anInvoiceLine('support', 36)],
  additionalDiscount: 5,
  tips: 3,
})

const paidUp = (one: Invoice = invoice, amount = amountsOf(one).totalAmount): LockedDocuments => {
  const locked = lockedInvoices(one)
  aPaymentOf(locked, [['invoice', amount]])
  return locked
}

describe('a refund', () => {
  test('is a liability to the customer in the accrual books: for returns, taxes and tips', () => {
    expect(issuedBy(aRefund(paidUp(), [ON_INVOICE], { completedAt: day(20) }))).toEqual({
      'issued ACCRUAL 20': [
        'Dr returns 60',
        'Dr vat 6',
        'Dr returns 36',
        'Dr tips 3',
        'Cr returns 5',
        'Cr refunds due 100',
      ],
    })
  })

  test('counts from its creation where it is not completed', () => {
    const refund = aRefund(paidUp(), [ON_INVOICE], { completedAt: null, importedAt: day(27) })
    expect(Object.keys(issuedBy(refund))).toEqual(['issued ACCRUAL 27'])
  })

  test('of a payment takes its remainder out of the customer’s credit', () => {
    const locked = lockedInvoices(anInvoice())
    aPaymentOf(locked, [['invoice', 100]], { amount: 120 })
    expect(issuedBy(aRefund(locked, [ON_PAYMENT]))).toEqual({
      'issued ACCRUAL 20': ['Dr returns 100', 'Cr refunds due 100', 'Dr credits 20', 'Cr refunds due 20'],
    })
  })

  test('of the customer alone is returns', () => {
    expect(issuedBy(aRefund(lockedInvoices(), [{ totalAmount: 40 }]))).toEqual({
      'issued ACCRUAL 20': ['Dr returns 40', 'Cr refunds due 40'],
    })
  })

  test('has its memo and reference, and so have its payments, unless they have their own', () => {
    const words = { memo: 'broken', referenceNumber: 'R-1' }
    const textsOf = (refund: Refund) => entriesOf(refund).map(({ memo, referenceNumber }) => [memo, referenceNumber])
    const without = aRefund(paidUp(), [ON_INVOICE], { ...words, payments: [aRefundPayment(100)] })
    for (const texts of textsOf(without)) expect(texts).toEqual(['broken', 'R-1'])
    const own = { memo: 'by mail', referenceNumber: 'P-1' }
    const itself = aRefund(paidUp(), [ON_INVOICE], { ...words, payments: [aRefundPayment(100, own)] })
    expect(textsOf(itself)).toContainEqual(['by mail', 'P-1'])
  })

  test('has the tags of each document on its part, so that each part balances', () => {
    const north = anInvoice({
      tags: ['region:north'],
      lineItems: [anInvoiceLine('sales', 60, { tags: ['project:x'], salesTaxes: [tax('vat', 6)] })],
    })
    const south = anInvoice({ id: 'south', tags: ['region:south'], lineItems: [anInvoiceLine('phone', 30)] })
    const locked = lockedInvoices(north, south)
    aPaymentOf(
      locked,
      [
        ['invoice', 66],
        ['south', 30],
      ],
      { amount: 104 },
    )
    const refund = aRefund(locked, [{ ...ON_PAYMENT, tags: ['team:a'] }], {
      tags: ['region:west', 'batch:7'],
      payments: [aRefundPayment(104, { fee: 13, tags: ['channel:web'] })],
    })
    expect(issuedBy(refund)).toEqual({
      'issued ACCRUAL 20': [
        'Dr returns 60 batch:7 project:x region:north team:a',
        'Dr vat 6 batch:7 project:x region:north team:a',
        'Cr refunds due 66 batch:7 region:north team:a',
        'Dr returns 30 batch:7 region:south team:a',
        'Cr refunds due 30 batch:7 region:south team:a',
        'Dr credits 8 batch:7 region:west team:a',
        'Cr refunds due 8 batch:7 region:west team:a',
      ],
    })
    expect(paidBy(refund)).toEqual({
      'refunded.accrual ACCRUAL 25': [
        'Dr refunds due 66 batch:7 channel:web region:north team:a',
        'Dr refunds due 30 batch:7 channel:web region:south team:a',
        'Dr refunds due 8 batch:7 channel:web region:west team:a',
        'Dr fees 8 batch:7 channel:web region:north team:a',
        'Cr clearing 74 batch:7 channel:web region:north team:a',
        'Dr fees 4 batch:7 channel:web region:south team:a',
        'Cr clearing 34 batch:7 channel:web region:south team:a',
        'Dr fees 1 batch:7 channel:web region:west team:a',
        'Cr clearing 9 batch:7 channel:web region:west team:a',
      ],
      'refunded.cash CASH 25': [
        'Dr returns 60 batch:7 channel:web project:x region:north team:a',
        'Dr vat 6 batch:7 channel:web project:x region:north team:a',
        'Dr returns 30 batch:7 channel:web region:south team:a',
        'Dr credits 8 batch:7 channel:web region:west team:a',
        'Dr fees 8 batch:7 channel:web region:north team:a',
        'Cr clearing 74 batch:7 channel:web region:north team:a',
        'Dr fees 4 batch:7 channel:web region:south team:a',
        'Cr clearing 34 batch:7 channel:web region:south team:a',
        'Dr fees 1 batch:7 channel:web region:west team:a',
        'Cr clearing 9 batch:7 channel:web region:west team:a',
      ],
    })
  })
})

describe('a refund payment', () => {
  test('pays the liability in the accrual books, and takes back in the cash books', () => {
    const refund = aRefund(paidUp(), [ON_INVOICE], { payments: [aRefundPayment(100)] })
    expect(paidBy(refund)).toEqual({
      'refunded.accrual ACCRUAL 25': ['Dr refunds due 100', 'Cr clearing 100'],
      'refunded.cash CASH 25': [
        'Dr returns 60',
        'Dr vat 6',
        'Dr returns 36',
        'Dr tips 3',
        'Cr returns 5',
        'Cr clearing 100',
      ],
    })
  })

  test('of a part is pro rata of all that was issued, and the next one is the remainder', () => {
    const refund = aRefund(paidUp(), [ON_INVOICE], {
      payments: [aRefundPayment(50, { id: 'first' }), aRefundPayment(50, { id: 'second', completedAt: day(26) })],
    })
    expect(paidBy(refund, 0)).toEqual({
      'refunded.accrual ACCRUAL 25': ['Dr refunds due 50', 'Cr clearing 50'],
      'refunded.cash CASH 25': [
        'Dr returns 30',
        'Dr vat 3',
        'Dr returns 18',
        'Dr tips 2',
        'Cr returns 3',
        'Cr clearing 50',
      ],
    })
    expect(paidBy(refund, 1)).toEqual({
      'refunded.accrual ACCRUAL 26': ['Dr refunds due 50', 'Cr clearing 50'],
      'refunded.cash CASH 26': [
        'Dr returns 30',
        'Dr vat 3',
        'Dr returns 18',
        'Dr tips 1',
        'Cr returns 2',
        'Cr clearing 50',
      ],
    })
  })

  test('posts its fee, and the refunded fees of the payment', () => {
    const refund = aRefund(paidUp(anInvoice()), [ON_INVOICE], {
      payments: [
        aRefundPayment(100, {
          fee: 5,
          refundedPaymentFees: [
            { accountId: 'fees', feeAmount: 3, description: 'card' },
            { accountId: 'bank costs', feeAmount: 1, description: null },
          ],
        }),
      ],
    })
    const cleared = ['Dr fees 5', 'Cr fees 3 (card)', 'Cr bank costs 1', 'Cr clearing 101']
    expect(paidBy(refund)).toEqual({
      'refunded.accrual ACCRUAL 25': ['Dr refunds due 100', ...cleared],
      'refunded.cash CASH 25': ['Dr returns 100', ...cleared],
    })
  })

  test('with refunded fees above its amount is on the other side of its clearing account', () => {
    const refund = aRefund(paidUp(anInvoice()), [{ ...ON_INVOICE, totalAmount: 2 }], {
      payments: [aRefundPayment(2, { refundedPaymentFees: [{ accountId: 'fees', feeAmount: 3, description: null }] })],
    })
    expect(paidBy(refund)).toEqual({
      'refunded.accrual ACCRUAL 25': ['Dr refunds due 2', 'Cr fees 3', 'Dr clearing 1'],
      'refunded.cash CASH 25': ['Dr returns 2', 'Cr fees 3', 'Dr clearing 1'],
    })
  })

  test('divides its fees among the parts, in proportion to its amount of each', () => {
    const locked = lockedInvoices(anInvoice(), anInvoice({ id: 'other' }))
    aPaymentOf(locked, [
      ['invoice', 100],
      ['other', 50],
    ])
    const refund = aRefund(locked, [ON_PAYMENT], {
      payments: [
        aRefundPayment(150, { fee: 4, refundedPaymentFees: [{ accountId: 'costs', feeAmount: 5, description: null }] }),
      ],
    })
    const cleared = ['Dr fees 3', 'Cr costs 3', 'Cr clearing 100', 'Dr fees 1', 'Cr costs 2', 'Cr clearing 49']
    expect(paidBy(refund)).toEqual({
      'refunded.accrual ACCRUAL 25': ['Dr refunds due 100', 'Dr refunds due 50', ...cleared],
      'refunded.cash CASH 25': ['Dr returns 100', 'Dr returns 50', ...cleared],
    })
  })

  test('as store credit adds to the customer’s credit', () => {
    const refund = aRefund(paidUp(anInvoice()), [ON_INVOICE], {
      payments: [aRefundPayment(100, { method: 'STORE_CREDIT', clearingAccountId: 'credits' })],
    })
    expect(paidBy(refund)).toEqual({
      'refunded.accrual ACCRUAL 25': ['Dr refunds due 100', 'Cr credits 100'],
      'refunded.cash CASH 25': ['Dr returns 100', 'Cr credits 100'],
    })
  })

  test('that was deleted has no entries', () => {
    const refund = aRefund(paidUp(), [ON_INVOICE], { payments: [aRefundPayment(100, { deletedAt: day(28) })] })
    expect(paidBy(refund)).toEqual({})
  })

  test('cannot exceed the refund together with the others, to the unit', () => {
    const payments = (last: number) => [aRefundPayment(60, { id: 'first' }), aRefundPayment(last, { id: 'second' })]
    const given = { ...ON_INVOICE, totalAmount: 90 }
    expect(refusalOf(() => aRefund(paidUp(), [given], { payments: payments(31) }))).toEqual([
      'OverRefunded',
      'payments',
    ])
    const refund = aRefund(paidUp(), [given], { payments: payments(30) })
    expect(balancesIn('ACCRUAL', entriesOf(refund))).not.toHaveProperty('refunds due')
  })

  test('with equal shares stays the same object', () => {
    const refund = aRefund(paidUp(), [ON_INVOICE], { payments: [aRefundPayment(60)] })
    expect(withPaidShares(refund)).toBe(refund)
    const more = { ...refund, payments: refund.payments.map((one) => ({ ...one, refundedAmount: 61 })) }
    expect(withPaidShares(more)).not.toBe(more)
  })
})

describe('what is refunded before the invoice is sent', () => {
  const early = anInvoice({
    documentDate: day(28),
    lineItems: [
      anInvoiceLine('sales', 60, { prepaymentAccountId: 'deposits', salesTaxes: [tax('vat', 6)] }),
      anInvoiceLine('support', 34),
    ],
  })

  test('comes from the prepayment account, and from returns when the invoice is sent', () => {
    const refund = aRefund(paidUp(early), [ON_INVOICE], { payments: [aRefundPayment(100)] })
    const part = 'part of refund allocation 1 1'
    expect(Object.keys(issuedBy(refund))).toHaveLength(2)
    expect(issuedBy(refund)).toMatchObject({
      'issued ACCRUAL 20': ['Dr deposits 60', 'Dr deposits 6', 'Dr returns 34', 'Cr refunds due 100'],
      [`prepaid.accrual:${part} ACCRUAL 28`]: ['Dr returns 60', 'Cr deposits 60', 'Dr vat 6', 'Cr deposits 6'],
    })
    expect(paidBy(refund)).toEqual({
      'refunded.accrual ACCRUAL 25': ['Dr refunds due 100', 'Cr clearing 100'],
      'refunded.cash CASH 25': ['Dr deposits 60', 'Dr deposits 6', 'Dr returns 34', 'Cr clearing 100'],
      [`prepaid.cash:${part} CASH 28`]: ['Dr returns 60', 'Cr deposits 60', 'Dr vat 6', 'Cr deposits 6'],
    })
  })

  test('is prepaid only in the book in which it was early', () => {
    const refund = aRefund(paidUp(early), [ON_INVOICE], { payments: [aRefundPayment(100, { completedAt: day(28) })] })
    expect(Object.keys(issuedBy(refund))).toHaveLength(2)
    expect(paidBy(refund)).toEqual({
      'refunded.accrual ACCRUAL 28': ['Dr refunds due 100', 'Cr clearing 100'],
      'refunded.cash CASH 28': ['Dr returns 60', 'Dr vat 6', 'Dr returns 34', 'Cr clearing 100'],
    })
  })

  test('with accounts of its own uses the prepayment account that it names, if any', () => {
    const lineItems = [
      aRefundLine(10, { id: 'a', accountId: 'goodwill', prepaymentAccountId: 'own deposits' }),
      aRefundLine(5, { id: 'b', accountId: 'goodwill' }),
    ]
    expect(issuedBy(aRefund(paidUp(early), [{ ...ON_INVOICE, lineItems }]))).toEqual({
      'issued ACCRUAL 20': ['Dr own deposits 10', 'Dr goodwill 5', 'Cr refunds due 15'],
      'prepaid.accrual:part of refund allocation 1 1 ACCRUAL 28': ['Dr goodwill 10', 'Cr own deposits 10'],
    })
  })

  test('ends in both books as a later refund would', () => {
    const locked = paidUp(early)
    const sent = entriesOfInvoice(invoiceIn(locked), ACCOUNTS)
    const refund = aRefund(locked, [{ ...ON_INVOICE, totalAmount: 37 }], { payments: [aRefundPayment(37, { fee: 2 })] })
    const all = [sent, entriesOfInvoicePayment(paymentIn(locked), ACCOUNTS), entriesOf(refund)]
    const expected = { clearing: 61, fees: 2, sales: -60, vat: -4, support: -34, returns: 35 }
    expect(balancesIn('ACCRUAL', ...all)).toEqual(expected)
    expect(balancesIn('CASH', ...all)).toEqual(expected)
  })
})

/** Refunds of one payment of two invoices, one of them early, in any order and of any possible amounts. */
const anyRefund = fc.record({
  target: fc.constantFrom(
    ON_INVOICE,
    { invoiceId: 'other' },
    { ...ON_INVOICE, invoiceLineItemId: 'line on sales' },
    ON_PAYMENT,
    {},
  ),
  isOwn: fc.boolean(),
  amount: fc.integer({ min: 1, max: 60 }),
  issuedOn: fc.integer({ min: 13, max: 31 }),
  paidOut: fc.array(fc.record({ permille: fc.integer({ min: 1, max: 1_000 }), fee: fc.nat(9), back: fc.nat(9) }), {
    maxLength: 3,
  }),
})

test('after any refunds both books agree once all is paid out, and no prepayment remains', () => {
  const both = [
    anInvoice({
      tags: ['region:north'],
      documentDate: day(18),
      lineItems: [
        anInvoiceLine('sales', 60, {
          prepaymentAccountId: 'deposits',
          salesTaxes: [tax('vat', 7)],
          tags: ['project:x'],
        }),
        anInvoiceLine('trade-in', -11, { prepaymentAccountId: 'deposits' }),
        anInvoiceLine('support', 36),
      ],
      additionalDiscount: 5,
      tips: 3,
    }),
    anInvoice({ id: 'other', tags: ['region:south'], lineItems: [anInvoiceLine('phone', 49)] }),
  ]
  const refunds = fc.array(anyRefund, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(refunds, fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 49 }), (drawn, one, two) => {
      const locked = lockedInvoices(...both)
      aPaymentOf(
        locked,
        [
          ['invoice', one],
          ['other', two],
        ],
        { amount: one + two + 10, tags: ['region:west'], fee: 4 },
      )
      const posted = drawn.flatMap(({ target, isOwn, amount, issuedOn, paidOut }, index) => {
        const make = () => {
          let left = amount
          const amounts = paidOut.map(({ permille }) => {
            const part = Math.ceil((left * permille) / 1_000)
            left -= part
            return part
          })
          const payments = [...amounts, left].map((part, place) =>
            aRefundPayment(part, {
              id: `payment ${place}`,
              completedAt: day(issuedOn + place),
              fee: paidOut[place]?.fee ?? null,
              refundedPaymentFees: [{ accountId: 'costs', feeAmount: paidOut[place]?.back ?? 0, description: null }],
            }),
          )
          return aRefund(locked, [{ ...target, totalAmount: amount, accountId: isOwn ? 'goodwill' : null }], {
            id: `refund ${index}`,
            completedAt: day(issuedOn),
            payments: payments.filter(({ refundedAmount }) => refundedAmount > 0),
          })
        }
        let made: Refund | undefined
        const refusal = refusalOf(() => {
          made = make()
        })
        expect([undefined, 'OverRefunded']).toContain(refusal?.[0])
        return made ? [entriesOf(made)] : []
      })
      for (const entries of posted) expect(unbalanced(entries)).toEqual([])
      const accrual = balancesIn('ACCRUAL', ...posted)
      expect(accrual).not.toHaveProperty('refunds due')
      expect(balancesIn('CASH', ...posted)).toEqual(accrual)
      const payment = entriesOfInvoicePayment(paymentIn(locked), ACCOUNTS)
      expect(balancesIn('ACCRUAL', payment, ...posted)).not.toHaveProperty('deposits')
      expect(balancesIn('CASH', payment, ...posted)).not.toHaveProperty('deposits')
    }),
  )
})
