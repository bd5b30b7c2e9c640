/** What others learn of a bill or an expense: its whole state, and which version of it this is. */
import { domainEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import { lineItemState, taxState } from '../line-items/line-item-state.ts'
import { metadataValue } from '../requests/metadata.ts'
import { mergedTags, tagState } from '../tags/tags.ts'
import { amountsOf, paidAtOf, statusOf, type BillLineItem, type Spending } from './bill.ts'
import type { StoredBill } from './stored-bill.ts'

const lineState = (line: BillLineItem) => ({
  ...lineItemState(line),
  product_name: line.productName,
  memo: line.memo,
  metadata: metadataValue(line.metadata),
  reference_number: line.referenceNumber,
})

/**
 * What a bank transaction can be matched to: money that left through the clearing account of an expense, in one part under
 * its tags. Of its vendor just the id: what a vendor is called, its own events tell.
 */
function matchCandidateOf(bill: StoredBill, spending: Spending) {
  const { totalAmount } = amountsOf(bill)
  return {
    is_open: bill.voidedAt === null && totalAmount > 0,
    direction: 'DEBIT',
    amount: totalAmount,
    date: bill.receivedAt,
    clearing_account_id: spending.clearingAccountId,
    description: bill.memo ?? bill.referenceNumber ?? '',
    customer_id: null,
    customer_external_id: null,
    vendor_id: bill.vendorId,
    allocations: totalAmount > 0 ? [{ amount: totalAmount, tags: mergedTags(bill.tags).map(tagState) }] : [],
  }
}

/** What it comes to, and what settles that. */
function amountsState(bill: StoredBill) {
  const amounts = amountsOf(bill)
  return {
    additional_sales_taxes_total: amounts.additionalSalesTaxesTotal,
    subtotal: amounts.subtotal,
    total_amount: amounts.totalAmount,
    paid_amount: amounts.paidAmount,
    credited_amount: amounts.creditedAmount,
    outstanding_balance: amounts.outstandingBalance,
    payment_allocations: bill.paid.map(({ id, paymentId, amount, allocatedAt }) => ({
      id,
      payment_id: paymentId,
      amount,
      allocated_at: allocatedAt,
    })),
    vendor_credits: bill.credited.map(({ id, vendorCreditId, amount, allocatedAt }) => ({
      id,
      vendor_credit_id: vendorCreditId,
      amount,
      allocated_at: allocatedAt,
    })),
  }
}

const stateOf = (bill: StoredBill) => ({
  id: bill.id,
  business_id: bill.businessId,
  external_id: bill.externalId,
  is_expense: bill.spending !== null,
  vendor_id: bill.vendorId,
  status: statusOf(bill),
  terms: bill.terms,
  received_at: bill.receivedAt,
  due_at: bill.dueAt,
  paid_at: paidAtOf(bill),
  voided_at: bill.voidedAt,
  line_items: bill.lineItems.map(lineState),
  additional_sales_taxes: bill.additionalSalesTaxes.map(taxState),
  additional_discount: bill.additionalDiscount,
  ...amountsState(bill),
  method: bill.spending?.method ?? null,
  processor: bill.spending?.processor ?? null,
  payment_clearing_account_id: bill.spending?.clearingAccountId ?? null,
  memo: bill.memo,
  metadata: metadataValue(bill.metadata),
  reference_number: bill.referenceNumber,
  transaction_tags: bill.tags.map(tagState),
  imported_at: bill.importedAt,
  updated_at: bill.updatedAt,
  match_candidate: bill.spending && matchCandidateOf(bill, bill.spending),
})

export type BillHappened = 'created' | 'changed' | 'voided'

export const billEvent = (
  bill: StoredBill,
  type: BillHappened,
  id: string,
  time: Date,
  announce: (happened: DomainEvent) => StagedEvent = domainEvent,
): StagedEvent =>
  announce({
    id,
    time,
    service: 'billing',
    businessId: bill.businessId,
    aggregateType: 'bill',
    aggregateId: bill.id,
    version: bill.version,
    type,
    data: stateOf(bill),
  })
