import { readEvent, type StagedEvent } from '@pacioli/events'
import { describe, expect, test } from 'vitest'
import { tagState } from '../tags/tags.ts'
import { refundEvent, refundPaymentEvent } from './refund.events.ts'
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

const stateIn = ({ event }: StagedEvent): Record<string, unknown> =>
  (readEvent(event)?.data ?? {}) as Record<string, unknown>

const stateOfRefund = (told: Refund) => stateIn(refundEvent(told, 'changed', 'event', day(22)))
const stateOf = (payment: RefundPayment, of: Refund = refund) =>
  stateIn(refundPaymentEvent(payment, { ...of, payments: [payment] }, 'created', 'event', day(22)))
const candidateOf = (payment: RefundPayment, of?: Refund) => stateOf(payment, of)['match_candidate']

describe('a refund', () => {
  test('tells what was issued, of what, and what is still to be paid out', () => {
    const payments = [aRefundPayment(refund, 30, { deletedAt: day(21) }), aRefundPayment(refund, 25)]
    expect(stateOfRefund({ ...refund, payments })).toMatchObject({
      id: refund.id,
      version: 3,
      customer_id: refund.customerId,
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

  test('that was not completed was issued when it was made', () => {
    expect(stateOfRefund({ ...refund, completedAt: null, importedAt: day(5) })).toMatchObject({
      completed_at: null,
      issued_at: day(5).toISOString(),
    })
  })
})

describe('a refund payment', () => {
  const payment = aRefundPayment(refund, 100, { fee: 10, tags: [card], version: 2, memo: 'Back' })

  test('tells of itself and of its refund by id', () => {
    const event = refundPaymentEvent(payment, refund, 'deleted', 'event', day(22))
    expect(event).toMatchObject({ aggregateType: 'refund_payment', aggregateId: payment.id, version: 2 })
    expect(stateIn(event)).toMatchObject({
      refund_id: refund.id,
      customer_id: refund.customerId,
      refunded_amount: 100,
      fee: 10,
      payout_id: null,
      deleted_at: null,
    })
  })

  test('can be matched to money that leaves its clearing account, in the parts that its lines there have', () => {
    expect(candidateOf(payment)).toEqual({
      is_open: true,
      direction: 'DEBIT',
      amount: 110,
      date: payment.completedAt.toISOString(),
      clearing_account_id: payment.clearingAccountId,
      description: 'Back',
      customer_id: refund.customerId,
      vendor_id: null,
      allocations: [
        { amount: 66, tags: [card, north].map(tagState) },
        { amount: 44, tags: [card, south].map(tagState) },
      ],
    })
  })

  test('of store credit is none that a bank reports', () => {
    expect(candidateOf({ ...payment, method: 'STORE_CREDIT' })).toBeNull()
  })

  test.each([
    ['that is in a payout', { payoutId: 'payout' }],
    ['that was taken out', { deletedAt: day(22) }],
  ])('%s is closed', (_, given) => {
    expect(candidateOf({ ...payment, ...given })).toMatchObject({ is_open: false, amount: 110, allocations: [] })
  })

  test('that was taken out needs no part of the refund as it is now', () => {
    const changed = { ...refund, allocations: [anAllocation(100)] }
    expect(candidateOf({ ...payment, deletedAt: day(22) }, changed)).toMatchObject({ is_open: false })
  })

  test.each([110, 111])('of which the processor gave back %i in fees has nothing to match', (feeAmount) => {
    const fees = [{ accountId: 'fees', feeAmount, description: null }]
    expect(candidateOf({ ...payment, refundedPaymentFees: fees })).toMatchObject({
      is_open: false,
      amount: 0,
      allocations: [],
    })
  })
})
