import { describe, expect, test } from 'vitest'
import {
  aRefundPayment,
  anInvoice,
  anInvoicePayment,
  aPaymentOf,
  aRefund,
  day,
  lockedInvoices,
} from '../testing/pure-receivables.test-helpers.ts'
import { creditDeltas } from './credit-deltas.ts'

const ofPayment = (...given: Parameters<typeof aPaymentOf>[1]) =>
  aPaymentOf(lockedInvoices(anInvoice()), given, { amount: 100 })
const deltas = (change: Partial<Parameters<typeof creditDeltas>[0]>) =>
  Object.fromEntries(creditDeltas({ payments: [], refunds: [], ...change }))

describe('the credit of a customer', () => {
  test('gets the remainder of a payment, once', () => {
    const payment = ofPayment(['invoice', 70])
    expect(deltas({ payments: [{ before: null, after: payment }] })).toEqual({ customer: 30 })
    expect(deltas({ payments: [{ before: payment, after: { ...payment, tags: [] } }] })).toEqual({})
    expect(deltas({ payments: [{ before: null, after: ofPayment(['invoice', 100]) }] })).toEqual({})
  })

  test('gets the allocation of a voided invoice', () => {
    const before = ofPayment(['invoice', 70])
    const after = { ...before, allocations: before.allocations.map((one) => ({ ...one, movedToCreditAt: day(15) })) }
    expect(deltas({ payments: [{ before, after }] })).toEqual({ customer: 70 })
  })

  test('is spent by a payment out of it, except its remainder', () => {
    const spent = { ...ofPayment(['invoice', 70]), method: 'CREDIT_BALANCE' as const }
    expect(deltas({ payments: [{ before: null, after: spent }] })).toEqual({ customer: -70 })
  })

  test('gets store credit, and loses what a refund takes from it', () => {
    const locked = lockedInvoices()
    aPaymentOf(locked, [], { amount: 40 })
    const refund = aRefund(locked, [{ invoicePaymentId: 'payment' }])
    expect(deltas({ refunds: [{ before: null, after: refund }] })).toEqual({ customer: -40 })
    const stored = aRefund(lockedInvoices(), [{ totalAmount: 40 }], {
      payments: [aRefundPayment(25, { method: 'STORE_CREDIT', fee: 2 })],
    })
    expect(deltas({ refunds: [{ before: null, after: stored }] })).toEqual({ customer: 27 })
    const taken = { ...stored, payments: stored.payments.map((one) => ({ ...one, deletedAt: day(28) })) }
    expect(deltas({ refunds: [{ before: stored, after: taken }] })).toEqual({ customer: -27 })
  })

  test('is moved by all changes of a request together, per customer', () => {
    const payments = [
      { before: null, after: anInvoicePayment({ id: 'a', amount: 30 }) },
      { before: null, after: { ...ofPayment(['invoice', 100]), method: 'CREDIT_BALANCE' as const } },
      { before: null, after: anInvoicePayment({ id: 'b', amount: 70 }) },
      { before: null, after: anInvoicePayment({ id: 'c', contactId: 'other', amount: 5 }) },
    ]
    expect(deltas({ payments })).toEqual({ other: 5 })
  })
})
