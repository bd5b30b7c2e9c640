/** Journal entries of a bill or an expense (docs/POSTING-RULES.md, "Payables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import { componentsOfItems, type Component, type Recognizable } from '../allocations/recognition.ts'
import { inBothIfZero, tagged, type DesiredEntry } from '../posting/standing-entries.ts'
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

/** What payments and credits recognize of the bill. */
export const recognizableBill = (bill: Bill, accounts: PayableAccounts): Recognizable => ({
  components: componentsOf(bill, accounts),
  documentDate: bill.documentDate,
  tags: mergedTags(bill.tags),
})

/**
 * Desired entries of the bill itself: the payable in the accrual books, or, for an expense, the payment in both. None of a
 * voided one. A bill that comes to zero is in the cash books, too.
 */
export function entriesOfBill(bill: Bill, accounts: PayableAccounts): DesiredEntry[] {
  if (bill.voidedAt !== null) return []
  const tags = mergedTags(bill.tags)
  const { totalAmount } = amountsOf(bill)
  const against =
    bill.spending === null
      ? credit(accounts.accountsPayable, totalAmount, { documentId: bill.id })
      : credit(bill.spending.clearingAccountId, totalAmount)
  const entry = {
    entryAt: bill.documentDate,
    memo: bill.memo,
    referenceNumber: bill.referenceNumber,
    lines: [
      ...componentsOf(bill, accounts).map((part) =>
        tagged(debit(part.accountId, part.amount, { memo: part.memo }), part.tags),
      ),
      tagged(against, tags),
    ],
  }
  return bill.spending === null
    ? inBothIfZero({ ...entry, event: 'received', basis: 'ACCRUAL' }, totalAmount)
    : [{ ...entry, event: 'spent', basis: 'BOTH' }]
}
