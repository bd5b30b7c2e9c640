/** Invoices as callers see them. */
import type { Tx } from '@pacioli/db'
import type {
  Invoice as InvoiceMessage,
  InvoiceLineItem as LineMessage,
  PaidInvoiceAllocation as PaidMessage,
  RefundAllocation as RefundAllocationMessage,
} from '@pacioli/protos/billing'
import { loadTags } from '../tags/applied-tag.store.ts'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { toLineItemMessage, toTaxMessage } from '../presenting/present-line-items.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { loadInvoiceAllocationWords, type AllocationWords } from './invoice-allocation.store.ts'
import { loadInvoicePaymentHeads, type InvoicePaymentHead } from './invoice-payment.store.ts'
import { namedByInvoicePayment, toInvoicePaymentMessage } from './present-invoice-payments.ts'
import { loadMatches } from '../matches/match.store.ts'
import { presentRefundAllocationsOn } from './present-refunds.ts'
import { amountsOf, paidAtOf, statusOf, type Invoice, type InvoiceLineItem, type PaidPart } from './invoice.ts'
import { toRemarksMessage } from './line-remarks.ts'
import { namedByWriteOff, toWriteOffMessage } from './present-write-offs.ts'

/** What invoices show besides themselves. */
type Shown = {
  names: DocumentNames
  payments: ReadonlyMap<string, InvoicePaymentHead>
  /** What payments are matched to. */
  matches: ReadonlyMap<string, unknown>
  allocations: ReadonlyMap<string, AllocationWords>
  allocationTags: ReadonlyMap<string, readonly DocumentTag[]>
  refunds: ReadonlyMap<string, readonly RefundAllocationMessage[]>
}

/** In the order given, in a constant number of statements. */
export async function presentInvoices(
  tx: Tx,
  businessId: string,
  invoices: readonly Invoice[],
): Promise<InvoiceMessage[]> {
  if (invoices.length === 0) return []
  const shown = await loadShown(tx, businessId, invoices)
  return invoices.map((invoice) => toInvoiceMessage(invoice, shown))
}

async function loadShown(tx: Tx, businessId: string, invoices: readonly Invoice[]): Promise<Shown> {
  const paid = invoices.flatMap((invoice) => invoice.paid)
  const allocationIds = paid.map(({ id }) => id)
  const payments = await loadInvoicePaymentHeads(tx, businessId, [...new Set(paid.map(({ paymentId }) => paymentId))])
  const matches = await loadMatches(tx, businessId, [...payments.keys()])
  const allocations = await loadInvoiceAllocationWords(tx, businessId, allocationIds)
  const allocationTags = await loadTags(tx, businessId, allocationIds)
  const refunds = await presentRefundAllocationsOn(
    tx,
    businessId,
    invoices.map(({ id }) => id),
  )
  const names = await loadDocumentNames(tx, businessId, [
    ...invoices.map(namedByInvoice),
    ...invoices.flatMap(({ writeOffs }) => writeOffs).map(namedByWriteOff),
    ...[...payments.values()].map(namedByInvoicePayment),
    { accountIds: [], tags: [...allocationTags.values()].flat() },
  ])
  return { names, payments, matches, allocations, allocationTags, refunds }
}

const namedByInvoice = (invoice: Invoice): Named => ({
  customerIds: [invoice.customerId],
  accountIds: [
    ...invoice.lineItems.flatMap((line) => [
      line.accountId,
      line.prepaymentAccountId,
      ...line.salesTaxes.map(({ accountId }) => accountId),
    ]),
    ...invoice.additionalSalesTaxes.map(({ accountId }) => accountId),
    invoice.tipsAccountId,
  ],
  tags: [...invoice.tags, ...invoice.lineItems.flatMap((line) => line.tags)],
})

function toInvoiceMessage(invoice: Invoice, shown: Shown): InvoiceMessage {
  const { names, refunds } = shown
  const amounts = amountsOf(invoice)
  const refunded = refunds.get(invoice.id) ?? []
  return {
    id: invoice.id,
    business_id: invoice.businessId,
    external_id: invoice.externalId ?? undefined,
    status: statusOf(invoice),
    sent_at: invoice.sentAt.toISOString(),
    due_at: invoice.dueAt?.toISOString(),
    paid_at: paidAtOf(invoice)?.toISOString(),
    voided_at: invoice.voidedAt?.toISOString(),
    line_items: invoice.lineItems.map((line) => toLineMessage(invoice.id, line, refunded, names)),
    subtotal: amounts.subtotal,
    additional_discount: invoice.additionalDiscount,
    additional_sales_taxes_total: amounts.shownSalesTaxesTotal,
    additional_sales_taxes: invoice.additionalSalesTaxes.map((tax) => toTaxMessage(tax, names)),
    tips: invoice.tips,
    tips_account: invoice.tipsAccountId === null ? undefined : toAccountSummary(invoice.tipsAccountId, names.accounts),
    total_amount: amounts.totalAmount,
    outstanding_balance: amounts.outstandingBalance,
    memo: invoice.memo ?? undefined,
    payment_allocations: invoice.paid.map((part) => toPaidMessage(invoice.id, part, shown)),
    refund_allocations: [...refunded],
    write_offs: invoice.writeOffs.map((writeOff) => toWriteOffMessage(writeOff, names)),
    imported_at: invoice.importedAt.toISOString(),
    updated_at: invoice.updatedAt.toISOString(),
    transaction_tags: toDocumentTags(invoice.tags, names.tags),
    metadata: invoice.metadata ?? undefined,
    reference_number: invoice.referenceNumber ?? undefined,
    customer: names.customers.get(invoice.customerId),
  }
}

const toLineMessage = (
  invoiceId: string,
  line: InvoiceLineItem,
  refunded: readonly RefundAllocationMessage[],
  names: DocumentNames,
): LineMessage => ({
  ...toLineItemMessage(line, names),
  invoice_id: invoiceId,
  ...toRemarksMessage(line),
  time_entry_id: line.timeEntryId ?? undefined,
  refund_allocations: refunded.filter(({ invoice_line_item_id }) => invoice_line_item_id === line.id),
})

function toPaidMessage(invoiceId: string, part: PaidPart, shown: Shown): PaidMessage {
  const { names, payments, matches, allocations, allocationTags } = shown
  const payment = payments.get(part.paymentId)
  const words = allocations.get(part.id)
  return {
    id: part.id,
    invoice_id: invoiceId,
    payment_id: part.paymentId,
    amount: part.amount,
    payment: payment && toInvoicePaymentMessage(payment, names, matches),
    transaction_tags: toDocumentTags(allocationTags.get(part.id) ?? [], names.tags),
    memo: words?.memo ?? undefined,
    metadata: words?.metadata ?? undefined,
    reference_number: words?.referenceNumber ?? undefined,
  }
}
