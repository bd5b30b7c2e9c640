import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch, Source } from '@pacioli/postings'
import type { Deciding } from '../document-writes/create-document.ts'
import type { Update } from '../documents/document-kind.ts'
import { prefetchReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { requireNotVoided, type Invoice } from '../receivables/invoice.ts'
import { prefetchDependents, retagDependents } from '../receivables/retag-documents-on-invoices.ts'
import { retaggedVersions, type Taggable } from './taggable.ts'

/**
 * Collects the queries for all that is reposted once these invoices or their line items carry other tags.
 * @param fieldOf where the request names the invoice, or what is of it
 */
export async function prefetchRetagged(
  tx: Tx,
  asking: LedgerPrefetch,
  invoices: readonly Invoice[],
  fieldOf: (invoiceId: string) => string,
): Promise<void> {
  prefetchReceivableAccounts(asking)
  await prefetchInvoices(tx, asking, invoices, (index) => fieldOf(invoices[index]?.id ?? ''))
  await prefetchDependents(tx, asking, invoices, fieldOf)
}

/** Writes invoices that carry other tags, or whose line items do, and what depends on them; answers what is to be delivered. */
export async function recordRetagged(deciding: Deciding, invoices: readonly Update<Invoice>[]): Promise<Source[]> {
  const { tx, billing, books } = deciding
  const after = invoices.map((change) => change.after)
  const others = await retagDependents(tx, after, receivableAccounts(books), billing.now())
  return recordReceivables(deciding, { invoices, ...others })
}

/** On all lines of its entries and of its write-offs, and on those of payments, refunds and payouts that are for it. */
export const taggableInvoices: Taggable<Invoice> = {
  ...INVOICES,
  prefetch: prefetchRetagged,
  requireOpen: requireNotVoided,
  write: (deciding, changes) => recordRetagged(deciding, retaggedVersions(changes, deciding.billing.now())),
}
