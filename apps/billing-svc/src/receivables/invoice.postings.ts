/** Journal entries of an invoice (docs/POSTING-RULES.md, "Receivables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { componentsOfItems, type Component, type Recognizable } from '../allocations/recognition.ts'
import { inBothIfZero, tagged, type DesiredEntry } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import { amountsOf, type Invoice } from './invoice.ts'

export const TIPS = 'tips'
export const ADDITIONAL_DISCOUNT = 'additional_discount'

export const sourceOfInvoice = ({ id }: Pick<Invoice, 'id'>): Source => ({ type: 'invoice', id })

/** The invoice's components: line items net of discounts, taxes, tips, and the discount on the whole. */
export const componentsOf = (
  invoice: Invoice,
  { tips, salesDiscounts }: Pick<ReceivableAccounts, 'tips' | 'salesDiscounts'>,
): Component[] =>
  componentsOfItems(invoice, [
    { key: TIPS, accountId: invoice.tipsAccountId ?? tips, amount: invoice.tips },
    { key: ADDITIONAL_DISCOUNT, accountId: salesDiscounts, amount: -invoice.additionalDiscount },
  ])

/** What payments recognize of the invoice. */
export const recognizableInvoice = (invoice: Invoice, accounts: ReceivableAccounts): Recognizable => ({
  components: componentsOf(invoice, accounts),
  documentDate: invoice.documentDate,
  tags: mergedTags(invoice.tags),
})

/**
 * The customer owes the total; the business earned the net and owes taxes and tips. No entries of a voided invoice; one that
 * comes to zero is in the cash books, too.
 */
export function entriesOfInvoice(invoice: Invoice, accounts: ReceivableAccounts): DesiredEntry[] {
  if (invoice.voidedAt !== null) return []
  const { totalAmount } = amountsOf(invoice)
  const sent: DesiredEntry = {
    event: 'sent',
    basis: 'ACCRUAL',
    entryAt: invoice.documentDate,
    memo: invoice.memo,
    referenceNumber: invoice.referenceNumber,
    lines: [
      tagged(debit(accounts.accountsReceivable, totalAmount, { documentId: invoice.id }), mergedTags(invoice.tags)),
      ...componentsOf(invoice, accounts).map((part) =>
        tagged(credit(part.accountId, part.amount, { memo: part.memo }), part.tags),
      ),
    ],
  }
  return inBothIfZero(sent, totalAmount)
}
