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
import { creditMoves } from './credit-moves.ts'

const ofPayment = (...given: Parameters<typeof aPaymentOf>[1]) =>
  aPaymentOf(lockedInvoices(anInvoice()), given, { amount: 100 })
const DAY = { dayOf: (at: Date): string => at.toISOString().slice(0, 10) }
/** The last two digits of the day, as the fixtures name them. */
const moves = (change: Partial<Parameters<typeof creditMoves>[0]>, { dayOf } = DAY) =>
  creditMoves({ payments: [], refunds: [], ...change }, dayOf).map((one) => [
    one.contactId,
    one.day.slice(8),
    one.amount,
  ])
const deltas = (change: Partial<Parameters<typeof creditMoves>[0]>) =>
  Object.fromEntries(moves(change).map(([contactId, , amount]) => [contactId, amount]))

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

  test('moves on the days of entries; a change takes back the earlier one on its day, if that is open', () => {
    const before = anInvoicePayment({ amount: 30 })
    const after = { ...before, amount: 40, paidAt: day(14) }
    expect(moves({ payments: [{ before, after }] })).toEqual([
      ['customer', '12', -30],
      ['customer', '14', 40],
    ])
    const closed = { dayOf: (at: Date) => DAY.dayOf(at < day(13) ? day(13) : at) }
    expect(moves({ payments: [{ before, after }] }, closed)).toEqual([
      ['customer', '13', -30],
      ['customer', '14', 40],
    ])
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
