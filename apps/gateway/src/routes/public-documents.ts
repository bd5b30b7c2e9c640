/** Vendors and documents of payables as callers see them. Pure. */
import type { Bill__Output, BillPayment__Output, Vendor__Output, VendorCredit__Output } from '@pacioli/protos/billing'
import { withMetadata } from './public-entry.ts'

type MaybeVendor = { vendor?: Vendor__Output | null }

const vendorOf = ({ vendor }: MaybeVendor) => vendor && withMetadata(vendor)

/** Metadata is kept as JSON text, and shown as the object it is: of a document, and of all that it holds. */
export const publicBillPayment = (payment: BillPayment__Output) => ({
  ...withMetadata(payment),
  vendor: vendorOf(payment),
  allocations: payment.allocations.map(withMetadata),
})

export const publicVendorCredit = (credit: VendorCredit__Output) => ({
  ...withMetadata(credit),
  vendor: vendorOf(credit),
  line_items: credit.line_items.map(withMetadata),
})

export const publicBill = (bill: Bill__Output) => ({
  ...withMetadata(bill),
  vendor: vendorOf(bill),
  line_items: bill.line_items.map(withMetadata),
  payment_allocations: bill.payment_allocations.map((allocation) => ({
    ...withMetadata(allocation),
    payment: allocation.payment && publicBillPayment(allocation.payment),
  })),
  vendor_credits: bill.vendor_credits.map((allocation) => ({
    ...allocation,
    vendor_credit: allocation.vendor_credit && publicVendorCredit(allocation.vendor_credit),
  })),
})
