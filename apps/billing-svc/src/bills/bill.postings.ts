/** What a bill or an expense says in the journal (posting-rules.md, "Payables"). Pure. */
import { credit, debit } from '@pacioli/postings'
import { tagged, type Wanted } from '../documents/standing-entries.ts'
import { mergedTags, type TagRef } from '../documents/tags.ts'
import { amountsOf, netOf, type Bill } from './bill.ts'

/** The accounts of the chart that payables are kept on, by what they are for. */
export type PayableAccounts = {
  accountsPayable: string
  purchaseDiscounts: string
  vendorPrepayments: string
}

/** A part of what a bill stands for besides the debt itself: they sum to its total. The discount is negative. */
export type Component = {
  /** Which part it is, the same as long as the bill has it. */
  key: string
  accountId: string
  prepaymentAccountId: string | null
  amount: number
  tags: readonly TagRef[]
  memo: string | null
}

/** The line items net of their discounts, every tax, and the discount on the whole; in the order of the bill. */
export function componentsOf(bill: Bill, { purchaseDiscounts }: PayableAccounts): Component[] {
  const ofBill = mergedTags(bill.tags)
  const ofLines = bill.lineItems.flatMap((line): Component[] => {
    const tags = mergedTags(line.tags, bill.tags)
    const { prepaymentAccountId, memo } = line
    return [
      {
        key: line.id,
        accountId: line.accountId,
        prepaymentAccountId,
        amount: netOf(line),
        tags,
        memo: memo ?? line.description,
      },
      ...line.salesTaxes.map(({ id, accountId, amount }) => ({
        key: id,
        accountId,
        prepaymentAccountId,
        amount,
        tags,
        memo: null,
      })),
    ]
  })
  const ofWhole = [
    ...bill.additionalSalesTaxes.map(({ id, accountId, amount }) => ({ key: id, accountId, amount })),
    { key: 'additional_discount', accountId: purchaseDiscounts, amount: -bill.additionalDiscount },
  ].map((part): Component => ({ ...part, prepaymentAccountId: null, tags: ofBill, memo: null }))
  return [...ofLines, ...ofWhole].filter(({ amount }) => amount !== 0)
}

/**
 * What has to stand of the bill itself: the debt to the vendor in the accrual books, or, for an expense, what was paid in
 * both. Of a voided one nothing.
 */
export function entriesOfBill(bill: Bill, accounts: PayableAccounts): Wanted[] {
  if (bill.voidedAt !== null) return []
  const tags = mergedTags(bill.tags)
  const against = bill.spending === null ? accounts.accountsPayable : bill.spending.clearingAccountId
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
        tagged(credit(against, amountsOf(bill).totalAmount), tags),
      ],
    },
  ]
}
