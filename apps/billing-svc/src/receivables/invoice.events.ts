/** What others learn of an invoice: its whole state, and which version of it this is. */
import { domainEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import { lineItemState, taxState } from '../line-items/line-item-state.ts'
import { metadataValue } from '../requests/metadata.ts'
import { tagState } from '../tags/tags.ts'
import { amountsOf, paidAtOf, statusOf, type Invoice, type InvoiceLineItem, type RefundedPart } from './invoice.ts'
import { remarksOf } from './line-remarks.ts'
import type { WriteOff } from './write-off.ts'

const lineState = (line: InvoiceLineItem) => ({
  ...lineItemState(line),
  ...remarksOf(line),
  time_entry_id: line.timeEntryId,
})

const writeOffState = (writeOff: WriteOff) => ({
  id: writeOff.id,
  external_id: writeOff.externalId,
  amount: writeOff.amount,
  write_off_at: writeOff.writeOffAt,
  account_id: writeOff.accountId,
  memo: writeOff.memo,
  transaction_tags: writeOff.tags.map(tagState),
  imported_at: writeOff.importedAt,
  updated_at: writeOff.updatedAt,
  deleted_at: writeOff.deletedAt,
})

const refundedState = ({ id, refundId, allocationId, lineItemId, paymentId, amount }: RefundedPart) => ({
  id,
  refund_id: refundId,
  allocation_id: allocationId,
  line_item_id: lineItemId,
  payment_id: paymentId,
  amount,
})

/** What it comes to, and what settles that. */
function amountsState(invoice: Invoice) {
  const amounts = amountsOf(invoice)
  return {
    subtotal: amounts.subtotal,
    additional_sales_taxes_total: amounts.shownSalesTaxesTotal,
    total_amount: amounts.totalAmount,
    paid_amount: amounts.paidAmount,
    written_off_amount: amounts.writtenOffAmount,
    refunded_amount: amounts.refundedAmount,
    outstanding_balance: amounts.outstandingBalance,
    payment_allocations: invoice.paid.map(({ id, paymentId, amount, paidAt }) => ({
      id,
      payment_id: paymentId,
      amount,
      paid_at: paidAt,
    })),
    write_offs: invoice.writeOffs.map(writeOffState),
    refunded_parts: invoice.refunded.map(refundedState),
  }
}

const stateOf = (invoice: Invoice) => ({
  id: invoice.id,
  business_id: invoice.businessId,
  external_id: invoice.externalId,
  customer_id: invoice.customerId,
  status: statusOf(invoice),
  sent_at: invoice.sentAt,
  due_at: invoice.dueAt,
  paid_at: paidAtOf(invoice),
  voided_at: invoice.voidedAt,
  line_items: invoice.lineItems.map(lineState),
  additional_sales_taxes: invoice.additionalSalesTaxes.map(taxState),
  additional_discount: invoice.additionalDiscount,
  tips: invoice.tips,
  tips_account_id: invoice.tipsAccountId,
  ...amountsState(invoice),
  memo: invoice.memo,
  metadata: metadataValue(invoice.metadata),
  reference_number: invoice.referenceNumber,
  transaction_tags: invoice.tags.map(tagState),
  imported_at: invoice.importedAt,
  updated_at: invoice.updatedAt,
})

export type InvoiceHappened = 'created' | 'changed' | 'voided'

export const invoiceEvent = (
  invoice: Invoice,
  type: InvoiceHappened,
  id: string,
  time: Date,
  announce: (happened: DomainEvent) => StagedEvent = domainEvent,
): StagedEvent =>
  announce({
    id,
    time,
    service: 'billing',
    businessId: invoice.businessId,
    aggregateType: 'invoice',
    aggregateId: invoice.id,
    version: invoice.version,
    type,
    data: stateOf(invoice),
  })
