import type { Tx } from '@pacioli/db'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import type { LedgerPrefetch, Books, Source } from '@pacioli/postings'
import type { Billing } from '../billing.ts'
import { prefetchReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { sourceOfInvoice } from '../receivables/invoice.postings.ts'
import { loadInvoices, lockInvoices } from '../receivables/invoice.store.ts'
import { requireNotVoided, type Invoice } from '../receivables/invoice.ts'
import { prefetchDependents, retagDependents } from '../receivables/retag-documents-on-invoices.ts'
import type { Taggable } from './taggable.ts'

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
export async function recordRetagged(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  retagged: readonly { before: Invoice; after: Invoice }[],
): Promise<Source[]> {
  const now = billing.now()
  const invoices = retagged.map(({ before, after }) => ({
    before,
    after: { ...after, version: before.version + 1, updatedAt: now },
  }))
  const after = invoices.map((change) => change.after)
  const others = await retagDependents(tx, after, receivableAccounts(books), now)
  return recordReceivables({ tx, billing, business, books }, { invoices, ...others })
}

/** On all lines of its entries and of its write-offs, and on those of payments, refunds and payouts that are for it. */
export const taggableInvoices: Taggable<Invoice> = {
  load: loadInvoices,
  lock: lockInvoices,
  prefetch: prefetchRetagged,
  requireOpen: requireNotVoided,
  sourceOf: sourceOfInvoice,
  write: (tx, billing, business, books, changes) =>
    recordRetagged(
      tx,
      billing,
      business,
      books,
      changes.map(({ before, tags }) => ({ before, after: { ...before, tags } })),
    ),
}
