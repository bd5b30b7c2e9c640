/** Invoices as documents: their events and their desired entries. */
import type { Invoice as InvoiceMessage } from '@pacioli/protos/billing'
import { announcing, type Change, type DocumentKind } from '../documents/document-kind.ts'
import { pick, toState } from '../documents/wire-format.ts'
import { lineItemState, taxState } from '../line-items/line-item-state.ts'
import type { DesiredEntries } from '../posting/post-differences.ts'
import { tagState } from '../tags/tags.ts'
import { entriesOfInvoice, sourceOfInvoice } from './invoice.postings.ts'
import { entriesOfWriteOff, sourceOfWriteOff } from './write-off.postings.ts'
import { INVOICE_STORE } from './invoice.store.ts'
import { amountsOf, standingPaid, type Invoice } from './invoice.ts'
import { remarksOf } from './line-remarks.ts'
import { presentInvoices, shownOfInvoice } from './present-invoices.ts'
import { shownOfWriteOff } from './present-write-offs.ts'
import { refundByRefund } from './refund-by-refund.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'

export const stateOfInvoice = (invoice: Invoice) => ({
  ...toState({
    ...shownOfInvoice(invoice),
    ...pick(amountsOf(invoice), ['paidAmount', 'writtenOffAmount', 'refundedAmount']),
    tipsAccountId: invoice.tipsAccountId,
  }),
  customer_id: invoice.contactId,
  line_items: invoice.lineItems.map((line) => ({
    ...lineItemState(line),
    ...toState({ ...remarksOf(line), timeEntryId: line.timeEntryId }),
  })),
  additional_sales_taxes: invoice.additionalSalesTaxes.map(taxState),
  payment_allocations: standingPaid(invoice).map(({ allocatedAt, ...part }) => ({
    ...toState(pick(part, ['id', 'paymentId', 'amount'])),
    paid_at: allocatedAt,
  })),
  write_offs: invoice.writeOffs.map((writeOff) => ({
    ...toState({ ...shownOfWriteOff(writeOff), accountId: writeOff.accountId }),
    transaction_tags: writeOff.tags.map(tagState),
  })),
  refunded_parts: refundByRefund(invoice.refunded).map((part) =>
    toState(pick(part, ['id', 'refundId', 'allocationId', 'lineItemId', 'paymentId', 'amount'])),
  ),
  transaction_tags: invoice.tags.map(tagState),
})

const POSTED = [
  'contactId',
  'documentDate',
  'voidedAt',
  'lineItems',
  'additionalSalesTaxes',
  'additionalDiscount',
  'tips',
  'tipsAccountId',
  'tags',
] as const

/** A voided invoice has no entries, so no accounts are needed. */
function entriesOf({ before, after }: Change<Invoice>, accounts: () => ReceivableAccounts): DesiredEntries[] {
  const known = new Set(before?.writeOffs)
  const isOther = before === null || POSTED.some((field) => before[field] !== after[field])
  const writeOffs = after.writeOffs.filter((one) => isOther || !known.has(one))
  return [
    ...(isOther
      ? [
          {
            source: sourceOfInvoice(after),
            desired: after.voidedAt === null ? entriesOfInvoice(after, accounts()) : [],
          },
        ]
      : []),
    ...writeOffs.map((one) => ({
      source: sourceOfWriteOff(one),
      desired: one.deletedAt === null ? entriesOfWriteOff(one, after, accounts()) : [],
    })),
  ]
}

export const INVOICES = {
  table: 'invoices',
  noun: 'invoice',
  notFound: 'InvoiceNotFound',
  parameter: 'invoiceId',
  ...INVOICE_STORE,
  sourcesOf: (document) => [sourceOfInvoice(document)],
  partyOf: ({ contactId }) => ({ customerId: contactId }),
  entriesOf,
  announcementsOf: announcing('invoice', stateOfInvoice),
  present: presentInvoices,
} satisfies DocumentKind<Invoice, InvoiceMessage, ReceivableAccounts>
