/** Documents of receivables as callers see them. Pure. */
import type {
  AccountSummary__Output,
  Customer__Output,
  Invoice__Output,
  InvoicePayment__Output,
  Payout__Output,
  Refund__Output,
  RefundAllocation__Output,
  RefundPayment__Output,
} from '@pacioli/protos/billing'
import { withMetadata } from './public-entry.ts'

type MaybeCustomer = { customer?: Customer__Output | null }

const customerOf = ({ customer }: MaybeCustomer) => customer && withMetadata(customer)

/** In the form of the chart, with an id and a stable name that say what they are. */
const chartAccountOf = (account: AccountSummary__Output | null) =>
  account && {
    ...account,
    id: { id: account.id },
    stable_name: account.stable_name === undefined ? undefined : { stable_name: account.stable_name },
  }

const publicRefundAllocation = (allocation: RefundAllocation__Output) => ({
  ...withMetadata(allocation),
  line_items: allocation.line_items.map(withMetadata),
})

export const publicRefundPayment = (payment: RefundPayment__Output) => ({
  ...withMetadata(payment),
  payment_clearing_account: chartAccountOf(payment.payment_clearing_account),
  refunded_payment_fees: payment.refunded_payment_fees.map((fee) => ({
    ...fee,
    account: chartAccountOf(fee.account),
  })),
})

/** Metadata is kept as JSON text, and shown as the object it is: of a document, and of all that it holds. */
export const publicRefund = (refund: Refund__Output) => ({
  ...withMetadata(refund),
  customer: customerOf(refund),
  allocations: refund.allocations.map(publicRefundAllocation),
  payments: refund.payments.map(publicRefundPayment),
})

export const publicInvoicePayment = (payment: InvoicePayment__Output) => ({
  ...withMetadata(payment),
  customer: customerOf(payment),
  allocations: payment.allocations.map(withMetadata),
})

export const publicInvoice = (invoice: Invoice__Output) => ({
  ...withMetadata(invoice),
  customer_id: invoice.customer?.id,
  customer: customerOf(invoice),
  line_items: invoice.line_items.map((item) => ({
    ...item,
    refund_allocations: item.refund_allocations.map(publicRefundAllocation),
  })),
  payment_allocations: invoice.payment_allocations.map((allocation) => ({
    ...withMetadata(allocation),
    payment: allocation.payment && publicInvoicePayment(allocation.payment),
  })),
  refund_allocations: invoice.refund_allocations.map(publicRefundAllocation),
})

export const publicPayout = (payout: Payout__Output) => withMetadata(payout)
