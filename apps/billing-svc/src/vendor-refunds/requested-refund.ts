/** Vendor refunds as requests state them, before anything is looked up. Pure. */
import type { VendorRefundAllocationInput__Output, VendorRefundInput__Output } from '@pacioli/protos/billing'
import { PAYMENT_METHODS } from '../payables/bill.ts'
import { paidBy } from '../requests/payments.ts'
import { readRequest, type RequestReader } from '../requests/request-reader.ts'
import { headOf } from '../requests/requested-head.ts'
import { sumOf } from '../rounding/sum.ts'

/** What is refunded, by the name of a payment or of a credit. */
export type RequestedRefundPart = ReturnType<typeof requestedPart>

function requestedPart(read: RequestReader<VendorRefundAllocationInput__Output>) {
  const { payment_id, payment_external_id, vendor_credit_id, vendor_credit_external_id } = read.input
  const namesPayment = payment_id !== undefined || payment_external_id !== undefined
  const namesCredit = vendor_credit_id !== undefined || vendor_credit_external_id !== undefined
  if (namesPayment === namesCredit)
    read.refuse('payment_id', 'Expected either a payment or a vendor credit, by its id or external_id.')
  return {
    field: read.field,
    amount: read.amount('amount', 1) ?? 0,
    isOfCredit: namesCredit,
    payment: { payment_id, payment_external_id },
    credit: { vendor_credit_id, vendor_credit_external_id },
  }
}

export type RequestedVendorRefund = ReturnType<typeof requestedVendorRefund>

/** @throws InvalidPayload; every problem at once */
export const requestedVendorRefund = (input: VendorRefundInput__Output, now: Date) =>
  readRequest(input, (read) => {
    const refund = {
      ...headOf(read),
      vendor: { vendor_id: input.vendor_id, vendor_external_id: input.vendor_external_id },
      documentDate: read.instant('received_at') ?? now,
      ...paidBy(read, PAYMENT_METHODS),
      amount: read.amount('amount', 1) ?? 0,
      parts: read.elements('allocations').map(requestedPart),
    }
    read.limit('allocations')
    const allocated = sumOf(refund.parts.map(({ amount }) => amount))
    if (refund.parts.length === 0) read.refuse('allocations', 'Expected what is refunded: at least one allocation.')
    else if (allocated !== refund.amount)
      read.refuse('amount', `Expected what the allocations sum to, which is ${allocated}.`, refund.amount)
    return refund
  })
