/** Bills and expenses as callers see them. */
import type { Tx } from '@pacioli/db'
import type { Bill as BillMessage } from '@pacioli/protos/billing'
import type { Moment } from '../documents/moment.ts'
import { pick, toSendable } from '../documents/wire-format.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { loadDocumentNames, type DocumentNames } from '../presenting/document-names.ts'
import { tagsWithLines } from '../line-items/carried-by-lines.ts'
import { toLineItemMessage, toTaxMessage } from '../presenting/present-line-items.ts'
import { loadTags } from '../tags/applied-tag.store.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { accountsOfBill } from './prefetch-bills.ts'
import { loadAllocationRemarks, loadPaymentHeads, type PaymentHead } from './bill-payment.store.ts'
import { amountsOf, paidAtOf, statusOf, type Bill } from './bill.ts'
import { namedByPayment, toPaymentMessage } from './present-bill-payments.ts'
import { namedByCredit, toCreditMessage } from './present-vendor-credits.ts'
import { loadCreditHeads, type CreditHead } from './vendor-credit.store.ts'
import { REMARKS, type Remarks } from '../requests/remarks.ts'

export const LINE_REMARKS = ['productName', ...REMARKS] as const

/** Fields that events and answers share. */
export const shownOfBill = (bill: Bill) => ({
  ...pick(bill, ['id', 'businessId', 'externalId', 'terms', 'dueAt', 'voidedAt', 'additionalDiscount', ...REMARKS]),
  ...pick(bill, ['importedAt', 'updatedAt']),
  ...pick(amountsOf(bill), ['subtotal', 'additionalSalesTaxesTotal', 'totalAmount', 'outstandingBalance']),
  isExpense: bill.spending !== null,
  receivedAt: bill.documentDate,
  paidAt: paidAtOf(bill),
  status: statusOf(bill),
  method: bill.spending?.method ?? null,
  processor: bill.spending?.processor ?? null,
})

/** Related data that bills show. */
type Shown = {
  names: DocumentNames
  payments: ReadonlyMap<string, PaymentHead>
  credits: ReadonlyMap<string, CreditHead>
  remarks: ReadonlyMap<string, Remarks>
  allocationTags: ReadonlyMap<string, readonly DocumentTag[]>
}

/** In the order given, in a constant number of statements. */
export async function presentBills(tx: Tx, bills: readonly Bill[], at: Moment): Promise<BillMessage[]> {
  if (bills.length === 0) return []
  const shown = await loadShown(tx, bills, at)
  return bills.map((bill) => toBillMessage(bill, shown))
}

async function loadShown(tx: Tx, bills: readonly Bill[], at: Moment): Promise<Shown> {
  const paid = bills.flatMap((bill) => bill.paid)
  const allocationIds = paid.map(({ id }) => id)
  const paymentIds = paid.map(({ paymentId }) => paymentId)
  const creditIds = bills.flatMap(({ credited }) => credited.map(({ vendorCreditId }) => vendorCreditId))
  const [payments, credits, allocationTags, remarks] = await Promise.all([
    loadPaymentHeads(tx, paymentIds),
    loadCreditHeads(tx, creditIds),
    loadTags(tx, allocationIds),
    loadAllocationRemarks(tx, allocationIds),
  ])
  const named = [
    ...bills.map((bill) => ({
      vendorIds: [bill.contactId],
      accountIds: accountsOfBill(bill),
      tags: tagsWithLines(bill),
    })),
    ...[...payments.values()].map(namedByPayment),
    ...[...credits.values()].map(namedByCredit),
    { accountIds: [], tags: [...allocationTags.values()].flat() },
  ]
  const names = await loadDocumentNames(tx, named, at)
  return { names, payments, credits, remarks, allocationTags }
}

function toBillMessage(bill: Bill, { names, payments, credits, remarks, allocationTags }: Shown): BillMessage {
  return {
    ...toSendable(shownOfBill(bill)),
    line_items: bill.lineItems.map((line) => ({
      ...toLineItemMessage(line, names),
      ...toSendable(pick(line, LINE_REMARKS)),
      bill_id: bill.id,
    })),
    additional_sales_taxes: bill.additionalSalesTaxes.map((tax) => toTaxMessage(tax, names)),
    payment_allocations: bill.paid.map((part) => {
      const payment = payments.get(part.paymentId)
      return {
        ...toSendable({ ...part, ...remarks.get(part.id) }),
        bill_id: bill.id,
        payment: payment && toPaymentMessage(payment, names),
        transaction_tags: toDocumentTags(allocationTags.get(part.id) ?? [], names.tags),
      }
    }),
    vendor_credits: bill.credited.map((part) => {
      const credit = credits.get(part.vendorCreditId)
      const { countsFrom: _, ...shown } = part
      return { ...toSendable(shown), bill_id: bill.id, vendor_credit: credit && toCreditMessage(credit, names) }
    }),
    vendor: bill.contactId === null ? undefined : names.vendors.get(bill.contactId),
    transaction_tags: toDocumentTags(bill.tags, names.tags),
    payment_clearing_account: bill.spending
      ? toAccountSummary(bill.spending.clearingAccountId, names.accounts)
      : undefined,
  }
}
