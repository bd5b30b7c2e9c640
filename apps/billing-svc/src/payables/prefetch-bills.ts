/** Ledger queries for bills that are paid: a payment posts what they were for. */
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch } from '@pacioli/postings'
import { accountsOfLines, tagsWithLines } from '../line-items/carried-by-lines.ts'
import type { Itemized } from '../line-items/line-items.ts'
import { prefetchStored } from '../posting/prefetch-stored.ts'
import type { Bill } from './bill.ts'
import { billFieldOf, type BillName } from './named-bills.ts'
import type { VendorCredit } from './vendor-credit.ts'

/** Accounts of the bill's entries and of payments on it, except those that payables are always posted to. */
export const accountsOfBill = (bill: Itemized & Pick<Bill, 'spending'>): string[] =>
  [...accountsOfLines(bill), bill.spending?.clearingAccountId ?? null].filter((id) => id !== null)

/** Those of the credit's entries, except those that payables are always posted to. */
export const accountsOfCredit = ({ lineItems }: Pick<VendorCredit, 'lineItems'>): string[] =>
  lineItems.map(({ accountId }) => accountId)

/** Prefetches the accounts of the bills and the tags that they carry. @param fieldOf where the request names the bill */
export const prefetchBills = (
  tx: Tx,
  asking: LedgerPrefetch,
  bills: readonly Bill[],
  fieldOf: (index: number) => string,
): Promise<void> =>
  prefetchStored(tx, asking, bills, { accountsOf: accountsOfBill, tagsOf: tagsWithLines }, (_, index) => [
    fieldOf(index),
  ])

/** The same for the bills of requested allocations, which name them. */
export const prefetchBillsOf = (
  tx: Tx,
  asking: LedgerPrefetch,
  requested: readonly { name: BillName; field: string }[],
  bills: readonly Bill[],
): Promise<void> =>
  prefetchBills(tx, asking, bills, (index) => {
    const one = requested[index]
    return one ? billFieldOf(one.name, one.field) : ''
  })
