/** Requests for receivables, for tests of the use cases and of the pure core. */
import type {
  DedicatedPaymentInput__Output,
  DedicatedRefundInput__Output,
  InvoiceInput__Output,
  InvoiceLineItemInput__Output,
  InvoicePaymentAllocationInput__Output,
  InvoicePaymentInput__Output,
  RefundAllocationInput__Output,
  RefundInput__Output,
  RefundLineItemInput__Output,
  RefundPaymentInput__Output,
} from '@pacioli/protos/billing'
import { byStableName } from '../posting/named-accounts.ts'

export const SALES = byStableName('SALES')
export const FEES = byStableName('OTHER_INCOME')
/** The prepayment account of deposits. */
export const DEPOSITS = byStableName('UNEARNED_REVENUE')

type OfCustomer = { contactId: string }

export const taxInputs = (taxes: Record<string, number>) =>
  Object.entries(taxes).map(([name, amount]) => ({ amount, tax_account: { type: 'Tax_Name', name } }))

type Tags = readonly { key: string; value: string }[]
type Given<Input, Lists extends string> = Partial<Omit<Input, Lists | 'tags'>> & { tags?: Tags }

export type LineGiven = Given<InvoiceLineItemInput__Output, 'sales_taxes' | 'dedicated_refunds'> & {
  taxes?: Record<string, number>
  dedicated_refunds?: readonly RefundGiven[]
}
export type PaymentGiven = Given<DedicatedPaymentInput__Output, 'dedicated_refunds'> & {
  dedicated_refunds?: readonly RefundGiven[]
}
type RefundLineGiven = Given<RefundLineItemInput__Output, never>
export type RefundGiven = Given<DedicatedRefundInput__Output, 'line_items'> & {
  line_items?: readonly RefundLineGiven[]
}
export type InvoiceGiven = Given<
  InvoiceInput__Output,
  'line_items' | 'additional_sales_taxes' | 'payments' | 'dedicated_refunds'
> & {
  line_items?: readonly InvoiceLineItemInput__Output[]
  taxes?: Record<string, number>
  payments?: readonly PaymentGiven[]
  dedicated_refunds?: readonly RefundGiven[]
}

/** A line item on sales, by default. */
export const line = (
  unit_price: number,
  { taxes = {}, tags = [], dedicated_refunds = [], ...given }: LineGiven = {},
): InvoiceLineItemInput__Output => ({
  account_identifier: SALES,
  unit_price,
  sales_taxes: taxInputs(taxes),
  dedicated_refunds: dedicated_refunds.map(dedicatedRefund),
  tags: [...tags],
  ...given,
})

export const refundLine = (
  amount: number,
  { tags = [], ...given }: RefundLineGiven = {},
): RefundLineItemInput__Output => ({
  amount,
  tags: [...tags],
  ...given,
})

/** All that is refundable of its target, without a payment, by default. */
export const dedicatedRefund = ({
  line_items = [],
  tags = [],
  ...given
}: RefundGiven = {}): DedicatedRefundInput__Output => ({
  line_items: line_items.map(({ amount = 0, ...one }) => refundLine(amount, one)),
  refunded_payment_fees: [],
  tags: [...tags],
  ...given,
})

/** 100 by check, by default: within the request of an invoice when that was sent, else now. */
export const dedicatedPayment = ({
  dedicated_refunds = [],
  tags = [],
  ...given
}: PaymentGiven = {}): DedicatedPaymentInput__Output => ({
  method: 'CHECK',
  amount: 100,
  dedicated_refunds: dedicated_refunds.map(dedicatedRefund),
  tags: [...tags],
  ...given,
})

/** An invoice of 100 for sales, sent on 10 January 2026 at noon, by default. */
export const invoiceInput = (
  { contactId }: OfCustomer,
  { line_items, taxes = {}, payments = [], dedicated_refunds = [], tags = [], ...given }: InvoiceGiven = {},
): InvoiceInput__Output => ({
  ...(given.customer_external_id === undefined ? { customer_id: contactId } : {}),
  sent_at: '2026-01-10T12:00:00Z',
  line_items: [...(line_items ?? [line(100)])],
  additional_sales_taxes: taxInputs(taxes),
  payments: payments.map(dedicatedPayment),
  dedicated_refunds: dedicated_refunds.map(dedicatedRefund),
  tags: [...tags],
  ...given,
})

type AllocationGiven = Given<InvoicePaymentAllocationInput__Output, never>
export type PaymentOfManyGiven = Given<InvoicePaymentInput__Output, 'allocations'> & {
  allocations?: readonly AllocationGiven[]
}

/** 100 by check on 20 January 2026 at noon, by default; by the customer where it has no allocations. */
export const paymentInput = (
  { contactId }: OfCustomer,
  { allocations = [], tags = [], ...given }: PaymentOfManyGiven = {},
): InvoicePaymentInput__Output => ({
  ...(allocations.length === 0 && given.customer_external_id === undefined ? { customer_id: contactId } : {}),
  paid_at: '2026-01-20T12:00:00Z',
  method: 'CHECK',
  amount: 100,
  allocations: allocations.map(({ tags: own = [], ...one }) => ({ amount: 0, tags: [...own], ...one })),
  tags: [...tags],
  ...given,
})

type RefundAllocationGiven = Given<RefundAllocationInput__Output, 'line_items'> & {
  line_items?: readonly RefundLineGiven[]
}
type RefundPaymentGiven = Given<RefundPaymentInput__Output, never>
export type RefundOfManyGiven = Given<RefundInput__Output, 'allocations' | 'payments'> & {
  allocations?: readonly RefundAllocationGiven[]
  payments?: readonly RefundPaymentGiven[]
}

export const refundAllocation = ({
  line_items = [],
  tags = [],
  ...given
}: RefundAllocationGiven): RefundAllocationInput__Output => ({
  line_items: line_items.map(({ amount = 0, ...one }) => refundLine(amount, one)),
  tags: [...tags],
  ...given,
})

/** 100 by check, by default. */
export const refundPayment = ({ tags = [], ...given }: RefundPaymentGiven = {}): RefundPaymentInput__Output => ({
  method: 'CHECK',
  refunded_amount: 100,
  refunded_payment_fees: [],
  tags: [...tags],
  ...given,
})

/** A refund of its own, completed on 25 January 2026 at noon, by default. */
export const refundInput = ({
  allocations = [],
  payments = [],
  tags = [],
  ...given
}: RefundOfManyGiven = {}): RefundInput__Output => ({
  completed_at: '2026-01-25T12:00:00Z',
  allocations: allocations.map(refundAllocation),
  payments: payments.map(refundPayment),
  tags: [...tags],
  ...given,
})
