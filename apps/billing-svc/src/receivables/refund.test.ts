import { expect, test } from 'vitest'
import { sumOf } from '../rounding/sum.ts'
import { clearedByRefund, creditOfRefund, issuedAtOf, livePayments, paidOutOf, totalOf } from './refund.ts'
import { anAllocation, aPart, aRefund, aRefundPayment, day } from '../testing/refunds.test-helpers.ts'

const issued = aRefund({ allocations: [anAllocation(70), anAllocation(30)] })
const paid = {
  ...issued,
  payments: [
    aRefundPayment(issued, 60),
    aRefundPayment(issued, 25, { deletedAt: day(22) }),
    aRefundPayment(issued, 15),
  ],
}

test('a refund totals its allocations, and is paid out by its live payments', () => {
  expect(totalOf(paid)).toBe(100)
  expect(paidOutOf(paid)).toBe(75)
  expect(paidOutOf(issued)).toBe(0)
  expect(livePayments(paid).map(({ refundedAmount }) => refundedAmount)).toEqual([60, 15])
})

test('a refund counts from its completion, else from its creation', () => {
  expect(issuedAtOf(aRefund({ completedAt: day(20) }))).toEqual(day(20))
  expect(issuedAtOf(aRefund({ completedAt: null, importedAt: day(3) }))).toEqual(day(3))
})

test('a refund payment takes its amount and fee, less refunded fees', () => {
  expect(clearedByRefund(aRefundPayment(issued, 60))).toBe(60)
  const fees = [5, 7].map((feeAmount) => ({ accountId: 'fees', feeAmount, description: null }))
  expect(clearedByRefund(aRefundPayment(issued, 60, { fee: 3, refundedPaymentFees: fees }))).toBe(51)
})

const creditOf = (refund: Parameters<typeof creditOfRefund>[0]) =>
  sumOf(creditOfRefund(refund).map(({ amount }) => amount))

test('store credit adds to the credit of a customer, and what is taken from it subtracts', () => {
  const storeCredit = aRefundPayment(issued, 60, { method: 'STORE_CREDIT' })
  expect(creditOf({ ...issued, payments: [storeCredit, aRefundPayment(issued, 40)] })).toBe(60)
  expect(creditOf({ ...issued, payments: [{ ...storeCredit, deletedAt: day(22) }] })).toBe(0)
  const parts = [aPart(70, { isOfCredit: true }), aPart(30)]
  const ofCredit = aRefund({ allocations: [anAllocation(100, { parts })] })
  expect(creditOf(ofCredit)).toBe(-70)
  expect(creditOf({ ...ofCredit, payments: [storeCredit] })).toBe(-10)
})
