/** Journal entries of a bill or an expense (docs/POSTING-RULES.md, "Payables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import { componentsOfItems, type Component, type Recognizable } from '../allocations/recognition.ts'
import { tagged, type DesiredEntry } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import { amountsOf, type Bill } from './bill.ts'
import type { payableAccounts } from './payable-accounts.ts'

/** The accounts of the chart for payables, by purpose. */
export type PayableAccounts = ReturnType<typeof payableAccounts>

export const sourceOfBill = ({ id }: Pick<Bill, 'id'>): Source => ({ type: 'bill', id })

/** The line items net of their discounts, every tax, and the discount on the whole; in the order of the bill. */
export const componentsOf = (bill: Bill, { purchaseDiscounts }: PayableAccounts): Component[] =>
  componentsOfItems(bill, [
    { key: 'additional_discount', accountId: purchaseDiscounts, amount: -bill.additionalDiscount },
  ])

/** What payments recognize of the bill. */
export const recognizableBill = (bill: Bill, accounts: PayableAccounts): Recognizable => ({
  components: componentsOf(bill, accounts),
  documentDate: bill.documentDate,
  tags: mergedTags(bill.tags),
})

/**
 * Desired entries of the bill itself: the payable in the accrual books, or, for an expense, the payment in both. None of a
 * voided one.
 */
export function entriesOfBill(bill: Bill, accounts: PayableAccounts): DesiredEntry[] {
  if (bill.voidedAt !== null) return []
  const tags = mergedTags(bill.tags)
  const { totalAmount } = amountsOf(bill)
  const against =
    bill.spending === null
      ? credit(accounts.accountsPayable, totalAmount, { documentId: bill.id })
      : credit(bill.spending.clearingAccountId, totalAmount)
  const components = componentsOf(bill, accounts)
  return [
    {
      event: bill.spending === null ? 'received' : 'spent',
      basis: bill.spending === null ? 'ACCRUAL' : 'BOTH',
      entryAt: bill.documentDate,
      memo: bill.memo,
      referenceNumber: bill.referenceNumber,
      lines: [
        ...components.map((part) => tagged(debit(part.accountId, part.amount, { memo: part.memo }), part.tags)),
        tagged(against, tags),
      ],
    },
  ]
}
