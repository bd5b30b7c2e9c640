/** Invalid payments, refused before anything is looked up. */
import { randomUUID } from 'node:crypto'
import { DomainError } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { paymentInput, type PaymentOfManyGiven } from '../testing/receivable-inputs.test-helpers.ts'
import { requestedInvoicePayment } from './requested-payment.ts'

const refused = (given: PaymentOfManyGiven): unknown =>
  problemsOf(() =>
    requestedInvoicePayment(paymentInput({ contactId: 'customer' }, given), new Date('2026-01-20T12:00:00Z')),
  )

/** Every problem with its field; `done` where there is none. */
function problemsOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return error.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
    throw error
  }
  return 'done'
}

test.each<[string, PaymentOfManyGiven, unknown]>([
  ['of nothing', { amount: 0 }, [['InvalidPayload', 'amount']]],
  ['with a fee of more than itself', { amount: 5, fee: 6 }, [['InvalidPayload', 'fee']]],
  [
    'below zero, or with such a fee',
    { amount: -5, fee: -1 },
    [
      ['InvalidPayload', 'amount'],
      ['InvalidPayload', 'fee'],
    ],
  ],
  ['beyond the safe range', { amount: 2 ** 53 }, [['InvalidPayload', 'amount']]],
  ['by no known method', { method: 'STORE_CREDIT' }, [['InvalidPayload', 'method']]],
  ['at no instant', { paid_at: '2026-01-20' }, [['InvalidPayload', 'paid_at']]],
  [
    'with wrong allocations, each of them',
    {
      allocations: [
        { invoice_id: randomUUID(), amount: 0 },
        { amount: 1.5, invoice_id: randomUUID() },
      ],
    },
    [
      ['InvalidPayload', 'allocations.0.amount'],
      ['InvalidPayload', 'allocations.1.amount'],
    ],
  ],
  [
    'with more than a thousand allocations',
    { amount: 2_000, allocations: Array.from({ length: 1_001 }, () => ({ invoice_id: randomUUID(), amount: 1 })) },
    [['InvalidPayload', 'allocations']],
  ],
  [
    'of more than it is',
    { amount: 99, allocations: [{ invoice_id: randomUUID(), amount: 100 }] },
    [['OverAllocated', 'allocations']],
  ],
])('%s', (_, given, expected) => {
  expect(refused(given)).toEqual(expected)
})
