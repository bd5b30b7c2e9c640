/** Refunds as requests state them, before anything is looked up. Pure. */
import type { AccountIdentifier } from '@pacioli/postings'
import type {
  DedicatedRefundInput__Output,
  RefundAllocationInput__Output,
  RefundedPaymentFeeInput__Output,
  RefundInput__Output,
  RefundLineItemInput__Output,
  RefundPaymentInput__Output,
} from '@pacioli/protos/billing'
import { paidBy } from '../requests/payments.ts'
import { headOf, replacingPartOf } from '../requests/requested-head.ts'
import { readRequest, type ListField, type RequestReader } from '../requests/request-reader.ts'
import { REFUND_METHODS, REFUND_SOURCES } from './refund.ts'

export type RequestedRefund = ReturnType<typeof requestedRefund>
export type RequestedRefundAllocation = ReturnType<typeof requestedAllocation>
export type RefundNames = RequestedRefundAllocation['names']
export type RequestedRefundLine = ReturnType<typeof requestedLine>
export type RequestedRefundPayment = ReturnType<typeof requestedPayment>

/** A refund within another document, which it refers to; its payment pays all of it. */
export type RequestedDedicatedRefund = ReturnType<typeof requestedDedicatedRefund>

/** @param account the default */
const requestedLine = (read: RequestReader<RefundLineItemInput__Output>, account?: AccountIdentifier) => ({
  ...replacingPartOf(read),
  amount: read.amount('amount', 1) ?? 0,
  account: read.account('account_identifier') ?? account,
  prepaymentAccount: read.account('prepayment_account_identifier'),
})

const requestedFee = (read: RequestReader<RefundedPaymentFeeInput__Output>) => ({
  field: read.field,
  account: read.requiredAccount('account', 'Expected the account that the fee is taken back from.'),
  feeAmount: read.amount('fee_amount', 0) ?? 0,
  description: read.input.description ?? null,
})

function requestedAllocation(read: RequestReader<RefundAllocationInput__Output>) {
  const source = read.oneOf('source', REFUND_SOURCES) ?? null
  const requested = {
    ...replacingPartOf(read),
    totalAmount: read.amount('total_amount', 1) ?? null,
    lines: read.parts('line_items', 'line item').map((line) => requestedLine(line)),
    /** Of its target. */
    names: read.input,
    customer: { customer_id: read.input.customer_id, customer_external_id: read.input.customer_external_id },
    source,
  }
  if (source !== null) refuseOtherThanCredit(read)
  return requested
}

/** Fields that name something else than the customer. */
const OTHER_TARGETS = [
  ...(['invoice_id', 'invoice_external_id', 'invoice_line_item_id'] as const),
  ...(['invoice_line_item_external_id', 'invoice_payment_id', 'invoice_payment_external_id'] as const),
]

/** What is taken out of the customer's credit names only the customer, and no accounts. */
function refuseOtherThanCredit(read: RequestReader<RefundAllocationInput__Output>): void {
  const { input } = read
  for (const name of OTHER_TARGETS)
    if (input[name] !== undefined)
      read.refuse(name, 'A refund out of the customer’s credit names only the customer.', input[name])
  for (const line of read.elements('line_items'))
    for (const name of ['account_identifier', 'prepayment_account_identifier'] as const)
      if (line.input[name])
        line.refuse(
          name,
          'What is refunded out of the customer’s credit is taken from that, and from no other account.',
        )
}

type PayingOut = Pick<
  RefundPaymentInput__Output,
  'refund_processing_fee' | 'processor' | 'payment_clearing_account_identifier' | 'refunded_payment_fees'
> & { method?: string }

/** How a refund is paid out, without the amount. Store credit passes through no processor. */
function payingOut(read: RequestReader<PayingOut>) {
  const { refund_processing_fee: fee = 0, refunded_payment_fees: fees } = read.input
  const by = paidBy(read, REFUND_METHODS)
  if (by.method === 'STORE_CREDIT')
    for (const name of [
      ...(by.clearingAccount ? ['payment_clearing_account_identifier'] : []),
      ...(fee > 0 ? ['refund_processing_fee'] : []),
      ...(fees.length > 0 ? ['refunded_payment_fees'] : []),
    ])
      read.refuse(name, 'Store credit has no clearing account of its own and no fees.')
  const ownFee = read.amount('refund_processing_fee', 0) ?? null
  read.limit('refunded_payment_fees')
  const refundedFees = read.elements('refunded_payment_fees').map(requestedFee)
  return { ...by, field: read.field, fee: ownFee, refundedFees }
}

const requestedPayment = (read: RequestReader<RefundPaymentInput__Output>) => ({
  ...replacingPartOf(read),
  ...payingOut(read),
  completedAt: read.instant('completed_at') ?? null,
  refundedAmount: read.amount('refunded_amount', 1) ?? 0,
})

/** @throws InvalidPayload; every problem at once */
export const requestedRefund = (input: RefundInput__Output) =>
  readRequest(input, (read) => {
    const requested = {
      ...headOf(read),
      completedAt: read.instant('completed_at') ?? null,
      allocations: requestedAllocations(read),
      payments: requestedPayments(read),
    }
    if (requested.allocations.length === 0)
      read.refuse('allocations', 'Expected what is refunded: at least one allocation.')
    return requested
  })

export const requestedAllocations = (read: RequestReader<ListField<'allocations', RefundAllocationInput__Output>>) =>
  read.parts('allocations', 'allocation').map(requestedAllocation)

export const requestedPayments = (read: RequestReader<ListField<'payments', RefundPaymentInput__Output>>) =>
  read.parts('payments', 'payment').map(requestedPayment)

/** Fields of the payment, meaningless without a method. */
const OF_PAYMENT = ['refund_processing_fee', 'processor', 'payment_clearing_account_identifier'] as const

export function requestedDedicatedRefund(read: RequestReader<DedicatedRefundInput__Output>) {
  const { input } = read
  const account = read.account('account_identifier')
  if (input.method === undefined)
    for (const name of [
      ...OF_PAYMENT.filter((one) => input[one] !== undefined),
      ...(input.refunded_payment_fees.length > 0 ? ['refunded_payment_fees'] : []),
    ])
      read.refuse(name, 'Expected a method, too: without one the refund is issued and not paid out.')
  return {
    ...headOf(read),
    completedAt: read.instant('completed_at') ?? null,
    totalAmount: read.amount('refunded_amount', 1) ?? null,
    lines: read.parts('line_items', 'line item').map((line) => requestedLine(line, account)),
    /** The default account of its line items. */
    account,
    /** Null where it is issued without a payment. */
    payment: input.method === undefined ? null : payingOut(read),
  }
}

/** Refunds of one target. */
export const requestedDedicatedRefunds = (read: RequestReader<{ dedicated_refunds: DedicatedRefundInput__Output[] }>) =>
  read.distinct('dedicated_refunds', 'refund', requestedDedicatedRefund)
