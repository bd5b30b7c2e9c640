import { MAX_AMOUNT } from '@pacioli/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAYMENT_METHODS, type Bill } from './bill.ts'
import { componentsOf } from './bill.postings.ts'
import {
  aBill,
  ACCOUNTS,
  aLine,
  anAllocation,
  aPayment,
  day,
  paying,
  tagOf,
  tax,
} from '../testing/payables.test-helpers.ts'
import { sharesOf } from '../rounding/pro-rata.ts'
import { sumOf } from '../rounding/sum.ts'
import type { TagRef } from '../tags/tags.ts'
import { CLEARING_ACCOUNTS, unallocatedOf, type PaymentAllocation } from './bill-payment.ts'
import { recognizeAgain } from '../allocations/recognition.ts'

test('each method has its clearing account', () => {
  expect(Object.keys(CLEARING_ACCOUNTS).sort()).toEqual([...PAYMENT_METHODS].sort())
  expect(CLEARING_ACCOUNTS).toEqual({
    ACH: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
    CHECK: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
    OTHER: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
    CASH: 'CASH',
    CREDIT_CARD: 'UNDEPOSITED_OUTFLOWS',
  })
})

describe('the unallocated amount of a payment', () => {
  const payment = paying(aPayment({ amount: 100 }), [aBill(), 30], [aBill(), 20, { allocatedAt: day(25) }])

  test('is what is not allocated, initially or later', () => {
    expect(unallocatedOf(aPayment({ amount: 100 }))).toBe(100)
    expect(unallocatedOf(payment)).toBe(50)
    expect(unallocatedOf({ ...payment, amount: 50 })).toBe(0)
  })

  test('grows by removed allocations', () => {
    const [first, ...others] = payment.allocations as [PaymentAllocation, PaymentAllocation]
    expect(unallocatedOf({ ...payment, allocations: [{ ...first, deletedAt: day(30) }, ...others] })).toBe(80)
  })

  test('below zero shows an overallocation', () => {
    expect(unallocatedOf({ ...payment, amount: 49 })).toBe(-1)
    const all = { ...(payment.allocations[0] as PaymentAllocation), amount: MAX_AMOUNT }
    expect(unallocatedOf({ amount: MAX_AMOUNT, allocations: [all, all, all], refunded: [] })).toBeLessThan(-MAX_AMOUNT)
  })
})

const amountsIn = ({ shares }: Pick<PaymentAllocation, 'shares'>) =>
  Object.fromEntries(shares.map(({ component, amount }) => [component, amount]))

describe('what an allocation pays of a bill', () => {
  const bill = aBill({
    lineItems: [aLine('rent', 60, { salesTaxes: [tax('vat', 6)] }), aLine('fee', 39)],
    additionalDiscount: 5,
  })

  test('is its components pro rata of the total', () => {
    expect(amountsIn(anAllocation(aPayment(), bill, 50))).toEqual({
      'line on rent': 30,
      'tax of vat': 3,
      'line on fee': 20,
      additional_discount: -3,
    })
  })

  test('of the whole remainder is the remainder of each component', () => {
    const first = anAllocation(aPayment(), bill, 50)
    const second = anAllocation(aPayment(), bill, 50, { before: [first] })
    expect(amountsIn(second)).toEqual({
      'line on rent': 30,
      'tax of vat': 3,
      'line on fee': 19,
      additional_discount: -2,
    })
  })

  test('may be negative for a component', () => {
    // Of 5 the exact shares are 2.27, 2.27 and 0.45: the missing unit goes to the last. Of 6 they are 2.73, 2.73 and 0.55.
    const parts = aBill({ lineItems: [aLine('a', 5), aLine('b', 5), aLine('c', 1)] })
    const first = anAllocation(aPayment(), parts, 5)
    const second = anAllocation(aPayment(), parts, 1, { before: [first] })
    expect(amountsIn(first)).toEqual({ 'line on a': 2, 'line on b': 2, 'line on c': 1 })
    expect(amountsIn(second)).toEqual({ 'line on a': 1, 'line on b': 1, 'line on c': -1 })
  })

  test('leaves out components of zero', () => {
    expect(amountsIn(anAllocation(aPayment(), bill, 1))).toEqual({ 'line on rent': 1 })
  })

  test('cannot exceed the total', () => {
    const all = anAllocation(aPayment(), bill, 100)
    expect(() => anAllocation(aPayment(), bill, 101)).toThrow(RangeError)
    expect(() => anAllocation(aPayment(), bill, 1, { before: [all] })).toThrow(RangeError)
  })

  test('is on the prepayment account of its line where it was paid before the bill was received', () => {
    const early = aBill({
      documentDate: day(10),
      lineItems: [
        aLine('rent', 60, { prepaymentAccountId: 'deposits', salesTaxes: [tax('vat', 6)] }),
        aLine('fee', 34),
      ],
    })
    const waiting = (at: Date) =>
      anAllocation(aPayment(), early, 100, { allocatedAt: at }).shares.map((share) => share.prepaymentAccountId)
    expect(waiting(new Date(day(10).getTime() - 1))).toEqual(['deposits', 'deposits', null])
    expect(waiting(day(10))).toEqual([null, null, null])
    expect(waiting(day(11))).toEqual([null, null, null])
  })

  test('has the tags of the line, the bill, itself, and the payment, the nearer ones first', () => {
    const tagged = aBill({ tags: ['b:bill', 'c:bill'], lineItems: [aLine('rent', 10, { tags: ['a:line', 'b:line'] })] })
    const payment = aPayment({ tags: ['c:payment', 'd:payment', 'e:payment'] })
    const { shares, postedTags } = anAllocation(payment, tagged, 10, { tags: ['a:own', 'c:own', 'd:own'] })
    const idsOf = (tags: readonly TagRef[] = []) => tags.map(({ definitionId }) => definitionId)
    expect(idsOf(shares[0]?.tags)).toEqual(['a:line', 'b:line', 'c:bill', 'd:own', 'e:payment'])
    expect(idsOf(postedTags)).toEqual(['a:own', 'b:bill', 'c:bill', 'd:own', 'e:payment'])
  })
})

const recognition = (bill: Bill) => ({
  components: componentsOf(bill, ACCOUNTS),
  documentDate: bill.documentDate,
  tags: bill.tags,
})

describe('when a bill has changed', () => {
  const bill = aBill({ lineItems: [aLine('rent', 60), aLine('fee', 40)] })
  const first = anAllocation(aPayment(), bill, 50)
  const second = anAllocation(aPayment(), bill, 25, { before: [first] })
  const paid = [first, second].map((allocation) => ({ allocation, paymentTags: [tagOf('team:payment')] }))

  test('payments are recognized again from the beginning, in the same order', () => {
    const changed = aBill({
      lineItems: [aLine('rent', 30), aLine('fee', 70)],
      tags: ['region:north'],
      documentDate: day(9),
    })
    const recognized = recognizeAgain(recognition(changed), paid)
    expect(recognized.map(amountsIn)).toEqual([
      { 'line on rent': 15, 'line on fee': 35 },
      { 'line on rent': 8, 'line on fee': 17 },
    ])
    for (const { postedTags } of recognized) {
      expect(postedTags.map(({ definitionId }) => definitionId)).toEqual(['region:north', 'team:payment'])
    }
  })

  test('the accounts of shares follow the lines and the date of the bill', () => {
    const lines = [aLine('office', 60, { id: 'line on rent', prepaymentAccountId: 'deposits' }), aLine('fee', 40)]
    const [recognized] = recognizeAgain(recognition(aBill({ lineItems: lines, documentDate: day(21) })), paid)
    expect(recognized?.shares).toMatchObject([
      { accountId: 'office', prepaymentAccountId: 'deposits', amount: 30 },
      { accountId: 'fee', prepaymentAccountId: null, amount: 20 },
    ])
  })

  test('no cent moves where the amounts of its components are unchanged', () => {
    const unevenly = aBill({ lineItems: [aLine('a', 1), aLine('b', 1), aLine('c', 1)] })
    const gone = anAllocation(aPayment(), unevenly, 1)
    const stays = anAllocation(aPayment(), unevenly, 1, { before: [gone] })
    expect(amountsIn(stays)).toEqual({ 'line on b': 1 })
    const renamed = aBill({ lineItems: [aLine('a', 1), aLine('x', 1, { id: 'line on b' }), aLine('c', 1)] })
    const alone = [{ allocation: stays, paymentTags: [tagOf('team:payment')] }]
    const was = componentsOf(unevenly, ACCOUNTS)
    const [kept] = recognizeAgain({ ...recognition(renamed), was }, alone)
    expect(kept?.shares).toMatchObject([
      { component: 'line on b', accountId: 'x', amount: 1, tags: [{ definitionId: 'team:payment' }] },
    ])
    expect(recognizeAgain(recognition(renamed), alone).map(amountsIn)).toEqual([{ 'line on a': 1 }])
    const dearer = aBill({ lineItems: [aLine('a', 2), aLine('b', 1), aLine('c', 1)] })
    expect(recognizeAgain({ ...recognition(dearer), was }, alone).map(amountsIn)).toEqual([{ 'line on a': 1 }])
  })
})

/** Any bills, and steps on their payments: allocate part of the remainder, or remove an allocation. */
const parts = fc
  .array(fc.oneof(fc.integer({ min: -30, max: 90 }), fc.integer({ min: -(2 ** 40), max: 2 ** 41 })), {
    minLength: 1,
    maxLength: 8,
  })
  .filter((amounts) => sumOf(amounts) > 0)
const steps = fc.array(fc.record({ takesBack: fc.boolean(), where: fc.nat(1_000) }), { maxLength: 20 })

test('after any allocations and removals, a fully paid bill has recognized exactly its components', () => {
  fc.assert(
    fc.property(parts, steps, (amounts, done) => {
      const bill = aBill({ lineItems: amounts.map((amount, index) => aLine(`account ${index}`, amount)) })
      const total = sumOf(amounts)
      let live: PaymentAllocation[] = []
      const paid = () => sumOf(live.map(({ amount }) => amount))
      const pay = (amount: number): void => {
        if (amount > 0) live = [...live, anAllocation(aPayment(), bill, amount, { before: live })]
      }
      for (const { takesBack, where } of done) {
        if (takesBack && live.length > 0) live = live.filter((_, index) => index !== where % live.length)
        else pay(Math.ceil(((total - paid()) * (where + 1)) / 1_001))
        for (const { amount, shares } of live) expect(sumOf(shares.map((share) => share.amount))).toBe(amount)
      }
      pay(total - paid())
      const recognized = amounts.map((_, index) =>
        sumOf(
          live
            .flatMap(({ shares }) => shares.filter(({ accountId }) => accountId === `account ${index}`))
            .map(({ amount }) => amount),
        ),
      )
      expect(recognized).toEqual(amounts)
    }),
  )
})

test('recognized again, each instalment is its cumulative amount less the earlier ones', () => {
  const instalments = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(parts, instalments, (amounts, marks) => {
      const bill = aBill({ lineItems: amounts.map((amount, index) => aLine(`account ${index}`, amount)) })
      const total = sumOf(amounts)
      const steps = [...new Set(marks.map((mark) => Math.floor((total * mark) / 1_000)))]
        .filter((amount) => amount > 0)
        .sort((a, b) => a - b)
      const made = steps.map((step, index) => ({
        // Rounding each alone would sum to a wrong total.
        allocation: anAllocation(aPayment(), bill, step - (steps[index - 1] ?? 0)),
        paymentTags: [],
      }))
      const sums = new Map<string, number>()
      recognizeAgain(recognition(bill), made).forEach(({ shares }, index) => {
        for (const { accountId, amount } of shares) sums.set(accountId, (sums.get(accountId) ?? 0) + amount)
        const exact = sharesOf(
          amounts.filter((amount) => amount !== 0),
          total,
          steps[index] ?? 0,
        )
        const accounts = amounts.flatMap((amount, at) => (amount === 0 ? [] : `account ${at}`))
        expect(accounts.map((account) => sums.get(account) ?? 0)).toEqual(exact)
      })
    }),
  )
})
