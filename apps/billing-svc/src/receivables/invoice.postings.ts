/** Journal entries of an invoice and its write-offs (docs/POSTING-RULES.md, "Receivables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { componentsOfItems, type Component, type Recognisable } from '../recognition/recognition.ts'
import { tagged, type DesiredEntry } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import { amountsOf, type Invoice } from './invoice.ts'
import type { WriteOff } from './write-off.ts'

export const TIPS = 'tips'
export const ADDITIONAL_DISCOUNT = 'additional_discount'

export const sourceOfInvoice = ({ id }: Pick<Invoice, 'id'>): Source => ({ type: 'invoice', id })
export const sourceOfWriteOff = ({ id }: Pick<WriteOff, 'id'>): Source => ({ type: 'invoice_write_off', id })

/** The invoice's components: line items net of discounts, taxes, tips, and the discount on the whole. */
export const componentsOf = (
  invoice: Invoice,
  { tips, salesDiscounts }: Pick<ReceivableAccounts, 'tips' | 'salesDiscounts'>,
): Component[] =>
  componentsOfItems(invoice, [
    { key: TIPS, accountId: invoice.tipsAccountId ?? tips, amount: invoice.tips },
    { key: ADDITIONAL_DISCOUNT, accountId: salesDiscounts, amount: -invoice.additionalDiscount },
  ])

/** What payments recognise of the invoice. */
export const recognisableInvoice = (invoice: Invoice, accounts: ReceivableAccounts): Recognisable => ({
  components: componentsOf(invoice, accounts),
  documentDate: invoice.documentDate,
  tags: mergedTags(invoice.tags),
})

/** The customer owes the total; the business earned the net and owes taxes and tips. No entries of a voided invoice. */
export function entriesOfInvoice(invoice: Invoice, accounts: ReceivableAccounts): DesiredEntry[] {
  if (invoice.voidedAt !== null) return []
  return [
    {
      event: 'sent',
      basis: 'ACCRUAL',
      entryAt: invoice.documentDate,
      memo: invoice.memo,
      referenceNumber: invoice.referenceNumber,
      lines: [
        tagged(
          debit(accounts.accountsReceivable, amountsOf(invoice).totalAmount, { documentId: invoice.id }),
          mergedTags(invoice.tags),
        ),
        ...componentsOf(invoice, accounts).map((part) =>
          tagged(credit(part.accountId, part.amount, { memo: part.memo }), part.tags),
        ),
      ],
    },
  ]
}

/** A write-off is a cost. An undone one has no entry. */
export function entriesOfWriteOff(
  { deletedAt, accountId, amount, writeOffAt, memo, tags, invoiceId }: WriteOff,
  invoice: Pick<Invoice, 'tags' | 'referenceNumber'>,
  accounts: ReceivableAccounts,
): DesiredEntry[] {
  if (deletedAt !== null) return []
  const carried = mergedTags(invoice.tags, tags)
  return [
    {
      event: 'written_off',
      basis: 'ACCRUAL',
      entryAt: writeOffAt,
      memo,
      referenceNumber: invoice.referenceNumber,
      lines: [
        tagged(debit(accountId, amount), carried),
        tagged(credit(accounts.accountsReceivable, amount, { documentId: invoiceId }), carried),
      ],
    },
  ]
}
