import { sumOf } from '../rounding/sum.ts'
import { describe, expect, test } from 'vitest'
import { day } from '../testing/payables.test-helpers.ts'
import { anInvoiceAllocation, anInvoicePayment } from '../testing/receivables.test-helpers.ts'
import {
  clearedBy,
  clearingAccountOfMethod,
  creditOfPayment,
  feesOf,
  refundedOf,
  restOf,
  type InvoicePaymentMethod,
} from './invoice-payment.ts'

const MOVED = { movedToCreditAt: day(15) }

describe('the remainder of a payment', () => {
  test('is the unallocated amount', () => {
    const payment = anInvoicePayment({ allocations: [anInvoiceAllocation(60), anInvoiceAllocation(39)] })
    expect(restOf(anInvoicePayment())).toBe(100)
    expect(restOf(payment)).toBe(1)
    expect(restOf({ ...payment, amount: 99 })).toBe(0)
  })

  test('is unchanged when an invoice is voided', () => {
    expect(restOf(anInvoicePayment({ allocations: [anInvoiceAllocation(60, MOVED)] }))).toBe(40)
  })
})

describe('the credit of a customer gets', () => {
  const credit = (method: InvoicePaymentMethod, ...amounts: [number, typeof MOVED?][]) =>
    sumOf(
      creditOfPayment(
        anInvoicePayment({ method, allocations: amounts.map(([amount, moved]) => anInvoiceAllocation(amount, moved)) }),
      ).map(({ amount }) => amount),
    )

  test('nothing where all of it is allocated', () => expect(credit('CASH', [99], [1])).toBe(0))
  test('the rest', () => expect(credit('CASH', [99])).toBe(1))
  test('the allocation of a voided invoice', () => expect(credit('CASH', [70], [20, MOVED])).toBe(30))
  test('less payments out of it', () => {
    expect(credit('CREDIT_BALANCE', [100])).toBe(-100)
    expect(credit('CREDIT_BALANCE', [90])).toBe(-90)
    expect(credit('CREDIT_BALANCE', [100, MOVED])).toBe(0)
  })
})

describe('the fee', () => {
  const payment = anInvoicePayment({ allocations: [anInvoiceAllocation(50), anInvoiceAllocation(25)] })

  test('is divided in proportion, last the remainder', () => {
    expect(feesOf({ ...payment, fee: 4 })).toEqual([2, 1, 1])
    expect(feesOf({ ...payment, fee: 3 })).toEqual([1, 1, 1])
    expect(feesOf({ ...payment, fee: 0 })).toEqual([0, 0, 0])
  })

  test('has no share of the remainder where there is none', () =>
    expect(feesOf({ ...payment, amount: 75, fee: 3 })).toEqual([2, 1, 0]))

  test('never exceeds a part while it does not exceed the payment', () => {
    expect(feesOf({ ...payment, fee: 100 })).toEqual([50, 25, 25])
    expect(feesOf({ ...payment, fee: 99 }).every((fee, index) => fee <= ([50, 25, 25][index] ?? 0))).toBe(true)
  })

  test('is the difference between the payment and its clearing amount', () => {
    expect(clearedBy(anInvoicePayment({ fee: 3 }))).toBe(97)
    expect(clearedBy(anInvoicePayment({ fee: 100 }))).toBe(0)
    expect(clearedBy(anInvoicePayment({ fee: 101 }))).toBe(-1)
  })
})

test('the refunded amount of a payment includes its invoices and the credit', () => {
  const part = (invoiceId: string | null, amount: number) => ({
    id: `${amount}`,
    refundId: 'refund',
    allocationId: 'allocation',
    invoiceId,
    amount,
  })
  expect(refundedOf({ refunded: [] })).toBe(0)
  expect(refundedOf({ refunded: [part('invoice', 30), part(null, 12)] })).toBe(42)
})

test.each([
  ['CREDIT_CARD', null, 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'],
  ['CREDIT_CARD', 'STRIPE', 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'],
  ['ACH', 'STRIPE', 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'],
  ['ACH', null, 'UNDEPOSITED_FUNDS'],
  ['CHECK', 'STRIPE', 'UNDEPOSITED_FUNDS'],
  ['OTHER', null, 'UNDEPOSITED_FUNDS'],
  ['CASH', null, 'CASH'],
  ['CREDIT_BALANCE', null, 'CUSTOMER_CREDITS'],
  ['STORE_CREDIT', null, 'CUSTOMER_CREDITS'],
] as const)('%s by the processor %s clears on %s', (method, processor, account) =>
  expect(clearingAccountOfMethod(method, processor)).toBe(account),
)
