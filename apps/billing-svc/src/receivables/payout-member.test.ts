import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumOf } from '../rounding/sum.ts'
import { clearedBy } from './invoice-payment.ts'
import { entriesOfInvoicePayment } from './invoice-payment.postings.ts'
import { entriesOfRefundPayment } from './refund.postings.ts'
import { clearedByRefund, type Refund, type RefundPayment } from './refund.ts'
import {
  anAllocation,
  anInvoicePayment,
  aPart,
  aRefund,
  aRefundPayment,
  paidTo,
  refOf,
  tagOf,
} from '../testing/refunds.test-helpers.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import type { DesiredEntry } from '../posting/standing-entries.ts'
import { memberOfPayment, memberOfRefundPayment } from './payout-member.ts'
import { broughtBy, type ClearedPart } from './payout.ts'

const ACCOUNTS: ReceivableAccounts = {
  accountsReceivable: 'receivable',
  salesDiscounts: 'discounts',
  tips: 'tips',
  customerCredits: 'credits',
  processingFees: 'fees',
  badDebt: 'bad debt',
  returnsAllowances: 'returns',
  refundLiabilities: 'liabilities',
  undepositedFunds: 'undeposited',
}

const [north, south, card] = [tagOf('region', 'north'), tagOf('region', 'south'), tagOf('method', 'card')]

/** What entries leave on an account by the tags that they carry, zeroes left out. */
function standingOn(accountId: string, entries: readonly DesiredEntry[], basis: string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { lines } of entries.filter((entry) => entry.basis === basis))
    for (const line of lines.filter((one) => one.accountId === accountId)) {
      const key = JSON.stringify((line.tags ?? []).map(refOf))
      sums.set(key, (sums.get(key) ?? 0) + (line.direction === 'DEBIT' ? line.amount : -line.amount))
    }
  return new Map([...sums].filter(([, sum]) => sum !== 0))
}

function byTags(parts: readonly ClearedPart[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { amount, tags } of parts) {
    const key = JSON.stringify(tags.map(refOf))
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0))
}

describe('a payment', () => {
  const payment = anInvoicePayment({
    externalId: 'payment-1',
    amount: 100,
    fee: 10,
    tags: [card],
    allocations: [
      paidTo('first', 50, { postedTags: [refOf(north)] }),
      paidTo('second', 30, { postedTags: [refOf(south)] }),
    ],
  })

  test('contributes each allocation less its share of the fee, and its remainder, with their tags', () => {
    expect(memberOfPayment(payment)).toEqual({
      kind: 'payment',
      id: payment.id,
      externalId: 'payment-1',
      clearingAccountId: payment.clearingAccountId,
      parts: [
        { amount: 45, tags: [refOf(north)] },
        { amount: 27, tags: [refOf(south)] },
        { amount: 18, tags: [refOf(card)] },
      ],
    })
  })

  test('with a fee of its whole amount contributes nothing', () => {
    expect(memberOfPayment({ ...payment, fee: 100 }).parts).toEqual([])
  })

  test('contributes its cleared amount, in parts above zero, as in both books', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 5 })
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (to, rest, of) => {
          const amount = sumOf([...to, rest])
          const allocations = to.map((part, index) =>
            paidTo(`invoice ${index}`, part, { postedTags: [refOf(index % 2 === 0 ? north : south)] }),
          )
          const paid = anInvoicePayment({ amount, fee: Math.floor(of * amount), allocations, tags: [card] })
          const member = memberOfPayment(paid)
          expect(broughtBy(member)).toBe(clearedBy(paid))
          expect(member.parts.every((part) => part.amount > 0)).toBe(true)
          for (const basis of ['ACCRUAL', 'CASH'])
            expect(standingOn(paid.clearingAccountId, entriesOfInvoicePayment(paid, ACCOUNTS), basis)).toEqual(
              byTags(member.parts),
            )
        },
      ),
    )
  })
})

describe('a refund payment', () => {
  const refund = aRefund({
    allocations: [
      anAllocation(60, { parts: [aPart(60, { postedTags: [refOf(north)] })] }),
      anAllocation(40, { parts: [aPart(40, { postedTags: [refOf(south)] })] }),
    ],
  })

  test('takes its amount of each part plus its share of the fee, less its shares of refunded fees', () => {
    const payment = aRefundPayment(refund, 100, {
      fee: 10,
      refundedPaymentFees: [
        { accountId: 'a', feeAmount: 5, description: null },
        { accountId: 'b', feeAmount: 1, description: null },
      ],
      tags: [card],
    })
    expect(memberOfRefundPayment(refund, payment)).toMatchObject({
      kind: 'refund_payment',
      id: payment.id,
      parts: [
        { amount: -60 - 6 + 3 + 1, tags: [refOf(card), refOf(north)] },
        { amount: -40 - 4 + 2, tags: [refOf(card), refOf(south)] },
      ],
    })
  })

  test('covers only the parts that it pays', () => {
    expect(memberOfRefundPayment(refund, aRefundPayment(refund, 50)).parts).toEqual([
      { amount: -50, tags: [refOf(north)] },
    ])
  })

  test('takes its cleared amount, as in both books', () => {
    const fees = fc.array(fc.nat(500), { maxLength: 3 })
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.option(fc.nat(500)),
        fees,
        (amounts, of, fee, refundedFees) => {
          const [made, payment] = paidOut(amounts, of, fee, refundedFees)
          const member = memberOfRefundPayment(made, payment)
          expect(broughtBy(member)).toBe(0 - clearedByRefund(payment))
          expect(member.parts.map(({ amount }) => amount)).not.toContain(0)
          for (const basis of ['ACCRUAL', 'CASH'])
            expect(
              standingOn(payment.clearingAccountId, entriesOfRefundPayment(payment, made, ACCOUNTS), basis),
            ).toEqual(byTags(member.parts))
        },
      ),
    )
  })

  function paidOut(
    amounts: readonly number[],
    of: number,
    fee: number | null,
    refundedFees: readonly number[],
  ): [Refund, RefundPayment] {
    const allocations = amounts.map((amount, index) =>
      anAllocation(amount, { parts: [aPart(amount, { postedTags: [refOf(index % 2 === 0 ? north : south)] })] }),
    )
    const made = aRefund({ allocations })
    const refundedAmount = Math.max(1, Math.floor(of * sumOf([...amounts])))
    const refundedPaymentFees = refundedFees.map((feeAmount) => ({ accountId: 'fees', feeAmount, description: null }))
    return [made, aRefundPayment(made, refundedAmount, { fee, refundedPaymentFees, tags: [card] })]
  }
})
