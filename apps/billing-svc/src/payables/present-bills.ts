/** Bills and expenses as callers see them. */
import type { Tx } from '@pacioli/db'
import type {
  Bill as BillMessage,
  BillLineItem as LineMessage,
  BillPaymentAllocation as PaidMessage,
  BillVendorCredit as CreditedMessage,
} from '@pacioli/protos/billing'
import { loadPaymentHeads, type PaymentHead } from './bill-payment.store.ts'
import { namedByPayment, toPaymentMessage } from './present-bill-payments.ts'
import { loadTags } from '../tags/applied-tag.store.ts'
import { accountsOfBill } from './ask-for-bills.ts'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { toLineItemMessage, toTaxMessage } from '../presenting/present-line-items.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { namedByCredit, toCreditMessage } from './present-vendor-credits.ts'
import { loadCreditHeads, type CreditHead } from './vendor-credit.store.ts'
import { loadAllocationWords, type AllocationWords } from './bill-allocations.store.ts'
import { amountsOf, paidAtOf, statusOf, type BillLineItem } from './bill.ts'
import type { CreditPart, PaymentPart, StoredBill } from './stored-bill.ts'

/** What bills show besides themselves. */
type Shown = {
  names: DocumentNames
  payments: ReadonlyMap<string, PaymentHead>
  credits: ReadonlyMap<string, CreditHead>
  allocations: ReadonlyMap<string, AllocationWords>
  allocationTags: ReadonlyMap<string, readonly DocumentTag[]>
}

/** In the order given, in a constant number of statements. */
export async function presentBills(tx: Tx, businessId: string, bills: readonly StoredBill[]): Promise<BillMessage[]> {
  if (bills.length === 0) return []
  const shown = await loadShown(tx, businessId, bills)
  return bills.map((bill) => toBillMessage(bill, shown))
}

async function loadShown(tx: Tx, businessId: string, bills: readonly StoredBill[]): Promise<Shown> {
  const paid = bills.flatMap((bill) => bill.paid)
  const allocationIds = paid.map(({ id }) => id)
  const payments = await loadPaymentHeads(tx, businessId, [...new Set(paid.map(({ paymentId }) => paymentId))])
  const creditIds = bills.flatMap(({ credited }) => credited.map(({ vendorCreditId }) => vendorCreditId))
  const credits = await loadCreditHeads(tx, businessId, [...new Set(creditIds)])
  const allocationTags = await loadTags(tx, businessId, allocationIds)
  const names = await loadDocumentNames(tx, businessId, [
    ...bills.map(namedByBill),
    ...[...payments.values()].map(namedByPayment),
    ...[...credits.values()].map(namedByCredit),
    { vendorIds: [], accountIds: [], tags: [...allocationTags.values()].flat() },
  ])
  const allocations = await loadAllocationWords(tx, businessId, allocationIds)
  return { names, payments, credits, allocations, allocationTags }
}

const namedByBill = (bill: StoredBill): Named => ({
  vendorIds: [bill.vendorId],
  accountIds: accountsOfBill(bill),
  tags: [...bill.tags, ...bill.lineItems.flatMap((line) => line.tags)],
})

function toBillMessage(bill: StoredBill, shown: Shown): BillMessage {
  const { names } = shown
  const amounts = amountsOf(bill)
  return {
    id: bill.id,
    business_id: bill.businessId,
    external_id: bill.externalId ?? undefined,
    status: statusOf(bill),
    terms: bill.terms ?? undefined,
    received_at: bill.receivedAt.toISOString(),
    due_at: bill.dueAt?.toISOString(),
    paid_at: paidAtOf(bill)?.toISOString(),
    voided_at: bill.voidedAt?.toISOString(),
    memo: bill.memo ?? undefined,
    line_items: bill.lineItems.map((line) => toLineMessage(bill.id, line, names)),
    additional_sales_taxes: bill.additionalSalesTaxes.map((tax) => toTaxMessage(tax, names)),
    additional_sales_taxes_total: amounts.additionalSalesTaxesTotal,
    additional_discount: bill.additionalDiscount,
    subtotal: amounts.subtotal,
    total_amount: amounts.totalAmount,
    outstanding_balance: amounts.outstandingBalance,
    payment_allocations: bill.paid.map((part) => toPaidMessage(bill.id, part, shown)),
    vendor_credits: bill.credited.map((part) => toCreditedMessage(bill.id, part, shown)),
    imported_at: bill.importedAt.toISOString(),
    updated_at: bill.updatedAt.toISOString(),
    vendor: bill.vendorId === null ? undefined : names.vendors.get(bill.vendorId),
    transaction_tags: toDocumentTags(bill.tags, names.tags),
    is_expense: bill.spending !== null,
    metadata: bill.metadata ?? undefined,
    reference_number: bill.referenceNumber ?? undefined,
    method: bill.spending?.method,
    processor: bill.spending?.processor ?? undefined,
    payment_clearing_account: bill.spending
      ? toAccountSummary(bill.spending.clearingAccountId, names.accounts)
      : undefined,
  }
}

const toLineMessage = (billId: string, line: BillLineItem, names: DocumentNames): LineMessage => ({
  ...toLineItemMessage(line, names),
  bill_id: billId,
  product_name: line.productName ?? undefined,
  memo: line.memo ?? undefined,
  metadata: line.metadata ?? undefined,
  reference_number: line.referenceNumber ?? undefined,
})

function toPaidMessage(billId: string, part: PaymentPart, shown: Shown): PaidMessage {
  const { names, payments, allocations, allocationTags } = shown
  const payment = payments.get(part.paymentId)
  const words = allocations.get(part.id)
  return {
    id: part.id,
    bill_id: billId,
    payment_id: part.paymentId,
    amount: part.amount,
    payment: payment && toPaymentMessage(payment, names),
    transaction_tags: toDocumentTags(allocationTags.get(part.id) ?? [], names.tags),
    memo: words?.memo ?? undefined,
    metadata: words?.metadata ?? undefined,
    reference_number: words?.referenceNumber ?? undefined,
    allocated_at: part.allocatedAt.toISOString(),
  }
}

function toCreditedMessage(billId: string, part: CreditPart, { names, credits }: Shown): CreditedMessage {
  const credit = credits.get(part.vendorCreditId)
  return {
    id: part.id,
    vendor_credit_id: part.vendorCreditId,
    amount: part.amount,
    vendor_credit: credit && toCreditMessage(credit, names),
    bill_id: billId,
    allocated_at: part.allocatedAt.toISOString(),
  }
}
