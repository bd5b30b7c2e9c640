/** Invoices as callers see them. */
import type { Tx } from '@pacioli/db'
import type { Invoice as InvoiceMessage, RefundAllocation as RefundAllocationMessage } from '@pacioli/protos/billing'
import type { Moment } from '../documents/moment.ts'
import { pick, toSendable } from '../documents/wire-format.ts'
import { loadMatches } from '../matches/match.store.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { accountsOfLines, tagsWithLines } from '../line-items/carried-by-lines.ts'
import { toLineItemMessage, toTaxMessage } from '../presenting/present-line-items.ts'
import { REMARKS, type Remarks } from '../requests/remarks.ts'
import { loadTags } from '../tags/applied-tag.store.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { loadAllocationRemarks, loadInvoicePaymentHeads, type InvoicePaymentHead } from './invoice-payment.store.ts'
import { amountsOf, paidAtOf, standingPaid, statusOf, type Invoice } from './invoice.ts'
import { remarksOf } from './line-remarks.ts'
import { matchableOf, namedByInvoicePayment, toInvoicePaymentMessage } from './present-invoice-payments.ts'
import { presentRefundAllocationsOn } from './present-refunds.ts'
import { namedByWriteOff, toWriteOffMessage } from './present-write-offs.ts'

/** Fields that events and answers share. */
export function shownOfInvoice(invoice: Invoice) {
  const amounts = amountsOf(invoice)
  return {
    ...pick(invoice, ['id', 'businessId', 'externalId', 'dueAt', 'voidedAt', 'additionalDiscount', 'tips']),
    ...pick(invoice, [...REMARKS, 'importedAt', 'updatedAt']),
    ...pick(amounts, ['subtotal', 'totalAmount', 'outstandingBalance']),
    additionalSalesTaxesTotal: amounts.shownSalesTaxesTotal,
    sentAt: invoice.documentDate,
    paidAt: paidAtOf(invoice),
    status: statusOf(invoice),
  }
}

/** Related data that invoices show. */
type Shown = {
  names: DocumentNames
  payments: ReadonlyMap<string, InvoicePaymentHead>
  /** Matches of payments and of their returns. */
  matches: ReadonlyMap<string, unknown>
  remarks: ReadonlyMap<string, Remarks>
  allocationTags: ReadonlyMap<string, readonly DocumentTag[]>
  refunds: ReadonlyMap<string, readonly RefundAllocationMessage[]>
}

/** In the order given, in a constant number of statements. */
export async function presentInvoices(tx: Tx, invoices: readonly Invoice[], at: Moment): Promise<InvoiceMessage[]> {
  if (invoices.length === 0) return []
  const shown = await loadShown(tx, invoices, at)
  return invoices.map((invoice) => toInvoiceMessage(invoice, shown))
}

async function loadShown(tx: Tx, invoices: readonly Invoice[], at: Moment): Promise<Shown> {
  const paid = invoices.flatMap(standingPaid)
  const allocationIds = paid.map(({ id }) => id)
  const paymentIds = [...new Set(paid.map(({ paymentId }) => paymentId))]
  const [payments, remarks, allocationTags, refunds] = await Promise.all([
    loadInvoicePaymentHeads(tx, paymentIds),
    loadAllocationRemarks(tx, allocationIds),
    loadTags(tx, allocationIds),
    presentRefundAllocationsOn(tx, invoices, at),
  ])
  const named = [
    ...invoices.map(namedByInvoice),
    ...invoices.flatMap(({ writeOffs }) => writeOffs).map(namedByWriteOff),
    ...[...payments.values()].map(namedByInvoicePayment),
    { accountIds: [], tags: [...allocationTags.values()].flat() },
  ]
  const [names, matches] = await Promise.all([
    loadDocumentNames(tx, named, at),
    loadMatches(tx, [...payments.values()].flatMap(matchableOf)),
  ])
  return { names, payments, matches, remarks, allocationTags, refunds }
}

const namedByInvoice = (invoice: Invoice): Named => ({
  customerIds: [invoice.contactId],
  accountIds: [...accountsOfLines(invoice), invoice.tipsAccountId],
  tags: tagsWithLines(invoice),
})

function toInvoiceMessage(invoice: Invoice, shown: Shown): InvoiceMessage {
  const { names, payments, matches, remarks, allocationTags } = shown
  const refunded = shown.refunds.get(invoice.id) ?? []
  return {
    ...toSendable(shownOfInvoice(invoice)),
    line_items: invoice.lineItems.map((line) => ({
      ...toLineItemMessage(line, names),
      ...toSendable({ ...remarksOf(line), timeEntryId: line.timeEntryId }),
      invoice_id: invoice.id,
      refund_allocations: refunded.filter(({ invoice_line_item_id }) => invoice_line_item_id === line.id),
    })),
    additional_sales_taxes: invoice.additionalSalesTaxes.map((tax) => toTaxMessage(tax, names)),
    tips_account: invoice.tipsAccountId === null ? undefined : toAccountSummary(invoice.tipsAccountId, names.accounts),
    payment_allocations: standingPaid(invoice).map(({ id, paymentId, amount }) => {
      const payment = payments.get(paymentId)
      const { memo = null, metadata = null, referenceNumber = null } = remarks.get(id) ?? {}
      return {
        ...toSendable({ id, paymentId, amount, memo, metadata, referenceNumber }),
        invoice_id: invoice.id,
        payment: payment && toInvoicePaymentMessage(payment, names, matches),
        transaction_tags: toDocumentTags(allocationTags.get(id) ?? [], names.tags),
      }
    }),
    refund_allocations: [...refunded],
    write_offs: invoice.writeOffs.map((writeOff) => toWriteOffMessage(writeOff, names)),
    transaction_tags: toDocumentTags(invoice.tags, names.tags),
    customer: names.customers.get(invoice.contactId),
  }
}
