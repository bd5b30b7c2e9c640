import { MAX_AMOUNT } from '@pacioli/money'
import { describe, expect, test } from 'vitest'
import { aCredit, aCreditLine, day, refusalOf, summaries } from '../testing/payables.test-helpers.ts'
import { entriesOfVendorCredit } from './vendor-credit.postings.ts'
import {
  allocatedOf,
  requireSoundCredit,
  totalOf,
  unallocatedOf,
  type VendorCredit,
  type VendorCreditAllocation,
} from './vendor-credit.ts'

const allocation = (amount: number, deletedAt: Date | null = null): VendorCreditAllocation => ({
  id: `allocation of ${amount}`,
  vendorCreditId: 'credit',
  documentId: 'bill',
  documentDate: day(10),
  amount,
  allocatedAt: day(16),
  countsFrom: null,
  shares: [],
  creditShares: [],
  createdAt: day(16),
  deletedAt,
})

const postedBy = (credit: VendorCredit) => summaries(entriesOfVendorCredit(credit, { accountsPayable: 'payable' }))

describe('a vendor credit', () => {
  const credit = aCredit({ documentDate: day(15), lineItems: [aCreditLine('rent', 100), aCreditLine('vat', 19)] })

  test('lowers the payable, and what it was for, in the accrual books alone', () => {
    expect(postedBy(credit)).toEqual({ 'received ACCRUAL 15': ['Dr payable 119', 'Cr rent 100', 'Cr vat 19'] })
  })

  test('posts nothing for an allocation of the release before, nor for one that was removed', () => {
    const before = postedBy(credit)
    expect(postedBy({ ...credit, allocations: [allocation(50), allocation(20, day(20))] })).toEqual(before)
  })

  test('has its negative lines on the other side', () => {
    const lineItems = [aCreditLine('rent', 100), aCreditLine('fee', -30), aCreditLine('nothing', 0)]
    expect(postedBy(aCredit({ lineItems }))).toEqual({
      'received ACCRUAL 15': ['Dr payable 70', 'Cr rent 100', 'Dr fee 30'],
    })
  })

  test('has its tags on all lines, and those of a line item on that line', () => {
    const tagged = aCredit({
      tags: ['region:north', 'team:a'],
      lineItems: [aCreditLine('rent', 100, { tags: ['project:x', 'team:b'], memo: 'May' }), aCreditLine('fee', 5)],
    })
    expect(postedBy(tagged)).toEqual({
      'received ACCRUAL 15': [
        'Dr payable 105 region:north team:a',
        'Cr rent 100 project:x region:north team:b (May)',
        'Cr fee 5 region:north team:a',
      ],
    })
  })

  test('has its memo and reference', () => {
    const [entry] = entriesOfVendorCredit(aCredit({ memo: 'May', referenceNumber: 'R-1' }), {
      accountsPayable: 'payable',
    })
    expect(entry).toMatchObject({ memo: 'May', referenceNumber: 'R-1' })
  })

  test('has no entries once it is deleted, or with a total of zero', () => {
    expect(postedBy({ ...credit, deletedAt: day(20) })).toEqual({})
    expect(postedBy(aCredit({ lineItems: [] }))).toEqual({})
  })
})

describe('the unallocated amount of a credit', () => {
  test('is its lines less its live allocations', () => {
    const credit = aCredit({
      lineItems: [aCreditLine('rent', 100), aCreditLine('fee', -10)],
      allocations: [allocation(30), allocation(20), allocation(15, day(20))],
    })
    expect([totalOf(credit), allocatedOf(credit), unallocatedOf(credit)]).toEqual([90, 50, 40])
  })
})

describe('a credit is refused', () => {
  const refusal = (amounts: number[], allocated: number[] = []) =>
    refusalOf(() =>
      requireSoundCredit(
        aCredit({
          lineItems: amounts.map((amount, index) => aCreditLine(`account ${index}`, amount)),
          allocations: allocated.map((amount) => allocation(amount)),
        }),
      ),
    )

  test('below zero, not at zero', () => {
    expect(refusal([5, -5])).toBeUndefined()
    expect(refusal([5, -6])).toEqual(['NegativeTotal', 'line_items'])
  })

  test('where more is allocated than its total', () => {
    expect(refusal([100], [60, 40])).toBeUndefined()
    expect(refusal([100], [60, 41])).toEqual(['OverAllocated', 'allocations'])
    expect(refusal([MAX_AMOUNT], [MAX_AMOUNT, MAX_AMOUNT, MAX_AMOUNT])).toEqual(['OverAllocated', 'allocations'])
  })

  test('beyond the safe range, in total or on one side of its entry', () => {
    expect(refusal([MAX_AMOUNT])).toBeUndefined()
    expect(refusal([MAX_AMOUNT, -MAX_AMOUNT])).toBeUndefined()
    expect(refusal([-1, MAX_AMOUNT])).toBeUndefined()
    expect(refusal([MAX_AMOUNT, 1])).toEqual(['AmountOutOfRange', 'line_items'])
    expect(refusal([MAX_AMOUNT, 1, -MAX_AMOUNT])).toEqual(['AmountOutOfRange', 'line_items'])
    expect(refusal([-MAX_AMOUNT, -1, -1])).toEqual(['AmountOutOfRange', 'line_items'])
  })
})
