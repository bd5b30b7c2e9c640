/** Invalid refunds, refused before anything is looked up. */
import { DomainError } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { byStableName as named } from '../posting/named-accounts.ts'
import { FEES, refundInput, type RefundOfManyGiven } from '../testing/receivable-inputs.test-helpers.ts'
import { requestedRefund } from './requested-refund.ts'

const onCustomer = { customer_external_id: 'refused', total_amount: 100 }

const refused = (given: RefundOfManyGiven): unknown => problemsOf(() => requestedRefund(refundInput(given)))

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

test.each<[string, RefundOfManyGiven, unknown]>([
  ['of nothing', {}, [['InvalidPayload', 'allocations']]],
  [
    'with amounts that are none',
    {
      allocations: [
        { ...onCustomer, total_amount: 0 },
        { ...onCustomer, total_amount: -1 },
        { ...onCustomer, total_amount: 1.5 },
        { ...onCustomer, total_amount: 2 ** 53 },
        { ...onCustomer, line_items: [{ amount: 0 }] },
      ],
      payments: [{ refunded_amount: 0 }, { refund_processing_fee: -1 }],
    },
    [
      ['InvalidPayload', 'allocations.0.total_amount'],
      ['InvalidPayload', 'allocations.1.total_amount'],
      ['InvalidPayload', 'allocations.2.total_amount'],
      ['InvalidPayload', 'allocations.3.total_amount'],
      ['InvalidPayload', 'allocations.4.line_items.0.amount'],
      ['InvalidPayload', 'payments.0.refunded_amount'],
      ['InvalidPayload', 'payments.1.refund_processing_fee'],
    ],
  ],
  [
    'at no instant',
    { completed_at: '2026-01-25', allocations: [onCustomer], payments: [{ completed_at: 'never' }] },
    [
      ['InvalidPayload', 'completed_at'],
      ['InvalidPayload', 'payments.0.completed_at'],
    ],
  ],
  [
    'by no known method',
    { allocations: [onCustomer], payments: [{ method: 'CREDIT_BALANCE' }, { method: '' }] },
    [
      ['InvalidPayload', 'payments.0.method'],
      ['InvalidPayload', 'payments.1.method'],
    ],
  ],
  [
    'in store credit with fees, or on another account',
    {
      allocations: [onCustomer],
      payments: [
        {
          method: 'STORE_CREDIT',
          refund_processing_fee: 1,
          payment_clearing_account_identifier: named('CASH'),
          refunded_payment_fees: [{ account: FEES, fee_amount: 1 }],
        },
      ],
    },
    [
      ['InvalidPayload', 'payments.0.payment_clearing_account_identifier'],
      ['InvalidPayload', 'payments.0.refund_processing_fee'],
      ['InvalidPayload', 'payments.0.refunded_payment_fees'],
    ],
  ],
  [
    'with returned fees of no account, or below zero',
    { allocations: [onCustomer], payments: [{ refunded_payment_fees: [{ account: null, fee_amount: -1 }] }] },
    [
      ['InvalidPayload', 'payments.0.refunded_payment_fees.0.account'],
      ['InvalidPayload', 'payments.0.refunded_payment_fees.0.fee_amount'],
    ],
  ],
  [
    'with more than a thousand allocations, line items or payments',
    {
      allocations: [
        ...Array.from({ length: 1_000 }, () => onCustomer),
        { customer_external_id: 'refused', line_items: Array.from({ length: 1_001 }, () => ({ amount: 1 })) },
      ],
      payments: Array.from({ length: 1_001 }, () => ({ refunded_amount: 1 })),
    },
    [
      ['InvalidPayload', 'allocations'],
      ['InvalidPayload', 'allocations.1000.line_items'],
      ['InvalidPayload', 'payments'],
    ],
  ],
  [
    'of parts that have one name',
    {
      allocations: [
        {
          ...onCustomer,
          external_id: 'a',
          line_items: [
            { amount: 50, external_id: 'l' },
            { amount: 50, external_id: 'l' },
          ],
        },
        { ...onCustomer, external_id: 'a' },
      ],
    },
    [
      ['InvalidPayload', 'allocations.1.external_id'],
      ['InvalidPayload', 'allocations.0.line_items.1.external_id'],
    ],
  ],
])('%s', (_, given, expected) => {
  expect(refused(given)).toEqual(expected)
})
