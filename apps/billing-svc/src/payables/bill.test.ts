import { MAX_AMOUNT } from '@pacioli/money'
import { describe, expect, test } from 'vitest'
import { aBill, aLine, day, refusalOf, spent, tax } from '../testing/payables.test-helpers.ts'
import {
  amountsOf,
  paidAtOf,
  requireSoundAmounts,
  statusOf,
  type Bill,
  type CreditPart,
  type PaymentPart,
} from './bill.ts'
import { lineAmounts } from '../line-items/line-items.ts'

const part = (amount: number, at = 12): PaymentPart & CreditPart => ({
  id: 'part',
  paymentId: 'payment',
  vendorCreditId: 'credit',
  amount,
  allocatedAt: day(at),
  countsFrom: null,
})

describe('the total of a bill', () => {
  const bill = aBill({
    lineItems: [
      aLine('rent', 1_000, { quantity: '2.5', discountAmount: 100, salesTaxes: [tax('vat', 240), tax('city', 5)] }),
      aLine('returns', -200, { quantity: '3' }),
    ],
    additionalSalesTaxes: [tax('customs', 30), tax('bottle deposit', -10)],
    additionalDiscount: 65,
  })

  test('is line totals and additional taxes, less the additional discount', () => {
    expect(bill.lineItems.map(lineAmounts)).toEqual([
      { salesTaxesTotal: 245, totalAmount: 2_645 },
      { salesTaxesTotal: 0, totalAmount: -600 },
    ])
    expect(amountsOf(bill)).toEqual({
      subtotal: 1_900,
      allSalesTaxesTotal: 265,
      additionalSalesTaxesTotal: 20,
      totalAmount: 2_000,
      paidAmount: 0,
      creditedAmount: 0,
      outstandingBalance: 2_000,
    })
  })

  test('less its allocations is outstanding', () => {
    expect(amountsOf({ ...bill, paid: [part(700), part(300)], credited: [part(250)] })).toMatchObject({
      totalAmount: 2_000,
      paidAmount: 1_000,
      creditedAmount: 250,
      outstandingBalance: 750,
    })
  })

  test('an expense and a voided bill owe nothing', () => {
    expect(amountsOf({ ...bill, spending: spent() })).toMatchObject({ totalAmount: 2_000, outstandingBalance: 0 })
    expect(amountsOf({ ...bill, voidedAt: day(11) })).toMatchObject({ totalAmount: 2_000, outstandingBalance: 0 })
  })
})

describe('status, and when it was paid', () => {
  const bill = aBill({ documentDate: day(10), lineItems: [aLine('rent', 100)] })
  const derived = (given: Partial<Omit<Bill, 'tags'>>) => {
    const changed = { ...bill, ...given }
    return [statusOf(changed), paidAtOf(changed)?.getUTCDate()]
  }

  test.each<[string, Partial<Omit<Bill, 'tags'>>, [string, number | undefined]]>([
    ['nothing is paid', {}, ['RECEIVED', undefined]],
    ['one unit is paid', { paid: [part(1)] }, ['PARTIALLY_PAID', undefined]],
    ['one unit is credited', { credited: [part(1)] }, ['PARTIALLY_PAID', undefined]],
    ['all but one unit is paid', { paid: [part(99)] }, ['PARTIALLY_PAID', undefined]],
    ['all is paid', { paid: [part(99), part(1, 14)] }, ['PAID', 14]],
    ['all is credited', { credited: [part(100, 13)] }, ['PAID', 13]],
    ['the last payment was recorded first', { paid: [part(50, 20), part(50, 15)] }, ['PAID', 20]],
    ['a credit is the last', { paid: [part(40, 12)], credited: [part(60, 18)] }, ['PAID', 18]],
    ['a payment is the last', { paid: [part(40, 19)], credited: [part(60, 18)] }, ['PAID', 19]],
    ['it was paid before it was received', { paid: [part(100, 5)] }, ['PAID', 5]],
    ['it is voided', { voidedAt: day(11) }, ['VOIDED', undefined]],
    ['its total is zero', { lineItems: [aLine('rent', 0)] }, ['PAID', 10]],
    ['its total is zero and it is voided', { lineItems: [], voidedAt: day(11) }, ['VOIDED', undefined]],
    ['its parts cancel out', { lineItems: [aLine('rent', 5), aLine('fee', -5)] }, ['PAID', 10]],
    ['it is an expense', { spending: spent() }, ['PAID', 10]],
    ['it is a voided expense', { spending: spent(), voidedAt: day(11) }, ['VOIDED', undefined]],
  ])('where %s', (_when, given, expected) => expect(derived(given)).toEqual(expected))
})

describe('a bill is refused', () => {
  const refusal = (given: Partial<Omit<Bill, 'tags'>>, field?: string) =>
    refusalOf(() => requireSoundAmounts({ ...aBill(), ...given }, field))

  test('below zero, not at zero', () => {
    expect(refusal({ lineItems: [aLine('rent', 100), aLine('fee', -100)] })).toBeUndefined()
    expect(refusal({ lineItems: [aLine('rent', 100), aLine('fee', -101)] })).toEqual(['NegativeTotal', 'line_items'])
    expect(refusal({ additionalDiscount: 100 })).toBeUndefined()
    expect(refusal({ additionalDiscount: 101 }, '7.')).toEqual(['NegativeTotal', '7.line_items'])
    expect(refusal({ lineItems: [aLine('rent', 1, { discountAmount: 2 })] })).toEqual(['NegativeTotal', 'line_items'])
    expect(refusal({ lineItems: [], additionalSalesTaxes: [tax('vat', -1)] })).toEqual(['NegativeTotal', 'line_items'])
  })

  test('where more is allocated than its total', () => {
    expect(refusal({ paid: [part(60)], credited: [part(40)] })).toBeUndefined()
    expect(refusal({ paid: [part(60)], credited: [part(41)] })).toEqual(['OverAllocated', 'line_items'])
    expect(refusal({ paid: [part(100)], additionalDiscount: 1 })).toEqual(['OverAllocated', 'line_items'])
    expect(refusal({ paid: [part(MAX_AMOUNT), part(MAX_AMOUNT)] })?.[0]).toBe('OverAllocated')
  })

  test.each<[string, Partial<Omit<Bill, 'tags'>>, string]>([
    ['the subtotal of a line', { lineItems: [aLine('a', 1), aLine('b', MAX_AMOUNT, { quantity: '2' })] }, '.1'],
    ['a line after its discount', { lineItems: [aLine('a', -MAX_AMOUNT, { discountAmount: 1 })] }, '.0'],
    [
      'a line after its discount, though its taxes hide it',
      { lineItems: [aLine('a', -MAX_AMOUNT, { discountAmount: 1, salesTaxes: [tax('vat', 5)] })] },
      '.0',
    ],
    ['a line with its taxes', { lineItems: [aLine('a', MAX_AMOUNT, { salesTaxes: [tax('vat', 1)] })] }, '.0'],
    [
      'the taxes of a line',
      { lineItems: [aLine('a', -5, { salesTaxes: [tax('vat', MAX_AMOUNT), tax('city', 1)] })] },
      '.0',
    ],
    ['the sum of lines', { lineItems: [aLine('a', MAX_AMOUNT), aLine('b', 1)] }, ''],
    ['additional taxes', { lineItems: [], additionalSalesTaxes: [tax('vat', MAX_AMOUNT), tax('city', 1)] }, ''],
    ['the total', { lineItems: [aLine('a', MAX_AMOUNT)], additionalSalesTaxes: [tax('vat', 1)] }, ''],
    [
      'what the entry moves, though the total is small',
      { lineItems: [aLine('a', MAX_AMOUNT), aLine('b', 1), aLine('c', -MAX_AMOUNT)] },
      '',
    ],
    [
      'what the entry moves, though a discount hides it',
      { lineItems: [aLine('a', MAX_AMOUNT), aLine('b', 1)], additionalDiscount: MAX_AMOUNT },
      '',
    ],
  ])('beyond the safe range: %s', (_what, given, at) => {
    expect(refusal(given)).toEqual(['AmountOutOfRange', `line_items${at}`])
    expect(refusal(given, '3.')).toEqual(['AmountOutOfRange', `3.line_items${at}`])
  })

  test('not at the end of the safe range', () => {
    expect(refusal({ lineItems: [aLine('a', MAX_AMOUNT)] })).toBeUndefined()
    expect(refusal({ lineItems: [aLine('a', MAX_AMOUNT, { discountAmount: 1 }), aLine('b', 0)] })).toBeUndefined()
    expect(refusal({ lineItems: [aLine('a', MAX_AMOUNT)], additionalDiscount: MAX_AMOUNT })).toBeUndefined()
    expect(refusal({ lineItems: [aLine('a', MAX_AMOUNT), aLine('b', -MAX_AMOUNT)] })).toBeUndefined()
    expect(
      refusal({ lineItems: [aLine('a', -1), aLine('b', MAX_AMOUNT)], paid: [part(MAX_AMOUNT - 1)] }),
    ).toBeUndefined()
  })

  test('sums that leave the safe range in between are exact', () => {
    const bill = aBill({
      lineItems: [
        aLine('a', MAX_AMOUNT, { discountAmount: MAX_AMOUNT }),
        aLine('b', MAX_AMOUNT, { discountAmount: MAX_AMOUNT }),
        aLine('c', MAX_AMOUNT, { discountAmount: MAX_AMOUNT - 1 }),
        aLine('d', -MAX_AMOUNT, { discountAmount: 0 }),
        aLine('e', -MAX_AMOUNT, { discountAmount: 0, salesTaxes: [tax('vat', MAX_AMOUNT)] }),
      ],
    })
    expect(amountsOf(bill).subtotal).toBe(MAX_AMOUNT)
  })
})
