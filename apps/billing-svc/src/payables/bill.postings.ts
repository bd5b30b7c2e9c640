/** What a bill or an expense says in the journal (posting-rules.md, "Payables"). Pure. */
import { credit, debit } from '@pacioli/postings'
import { componentsOfItems, type Component } from '../recognition/recognition.ts'
import { tagged, type Wanted } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import { amountsOf, type Bill } from './bill.ts'

/** The accounts of the chart that payables are kept on, by what they are for. */
export type PayableAccounts = {
  accountsPayable: string
  purchaseDiscounts: string
  vendorPrepayments: string
}

/** The line items net of their discounts, every tax, and the discount on the whole; in the order of the bill. */
export const componentsOf = (bill: Bill, { purchaseDiscounts }: PayableAccounts): Component[] =>
  componentsOfItems(bill, [
    { key: 'additional_discount', accountId: purchaseDiscounts, amount: -bill.additionalDiscount },
  ])

/**
 * What has to stand of the bill itself: the debt to the vendor in the accrual books, or, for an expense, what was paid in
 * both. Of a voided one nothing.
 */
export function entriesOfBill(bill: Bill, accounts: PayableAccounts): Wanted[] {
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
      entryAt: bill.receivedAt,
      memo: bill.memo,
      referenceNumber: bill.referenceNumber,
      lines: [
        ...components.map((part) => tagged(debit(part.accountId, part.amount, { memo: part.memo }), part.tags)),
        tagged(against, tags),
      ],
    },
  ]
}
