import { describe, expect, test } from 'vitest'
import type { Bill } from './bill.ts'
import { aBill, ACCOUNTS, aLine, aPayment, day, paying, tax, summaries } from '../testing/payables.test-helpers.ts'
import type { BillPayment } from './bill-payment.ts'
import { entriesOfPayment } from './bill-payment.postings.ts'

const postedBy = (payment: BillPayment) => summaries(entriesOfPayment(payment, ACCOUNTS))

const bill: Bill = aBill({
  documentDate: day(10),
  lineItems: [aLine('rent', 60, { salesTaxes: [tax('vat', 6)] }), aLine('fee', 39)],
  additionalDiscount: 5,
})

describe('a bill payment', () => {
  test('settles the payable in the accrual books, and is what the bill was for in the cash books', () => {
    expect(postedBy(paying(aPayment({ amount: 100, paidAt: day(20) }), [bill, 100]))).toEqual({
      'paid.accrual ACCRUAL 20': ['Dr payable 100', 'Cr clearing 100'],
      'paid.cash CASH 20': ['Dr rent 60', 'Dr vat 6', 'Dr fee 39', 'Cr discounts 5', 'Cr clearing 100'],
    })
  })

  test('of a part is pro rata', () => {
    expect(postedBy(paying(aPayment({ amount: 50 }), [bill, 50]))).toEqual({
      'paid.accrual ACCRUAL 20': ['Dr payable 50', 'Cr clearing 50'],
      'paid.cash CASH 20': ['Dr rent 30', 'Dr vat 3', 'Dr fee 20', 'Cr discounts 3', 'Cr clearing 50'],
    })
  })

  test('is split by bill, and the remainder is prepaid', () => {
    const other = aBill({ id: 'other', lineItems: [aLine('phone', 30)] })
    expect(postedBy(paying(aPayment({ amount: 150 }), [bill, 100], [other, 20]))).toEqual({
      'paid.accrual ACCRUAL 20': [
        'Dr payable 100',
        'Dr payable 20',
        'Cr clearing 100',
        'Cr clearing 20',
        'Dr prepayments 30',
        'Cr clearing 30',
      ],
      'paid.cash CASH 20': [
        'Dr rent 60',
        'Dr vat 6',
        'Dr fee 39',
        'Cr discounts 5',
        'Dr phone 20',
        'Cr clearing 100',
        'Cr clearing 20',
        'Dr prepayments 30',
        'Cr clearing 30',
      ],
    })
  })

  test('without bills is prepaid', () => {
    expect(postedBy(aPayment({ amount: 30 }))).toEqual({
      'paid.accrual ACCRUAL 20': ['Dr prepayments 30', 'Cr clearing 30'],
      'paid.cash CASH 20': ['Dr prepayments 30', 'Cr clearing 30'],
    })
  })

  test('has the tags of each bill on its part, its own on the remainder', () => {
    const tagged = aBill({
      tags: ['region:north'],
      lineItems: [aLine('rent', 60, { tags: ['project:x'] }), aLine('fee', 40)],
    })
    const payment = paying(
      aPayment({ amount: 130, tags: ['region:south', 'team:a'] }),
      [tagged, 100, { tags: ['project:y'] }],
      [aBill({ id: 'other', lineItems: [aLine('phone', 20)] }), 20],
    )
    expect(postedBy(payment)).toEqual({
      'paid.accrual ACCRUAL 20': [
        'Dr payable 100 project:y region:north team:a',
        'Dr payable 20 region:south team:a',
        'Cr clearing 100 project:y region:north team:a',
        'Cr clearing 20 region:south team:a',
        'Dr prepayments 10 region:south team:a',
        'Cr clearing 10 region:south team:a',
      ],
      'paid.cash CASH 20': [
        'Dr rent 60 project:x region:north team:a',
        'Dr fee 40 project:y region:north team:a',
        'Dr phone 20 region:south team:a',
        'Cr clearing 100 project:y region:north team:a',
        'Cr clearing 20 region:south team:a',
        'Dr prepayments 10 region:south team:a',
        'Cr clearing 10 region:south team:a',
      ],
    })
  })

  test('has no entries once it is deleted', () => {
    expect(postedBy({ ...paying(aPayment(), [bill, 100]), deletedAt: day(30) })).toEqual({})
  })

  test('does not count deleted allocations', () => {
    const payment = paying(aPayment({ amount: 100 }), [bill, 60], [bill, 40, { allocatedAt: day(25) }])
    const allocations = payment.allocations.map((one) => ({ ...one, deletedAt: day(30) }))
    expect(postedBy({ ...payment, allocations })).toEqual({
      'paid.accrual ACCRUAL 20': ['Dr prepayments 100', 'Cr clearing 100'],
      'paid.cash CASH 20': ['Dr prepayments 100', 'Cr clearing 100'],
    })
  })

  test('has its memo and reference; a later allocation has its own, if any', () => {
    const own = { memo: 'rest', referenceNumber: 'A-1' }
    const made = (given: object) =>
      entriesOfPayment(
        paying(aPayment({ memo: 'May', referenceNumber: 'R-1' }), [bill, 10, { allocatedAt: day(25), ...given }]),
        ACCOUNTS,
      ).map(({ event, memo, referenceNumber }) => [event, memo, referenceNumber])
    expect(made({})).toContainEqual(['paid.cash', 'May', 'R-1'])
    expect(made({})).toContainEqual(['allocated.cash:allocation to bill', 'May', 'R-1'])
    expect(made(own)).toContainEqual(['paid.cash', 'May', 'R-1'])
    expect(made(own)).toContainEqual(['allocated.accrual:allocation to bill', 'rest', 'A-1'])
  })
})

describe('the remainder of a payment, allocated later', () => {
  test('comes out of the prepayment, in each book when it was allocated', () => {
    expect(postedBy(paying(aPayment({ amount: 120 }), [bill, 100, { id: 'a', allocatedAt: day(25) }]))).toEqual({
      'paid.accrual ACCRUAL 20': ['Dr prepayments 120', 'Cr clearing 120'],
      'paid.cash CASH 20': ['Dr prepayments 120', 'Cr clearing 120'],
      'allocated.accrual:a ACCRUAL 25': ['Dr payable 100', 'Cr prepayments 100'],
      'allocated.cash:a CASH 25': ['Dr rent 60', 'Dr vat 6', 'Dr fee 39', 'Cr discounts 5', 'Cr prepayments 100'],
    })
  })

  test('has the tags of the bill', () => {
    const tagged = aBill({ tags: ['region:north'], lineItems: [aLine('rent', 100, { tags: ['project:x'] })] })
    const payment = paying(aPayment({ amount: 100, tags: ['region:south'] }), [
      tagged,
      40,
      { id: 'a', allocatedAt: day(25) },
    ])
    expect(postedBy(payment)).toMatchObject({
      'paid.accrual ACCRUAL 20': ['Dr prepayments 100 region:south', 'Cr clearing 100 region:south'],
      'allocated.accrual:a ACCRUAL 25': ['Dr payable 40 region:north', 'Cr prepayments 40 region:north'],
      'allocated.cash:a CASH 25': ['Dr rent 40 project:x region:north', 'Cr prepayments 40 region:north'],
    })
  })
})

describe('what is paid before the bill was received', () => {
  const early: Bill = aBill({
    documentDate: day(28),
    lineItems: [aLine('rent', 60, { prepaymentAccountId: 'deposits', salesTaxes: [tax('vat', 6)] }), aLine('fee', 39)],
    additionalDiscount: 5,
  })

  test('is on the prepayment account of its line, if that has one, until it is received', () => {
    expect(postedBy(paying(aPayment({ amount: 100, paidAt: day(20) }), [early, 100, { id: 'a' }]))).toEqual({
      'paid.accrual ACCRUAL 20': ['Dr payable 34', 'Dr deposits 60', 'Dr deposits 6', 'Cr clearing 100'],
      'paid.cash CASH 20': ['Dr deposits 60', 'Dr deposits 6', 'Dr fee 39', 'Cr discounts 5', 'Cr clearing 100'],
      'prepaid.accrual:a ACCRUAL 28': ['Dr payable 66', 'Cr deposits 60', 'Cr deposits 6'],
      'prepaid.cash:a CASH 28': ['Dr rent 60', 'Dr vat 6', 'Cr deposits 60', 'Cr deposits 6'],
    })
  })

  test('of a part is prepaid pro rata', () => {
    expect(postedBy(paying(aPayment({ amount: 50, paidAt: day(20) }), [early, 50, { id: 'a' }]))).toEqual({
      'paid.accrual ACCRUAL 20': ['Dr payable 17', 'Dr deposits 30', 'Dr deposits 3', 'Cr clearing 50'],
      'paid.cash CASH 20': ['Dr deposits 30', 'Dr deposits 3', 'Dr fee 20', 'Cr discounts 3', 'Cr clearing 50'],
      'prepaid.accrual:a ACCRUAL 28': ['Dr payable 33', 'Cr deposits 30', 'Cr deposits 3'],
      'prepaid.cash:a CASH 28': ['Dr rent 30', 'Dr vat 3', 'Cr deposits 30', 'Cr deposits 3'],
    })
  })

  test('out of the remainder of a payment is prepaid likewise', () => {
    const payment = paying(aPayment({ amount: 100, paidAt: day(20) }), [early, 100, { id: 'a', allocatedAt: day(25) }])
    expect(postedBy(payment)).toEqual({
      'paid.accrual ACCRUAL 20': ['Dr prepayments 100', 'Cr clearing 100'],
      'paid.cash CASH 20': ['Dr prepayments 100', 'Cr clearing 100'],
      'allocated.accrual:a ACCRUAL 25': ['Dr payable 34', 'Dr deposits 60', 'Dr deposits 6', 'Cr prepayments 100'],
      'allocated.cash:a CASH 25': [
        'Dr deposits 60',
        'Dr deposits 6',
        'Dr fee 39',
        'Cr discounts 5',
        'Cr prepayments 100',
      ],
      'prepaid.accrual:a ACCRUAL 28': ['Dr payable 66', 'Cr deposits 60', 'Cr deposits 6'],
      'prepaid.cash:a CASH 28': ['Dr rent 60', 'Dr vat 6', 'Cr deposits 60', 'Cr deposits 6'],
    })
  })

  test('settles the payable where the line has no such account, or it was received at that instant', () => {
    const settled = {
      'paid.accrual ACCRUAL 20': ['Dr payable 100', 'Cr clearing 100'],
      'paid.cash CASH 20': ['Dr rent 60', 'Dr vat 6', 'Dr fee 39', 'Cr discounts 5', 'Cr clearing 100'],
    }
    const payment = aPayment({ amount: 100, paidAt: day(20) })
    expect(postedBy(paying(payment, [{ ...bill, documentDate: day(28) }, 100]))).toEqual(settled)
    expect(postedBy(paying(payment, [{ ...early, documentDate: day(20) }, 100]))).toEqual(settled)
    const justEarly = { ...early, documentDate: new Date(day(20).getTime() + 1) }
    expect(postedBy(paying(payment, [justEarly, 100]))).not.toEqual(settled)
  })

  test('of negative lines changes sides', () => {
    const lines = [
      aLine('rent', 150, { prepaymentAccountId: 'deposits' }),
      aLine('returns', -50, { prepaymentAccountId: 'other deposits' }),
      aLine('fee', -20),
    ]
    const negative = aBill({ documentDate: day(28), lineItems: lines })
    expect(postedBy(paying(aPayment({ amount: 80 }), [negative, 80, { id: 'a' }]))).toEqual({
      'paid.accrual ACCRUAL 20': ['Cr payable 20', 'Dr deposits 150', 'Cr other deposits 50', 'Cr clearing 80'],
      'paid.cash CASH 20': ['Dr deposits 150', 'Cr other deposits 50', 'Cr fee 20', 'Cr clearing 80'],
      'prepaid.accrual:a ACCRUAL 28': ['Dr payable 100', 'Cr deposits 150', 'Dr other deposits 50'],
      'prepaid.cash:a CASH 28': ['Dr rent 150', 'Cr returns 50', 'Cr deposits 150', 'Dr other deposits 50'],
    })
  })

  test('has the tags of its line while it is prepaid and when it is received', () => {
    const tagged = aBill({
      documentDate: day(28),
      tags: ['region:north'],
      lineItems: [aLine('rent', 100, { prepaymentAccountId: 'deposits', tags: ['project:x'] })],
    })
    const payment = paying(aPayment({ tags: ['team:a'] }), [tagged, 100, { id: 'a' }])
    expect(postedBy(payment)).toEqual({
      'paid.accrual ACCRUAL 20': [
        'Dr deposits 100 project:x region:north team:a',
        'Cr clearing 100 region:north team:a',
      ],
      'paid.cash CASH 20': ['Dr deposits 100 project:x region:north team:a', 'Cr clearing 100 region:north team:a'],
      'prepaid.accrual:a ACCRUAL 28': [
        'Dr payable 100 region:north team:a',
        'Cr deposits 100 project:x region:north team:a',
      ],
      'prepaid.cash:a CASH 28': [
        'Dr rent 100 project:x region:north team:a',
        'Cr deposits 100 project:x region:north team:a',
      ],
    })
  })
})
