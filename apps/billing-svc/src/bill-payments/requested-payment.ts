/** Bill payments as requests state them, before anything is looked up. Pure. */
import type { BillPaymentInput__Output, PaymentAllocationInput__Output } from '@pacioli/protos/billing'
import { PAYMENT_METHODS } from '../payables/bill.ts'
import { paidBy, requireWithinPayment } from '../requests/payments.ts'
import { headOf, partOf } from '../requests/requested-head.ts'
import { readRequest, type RequestReader } from '../requests/request-reader.ts'

export const requestedAllocation = (read: RequestReader<PaymentAllocationInput__Output>) => ({
  ...partOf(read),
  name: { bill_id: read.input.bill_id, bill_external_id: read.input.bill_external_id },
  amount: read.amount('amount', 1) ?? 0,
})

export type RequestedPaymentAllocation = ReturnType<typeof requestedAllocation>
export type RequestedPayment = ReturnType<typeof requestedPayment>

/** @throws InvalidPayload, OverAllocated; every problem at once */
export function requestedPayment(input: BillPaymentInput__Output, now: Date) {
  const requested = readRequest(input, (read) => {
    const payment = {
      ...headOf(read),
      vendor: { vendor_id: input.vendor_id, vendor_external_id: input.vendor_external_id },
      paidAt: read.instant('paid_at') ?? now,
      ...paidBy(read, PAYMENT_METHODS),
      amount: read.amount('amount', 1) ?? 0,
      allocations: read.elements('allocations').map(requestedAllocation),
    }
    read.limit('allocations')
    return payment
  })
  requireWithinPayment(requested)
  return requested
}
