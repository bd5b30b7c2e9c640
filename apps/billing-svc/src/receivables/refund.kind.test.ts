import { describe, expect, test } from 'vitest'
import { tagState } from '../tags/tags.ts'
import { announcementOfPayment, REFUNDS } from './refund.kind.ts'
import type { Refund, RefundPayment } from './refund.ts'
import { anAllocation, aPart, aRefund, aRefundPayment, day, refOf, tagOf } from '../testing/refunds.test-helpers.ts'

const [north, south, card] = [tagOf('region', 'north'), tagOf('region', 'south'), tagOf('method', 'card')]

const refund = aRefund({
  version: 3,
  metadata: '{"a": 1}',
  allocations: [
    anAllocation(60, {
      invoiceId: 'invoice',
      parts: [aPart(60, { invoiceId: 'invoice', postedTags: [refOf(north)] })],
      tags: [north],
    }),
    anAllocation(40, { parts: [aPart(40, { postedTags: [refOf(south)] })] }),
  ],
})

/** The event state. */
const sent = (data: object | undefined): Record<string, unknown> =>
  JSON.parse(JSON.stringify(data ?? {})) as Record<string, unknown>

const stateOfRefund = (after: Refund) => sent(REFUNDS.announcementsOf({ before: refund, after })[0]?.data)
const announced = (payment: RefundPayment, of: Refund) => announcementOfPayment({ before: payment, after: payment }, of)
const stateOf = (payment: RefundPayment, of: Refund = refund) =>
  sent(announced(payment, { ...of, payments: [payment] }).data)
const candidateOf = (payment: RefundPayment, of?: Refund) => stateOf(payment, of)['match_candidate']

describe('a refund', () => {
  test('has its allocations, targets, and the amount still to be paid out', () => {
    const payments = [aRefundPayment(refund, 30, { deletedAt: day(21) }), aRefundPayment(refund, 25)]
    expect(stateOfRefund({ ...refund, payments })).toMatchObject({
      id: refund.id,
      customer_id: refund.contactId,
      completed_at: day(20).toISOString(),
      issued_at: day(20).toISOString(),
      total_amount: 100,
      paid_out_amount: 25,
      outstanding_balance: 75,
      metadata: { a: 1 },
      allocations: [
        { total_amount: 60, invoice_id: 'invoice', parts: [{ amount: 60 }], transaction_tags: [tagState(north)] },
        { total_amount: 40, invoice_id: null },
      ],
      payments: [{ id: payments[1]?.id, refunded_amount: 25 }],
    })
  })

  test('without a completion time was issued when it was created', () => {
    expect(stateOfRefund({ ...refund, completedAt: null, importedAt: day(5) })).toMatchObject({
      completed_at: null,
      issued_at: day(5).toISOString(),
    })
  })
})

describe('a refund payment', () => {
  const payment = aRefundPayment(refund, 100, { fee: 10, tags: [card], version: 2, memo: 'Back' })

  test('has its own state and the id of its refund', () => {
    const announcement = announced(payment, refund)
    expect(announcement).toMatchObject({ aggregateType: 'refund_payment', id: payment.id, version: 2 })
    expect(sent(announcement.data)).toMatchObject({
      refund_id: refund.id,
      customer_id: refund.contactId,
      refunded_amount: 100,
      fee: 10,
      payout_id: null,
      deleted_at: null,
    })
  })

  test('can be matched to an outflow, in the parts of its clearing lines', () => {
    expect(candidateOf(payment)).toEqual({
      is_open: true,
      direction: 'DEBIT',
      amount: 110,
      date: payment.completedAt.toISOString(),
      clearing_account_id: payment.clearingAccountId,
      description: 'Back',
      customer_id: refund.contactId,
      vendor_id: null,
      allocations: [
        { amount: 66, tags: [card, north].map(tagState) },
        { amount: 44, tags: [card, south].map(tagState) },
      ],
    })
  })

  test('of store credit has no candidate', () => {
    expect(candidateOf({ ...payment, method: 'STORE_CREDIT' })).toBeNull()
  })

  test.each([
    ['that is in a payout', { payoutId: 'payout' }],
    ['that was taken out', { deletedAt: day(22) }],
  ])('%s is closed', (_, given) => {
    expect(candidateOf({ ...payment, ...given })).toMatchObject({ is_open: false, amount: 110, allocations: [] })
  })

  test('that was deleted needs no part of the current refund', () => {
    const changed = { ...refund, allocations: [anAllocation(100)] }
    expect(candidateOf({ ...payment, deletedAt: day(22) }, changed)).toMatchObject({ is_open: false })
  })

  test.each([110, 111])('with refunded fees of %i has nothing to match', (feeAmount) => {
    const fees = [{ accountId: 'fees', feeAmount, description: null }]
    expect(candidateOf({ ...payment, refundedPaymentFees: fees })).toMatchObject({
      is_open: false,
      amount: 0,
      allocations: [],
    })
  })
})
