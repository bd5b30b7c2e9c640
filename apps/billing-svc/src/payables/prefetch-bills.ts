/** Ledger queries for bills that are paid: a payment posts what they were for. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { LedgerPrefetch } from '@pacioli/postings'
import type { Bill } from './bill.ts'
import { definitionIdsOf } from '../tags/present-tags.ts'
import { prefetchStoredTags } from '../tags/tag-inputs.ts'
import { prefetchAccounts } from '../posting/named-accounts.ts'

/** Accounts of the bill's entries and of payments on it, except those that payables are always posted to. */
export const accountsOfBill = (bill: Pick<Bill, 'lineItems' | 'additionalSalesTaxes' | 'spending'>): string[] => [
  ...bill.lineItems.flatMap((line) => [
    line.accountId,
    ...(line.prepaymentAccountId === null ? [] : [line.prepaymentAccountId]),
    ...line.salesTaxes.map(({ accountId }) => accountId),
  ]),
  ...bill.additionalSalesTaxes.map(({ accountId }) => accountId),
  ...(bill.spending === null ? [] : [bill.spending.clearingAccountId]),
]

/**
 * Prefetches the accounts of the bills and the tags that they and their line items carry.
 * @param fieldOf where the request names the bill
 */
export async function prefetchBills(
  tx: Tx,
  asking: LedgerPrefetch,
  bills: readonly Bill[],
  fieldOf: (index: number) => string,
): Promise<void> {
  const tagsOf = (bill: Bill) => [...bill.tags, ...bill.lineItems.flatMap((line) => line.tags)]
  prefetchAccounts(asking, bills.flatMap(accountsOfBill))
  const known = await loadTagDefinitions(tx, definitionIdsOf(...bills.map(tagsOf)))
  for (const [index, bill] of bills.entries()) prefetchStoredTags(asking, tagsOf(bill), known, fieldOf(index))
}
