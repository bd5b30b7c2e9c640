import { describe, expect, test } from 'vitest'
import { aBill, ACCOUNTS, aLine, day, spent, tax, summaries } from '../testing/payables.test-helpers.ts'
import { sumOf } from '../rounding/sum.ts'
import { amountsOf, type Bill } from './bill.ts'
import { componentsOf, entriesOfBill } from './bill.postings.ts'

const postedBy = (bill: Bill) => summaries(entriesOfBill(bill, ACCOUNTS))

describe('a bill that was received', () => {
  test('is owed: each line net of its discount, each tax, less the discount on the whole', () => {
    const bill = aBill({
      documentDate: day(10),
      lineItems: [
        aLine('rent', 1_000, { discountAmount: 100, salesTaxes: [tax('vat', 90), tax('city', 5)] }),
        aLine('heating', 300),
      ],
      additionalSalesTaxes: [tax('customs', 25)],
      additionalDiscount: 20,
    })
    expect(postedBy(bill)).toEqual({
      'received ACCRUAL 10': [
        'Dr rent 900',
        'Dr vat 90',
        'Dr city 5',
        'Dr heating 300',
        'Dr customs 25',
        'Cr discounts 20',
        'Cr payable 1300',
      ],
    })
  })

  test('has its negative parts on the other side', () => {
    const bill = aBill({
      lineItems: [
        aLine('rent', 100, { salesTaxes: [tax('vat', -7)] }),
        aLine('returns', -30),
        aLine('gift', 10, { discountAmount: 15 }),
      ],
      additionalSalesTaxes: [tax('customs', -2)],
    })
    expect(postedBy(bill)).toEqual({
      'received ACCRUAL 10': ['Dr rent 100', 'Cr vat 7', 'Cr returns 30', 'Cr gift 5', 'Cr customs 2', 'Cr payable 56'],
    })
  })

  test('has no lines of zero', () => {
    const lines = [aLine('rent', 50, { discountAmount: 50 }), aLine('fee', 7, { salesTaxes: [tax('vat', 0)] })]
    expect(postedBy(aBill({ lineItems: lines }))).toEqual({ 'received ACCRUAL 10': ['Dr fee 7', 'Cr payable 7'] })
    expect(postedBy(aBill({ lineItems: [] }))).toEqual({})
    expect(postedBy(aBill({ lineItems: [aLine('rent', 0)] }))).toEqual({})
  })

  test('with a total of zero owes nothing, but posts its lines in both books', () => {
    expect(postedBy(aBill({ additionalDiscount: 100 }))).toEqual({
      'received ACCRUAL 10': ['Dr rent 100', 'Cr discounts 100'],
      'received.cash CASH 10': ['Dr rent 100', 'Cr discounts 100'],
    })
    expect(postedBy(aBill({ lineItems: [aLine('rent', 5), aLine('returns', -5)] }))).toEqual({
      'received ACCRUAL 10': ['Dr rent 5', 'Cr returns 5'],
      'received.cash CASH 10': ['Dr rent 5', 'Cr returns 5'],
    })
  })

  test('has its tags on all lines, and those of a line item on that line and its taxes', () => {
    const bill = aBill({
      tags: ['region:north', 'team:a'],
      lineItems: [
        aLine('rent', 100, { tags: ['project:x', 'team:b'], salesTaxes: [tax('vat', 19)] }),
        aLine('fee', 10),
      ],
      additionalSalesTaxes: [tax('customs', 5)],
      additionalDiscount: 4,
    })
    expect(postedBy(bill)).toEqual({
      'received ACCRUAL 10': [
        'Dr rent 100 project:x region:north team:b',
        'Dr vat 19 project:x region:north team:b',
        'Dr fee 10 region:north team:a',
        'Dr customs 5 region:north team:a',
        'Cr discounts 4 region:north team:a',
        'Cr payable 130 region:north team:a',
      ],
    })
  })

  test('has memo and reference, of a line its memo or what it describes', () => {
    const bill = aBill({
      memo: 'May',
      referenceNumber: 'R-1',
      lineItems: [
        aLine('rent', 1, { memo: 'ground floor', description: 'Rent' }),
        aLine('fee', 2, { description: 'Fee', salesTaxes: [tax('vat', 3)] }),
      ],
    })
    expect(postedBy(bill)).toEqual({
      'received ACCRUAL 10': ['Dr rent 1 (ground floor)', 'Dr fee 2 (Fee)', 'Dr vat 3', 'Cr payable 6'],
    })
    expect(entriesOfBill(bill, ACCOUNTS)[0]).toMatchObject({ memo: 'May', referenceNumber: 'R-1' })
  })

  test('uses no prepayment account itself', () => {
    const lineItems = [aLine('rent', 100, { prepaymentAccountId: 'deposits' })]
    expect(postedBy(aBill({ lineItems }))).toEqual({ 'received ACCRUAL 10': ['Dr rent 100', 'Cr payable 100'] })
  })

  test('has no entries once it is voided', () => {
    expect(postedBy(aBill({ voidedAt: day(11) }))).toEqual({})
    expect(postedBy(aBill({ voidedAt: day(11), spending: spent() }))).toEqual({})
  })
})

test('an expense is paid on the spot, in both books', () => {
  const bill = aBill({
    spending: spent({ method: 'CREDIT_CARD', clearingAccountId: 'card' }),
    documentDate: day(12),
    tags: ['region:north'],
    lineItems: [aLine('meals', 100, { discountAmount: 10, salesTaxes: [tax('vat', 9)] })],
    additionalSalesTaxes: [tax('city', 1)],
    additionalDiscount: 20,
  })
  expect(postedBy(bill)).toEqual({
    'spent BOTH 12': [
      'Dr meals 90 region:north',
      'Dr vat 9 region:north',
      'Dr city 1 region:north',
      'Cr discounts 20 region:north',
      'Cr card 80 region:north',
    ],
  })
})

describe('the components of a bill', () => {
  const bill = aBill({
    tags: ['region:north'],
    lineItems: [
      aLine('rent', 100, {
        prepaymentAccountId: 'deposits',
        discountAmount: 10,
        salesTaxes: [tax('vat', 9), tax('none', 0)],
      }),
      aLine('free', 5, { discountAmount: 5 }),
      aLine('returns', -20),
    ],
    additionalSalesTaxes: [tax('customs', 7)],
    additionalDiscount: 6,
  })

  test('are its lines net of discounts, taxes, and the discount; taxes are prepaid with their line', () => {
    expect(
      componentsOf(bill, ACCOUNTS).map(({ key, accountId, prepaymentAccountId, amount }) => [
        key,
        accountId,
        prepaymentAccountId,
        amount,
      ]),
    ).toEqual([
      ['line on rent', 'rent', 'deposits', 90],
      ['tax of vat', 'vat', 'deposits', 9],
      ['line on returns', 'returns', null, -20],
      ['tax of customs', 'customs', null, 7],
      ['additional_discount', 'discounts', null, -6],
    ])
  })

  test('sum to its total', () => {
    expect(sumOf(componentsOf(bill, ACCOUNTS).map(({ amount }) => amount))).toBe(amountsOf(bill).totalAmount)
  })
})
