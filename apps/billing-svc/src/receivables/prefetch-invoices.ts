/** Ledger queries for existing invoices: payments, refunds and voids post what they were for. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { LedgerPrefetch } from '@pacioli/postings'
import { prefetchAccounts } from '../posting/named-accounts.ts'
import { definitionIdsOf } from '../tags/present-tags.ts'
import { prefetchStoredTags } from '../tags/tag-inputs.ts'
import { liveWriteOffs, type Invoice } from './invoice.ts'

/** Accounts of the invoice's entries, payments and refunds, except those that receivables are always posted to. */
export const accountsOfInvoice = (invoice: Invoice): string[] => [
  ...invoice.lineItems.flatMap((line) => [
    line.accountId,
    ...(line.prepaymentAccountId === null ? [] : [line.prepaymentAccountId]),
    ...line.salesTaxes.map(({ accountId }) => accountId),
  ]),
  ...invoice.additionalSalesTaxes.map(({ accountId }) => accountId),
  ...(invoice.tipsAccountId === null ? [] : [invoice.tipsAccountId]),
  ...liveWriteOffs(invoice).map(({ accountId }) => accountId),
]

/**
 * Prefetches the accounts of the invoices and the tags that they, their line items and their write-offs carry.
 * @param fieldOf where the request names the invoice
 */
export async function prefetchInvoices(
  tx: Tx,
  asking: LedgerPrefetch,
  invoices: readonly Invoice[],
  fieldOf: (index: number) => string,
): Promise<void> {
  const tagsOf = (invoice: Invoice) => [
    ...invoice.tags,
    ...invoice.lineItems.flatMap((line) => line.tags),
    ...liveWriteOffs(invoice).flatMap((writeOff) => writeOff.tags),
  ]
  prefetchAccounts(asking, invoices.flatMap(accountsOfInvoice))
  const known = await loadTagDefinitions(tx, definitionIdsOf(...invoices.map(tagsOf)))
  for (const [index, invoice] of invoices.entries()) prefetchStoredTags(asking, tagsOf(invoice), known, fieldOf(index))
}
