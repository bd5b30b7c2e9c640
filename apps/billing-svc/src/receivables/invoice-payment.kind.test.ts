import { describe, expect, test } from 'vitest'
import { day, tagOf } from '../testing/payables.test-helpers.ts'
import { anInvoiceAllocation, anInvoicePayment } from '../testing/receivables.test-helpers.ts'
import { tagState } from '../tags/tags.ts'
import { INVOICE_PAYMENTS } from './invoice-payment.kind.ts'
import { clearedBy, type InvoicePayment } from './invoice-payment.ts'

type Candidate = { is_open: boolean; amount: number; allocations: { amount: number; tags: unknown[] }[] }

/** The event state of the payment. */
function announcedOf(payment: InvoicePayment) {
  const [announced] = INVOICE_PAYMENTS.announcementsOf({ before: payment, after: payment })
  return { ...announced, data: announced?.data as { match_candidate: Candidate | null } }
}

const candidateOf = (payment: InvoicePayment): Candidate | null => announcedOf(payment).data.match_candidate
const tags = (...words: string[]) => words.map(tagOf).map(tagState)

const payment = anInvoicePayment({
  amount: 100,
  fee: 4,
  allocations: [
    anInvoiceAllocation(50, { documentId: 'one', tags: ['region:north'] }),
    anInvoiceAllocation(25, { documentId: 'two', movedToCreditAt: day(20), memo: 'half' }),
  ],
  refunded: [
    { id: 'part', refundId: 'refund', allocationId: 'first', invoiceId: 'one', amount: 10 },
    { id: 'other', refundId: 'refund', allocationId: 'second', invoiceId: null, amount: 5 },
  ],
  tags: ['class:retail'],
  metadata: '{"a": 1}',
  version: 3,
})

test('an event has the whole state of a payment', () => {
  expect(announcedOf(payment)).toEqual({
    aggregateType: 'invoice_payment',
    id: 'payment',
    version: 3,
    type: 'changed',
    data: {
      id: 'payment',
      business_id: 'business',
      external_id: null,
      customer_id: 'customer',
      paid_at: day(12),
      method: 'CHECK',
      processor: null,
      payment_clearing_account_id: 'clearing',
      amount: 100,
      fee: 4,
      unallocated_amount: 25,
      refunded_amount: 15,
      payout_id: null,
      deleted_at: null,
      allocations: [
        {
          id: 'allocation of 50',
          invoice_id: 'one',
          amount: 50,
          returned_amount: 0,
          moved_to_credit_at: null,
          transaction_tags: tags('region:north'),
        },
        {
          id: 'allocation of 25',
          invoice_id: 'two',
          amount: 25,
          returned_amount: 0,
          moved_to_credit_at: day(20),
          transaction_tags: [],
        },
      ],
      refunded_parts: [
        { id: 'part', refund_id: 'refund', invoice_id: 'one', amount: 10 },
        { id: 'other', refund_id: 'refund', invoice_id: null, amount: 5 },
      ],
      return: null,
      memo: null,
      metadata: { a: 1 },
      reference_number: null,
      transaction_tags: tags('class:retail'),
      imported_at: day(1),
      updated_at: day(1),
      match_candidate: {
        is_open: true,
        direction: 'CREDIT',
        amount: 96,
        date: day(12),
        clearing_account_id: 'clearing',
        description: '',
        customer_id: 'customer',
        vendor_id: null,
        allocations: [
          { amount: 48, tags: tags('region:north') },
          { amount: 24, tags: [] },
          { amount: 24, tags: tags('class:retail') },
        ],
      },
    },
  })
})

describe('the match candidate', () => {
  const whole = { amount: 60, fee: 0, allocations: [anInvoiceAllocation(60)] }

  test.each<[string, Partial<InvoicePayment>]>([
    ['a fee that does not divide', { fee: 7 }],
    ['a fee that leaves one unit', { fee: 99 }],
    ['no fee', { fee: 0 }],
    ['no rest', { ...whole, fee: 1 }],
    ['nothing allocated', { allocations: [], fee: 3 }],
  ])('has parts above zero that sum to the cleared amount: %s', (_what, given) => {
    const paid = { ...payment, ...given }
    const candidate = candidateOf(paid)
    const amounts = candidate?.allocations.map(({ amount }) => amount) ?? []
    expect(amounts.every((amount) => amount > 0)).toBe(true)
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(clearedBy(paid))
    expect(candidate).toMatchObject({ is_open: true, amount: clearedBy(paid) })
  })

  test('is closed in a payout, and where the fee is all of it', () => {
    expect(candidateOf({ ...payment, payoutId: 'payout' })).toMatchObject({ is_open: false, amount: 96 })
    expect(candidateOf({ ...payment, fee: 100 })).toMatchObject({ is_open: false, amount: 0, allocations: [] })
  })

  test('is absent where the fee exceeds the payment, and where it was paid out of credit', () => {
    expect(candidateOf({ ...payment, fee: 101 })).toBeNull()
    expect(candidateOf({ ...payment, fee: 0, method: 'CREDIT_BALANCE' })).toBeNull()
  })

  test('is described by the memo, else by the reference number', () => {
    expect(candidateOf({ ...payment, memo: 'May', referenceNumber: 'R1' })).toMatchObject({ description: 'May' })
    expect(candidateOf({ ...payment, referenceNumber: 'R1' })).toMatchObject({ description: 'R1' })
  })
})
