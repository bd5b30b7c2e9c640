import { expect, test } from 'vitest'
import { refusalOf } from '../testing/payables.test-helpers.ts'
import { anInvoice, aRefundedPart } from '../testing/receivables.test-helpers.ts'
import { requireAllocationCapacity } from './refund-allocations.ts'

test('an invoice has a thousand parts of refunds at most', () => {
  const parts = (count: number) => () => {
    const refunded = Array.from({ length: count }, (_, index) => aRefundedPart(1, { id: `part ${index}` }))
    requireAllocationCapacity(anInvoice({ refunded }), 'dedicated_refunds')
  }
  expect(parts(1_000)).not.toThrow()
  expect(refusalOf(parts(1_001))).toEqual(['TooManyAllocations', 'dedicated_refunds'])
})
