/** What the ledger is asked about invoices that there are: payments, refunds and voids post what they were for. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Asking } from '@pacioli/postings'
import { askForAccounts } from '../posting/named-accounts.ts'
import { definitionIdsOf } from '../tags/present-tags.ts'
import { askKeptTags } from '../tags/tag-inputs.ts'
import { liveWriteOffs, type Invoice } from './invoice.ts'

/** What the invoice's entries, and those of what is paid and refunded of it, are posted to besides receivables' own accounts. */
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
 * Asks for the accounts of the invoices and for the tags that they, their line items and their write-offs carry.
 * @param fieldOf where the request names the invoice
 */
export async function askForInvoices(
  tx: Tx,
  asking: Asking,
  businessId: string,
  invoices: readonly Invoice[],
  fieldOf: (index: number) => string,
): Promise<void> {
  const tagsOf = (invoice: Invoice) => [
    ...invoice.tags,
    ...invoice.lineItems.flatMap((line) => line.tags),
    ...liveWriteOffs(invoice).flatMap((writeOff) => writeOff.tags),
  ]
  askForAccounts(asking, invoices.flatMap(accountsOfInvoice))
  const known = await loadTagDefinitions(tx, businessId, definitionIdsOf(...invoices.map(tagsOf)))
  for (const [index, invoice] of invoices.entries()) askKeptTags(asking, tagsOf(invoice), known, fieldOf(index))
}
