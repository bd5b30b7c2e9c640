/** What callers say of refunds, as the service wants it said. Pure. */
import type {
  DedicatedRefundInput,
  RefundAllocationInput,
  RefundedPaymentFeeInput,
  RefundInput,
  RefundLineItemInput,
  RefundPaymentInput,
  UpdateRefundRequest,
} from '@pacioli/protos/billing'
import type { Static } from 'typebox'
import type { CreateRefundBody, RefundInvoiceBody, UpdateRefundBody } from '../schemas/refunds.ts'
import { accountOf, idOf, listOf } from './document-inputs.ts'
import { withMetadataText } from './public-entry.ts'
import { limitParts, limitTags } from './request-limits.ts'
import { changesOf } from './route.ts'

type Changes = Static<typeof UpdateRefundBody>
type Allocation = NonNullable<Changes['allocations']>[number]
type Payment = NonNullable<Changes['payments']>[number]
type LineItem = NonNullable<Allocation['line_items']>[number]
type Fee = NonNullable<Payment['refunded_payment_fees']>[number]
export type Dedicated = Static<typeof RefundInvoiceBody>

const lineItemOf = (item: LineItem): RefundLineItemInput => ({
  ...withMetadataText(item),
  id: idOf(item.id),
  account_identifier: accountOf(item.account_identifier),
  prepayment_account_identifier: accountOf(item.prepayment_account_identifier),
})

const feeOf = ({ account, ...fee }: Fee): RefundedPaymentFeeInput => ({ ...fee, account: accountOf(account) })

export const dedicatedRefundOf = (refund: Dedicated): DedicatedRefundInput => ({
  ...withMetadataText(refund),
  account_identifier: accountOf(refund.account_identifier),
  line_items: (refund.line_items ?? []).map(lineItemOf),
  refunded_payment_fees: (refund.refunded_payment_fees ?? []).map(feeOf),
  payment_clearing_account_identifier: accountOf(refund.payment_clearing_account_identifier),
})

const allocationOf = (allocation: Allocation): RefundAllocationInput => ({
  ...withMetadataText(allocation),
  id: idOf(allocation.id),
  line_items: (allocation.line_items ?? []).map(lineItemOf),
  invoice_id: idOf(allocation.invoice_id),
  invoice_line_item_id: idOf(allocation.invoice_line_item_id),
  invoice_payment_id: idOf(allocation.invoice_payment_id),
  customer_id: idOf(allocation.customer_id),
})

const paymentOf = (payment: Payment): RefundPaymentInput => ({
  ...withMetadataText(payment),
  id: idOf(payment.id),
  payment_clearing_account_identifier: accountOf(payment.payment_clearing_account_identifier),
  refunded_payment_fees: (payment.refunded_payment_fees ?? []).map(feeOf),
})

export const refundOf = (refund: Static<typeof CreateRefundBody>): RefundInput => ({
  ...withMetadataText(refund),
  allocations: refund.allocations.map(allocationOf),
  payments: (refund.payments ?? []).map(paymentOf),
})

/** Lists that are given replace those that are there, and null is an empty one. */
export function refundChangesOf(refund_id: string, body: Changes): UpdateRefundRequest {
  const { allocations, payments, tags, ...fields } = body
  return {
    ...withMetadataText(changesOf(fields)),
    refund_id,
    ...(allocations === undefined ? {} : { allocations: listOf((allocations ?? []).map(allocationOf)) }),
    ...(payments === undefined ? {} : { payments: listOf((payments ?? []).map(paymentOf)) }),
    ...(tags === undefined ? {} : { tags: listOf(tags) }),
  }
}

const lengthOf = (list: readonly unknown[] | undefined): number => list?.length ?? 0

/** Of what a dedicated refund is made, itself included. */
export const partsOfRefunds = (refunds: readonly Dedicated[]): number =>
  refunds.reduce((sum, one) => sum + 1 + lengthOf(one.line_items) + lengthOf(one.refunded_payment_fees), 0)

/** @throws PayloadTooLarge for more than one transaction should hold */
export function limitDedicatedRefund(refund: Dedicated): void {
  limitTags('line_items', [refund], refund.line_items ?? [])
}

/** @throws PayloadTooLarge for more than one transaction should hold */
export function limitRefund(refund: Changes): void {
  const [allocations, payments] = [refund.allocations ?? [], refund.payments ?? []]
  const items = allocations.flatMap(({ line_items }) => line_items ?? [])
  limitTags('allocations', [refund], allocations, items, payments)
  const fees = payments.flatMap(({ refunded_payment_fees }) => refunded_payment_fees ?? [])
  const parts = allocations.length + items.length + payments.length + fees.length
  limitParts('allocations', 'allocations, line items, payments and fees', parts)
}
