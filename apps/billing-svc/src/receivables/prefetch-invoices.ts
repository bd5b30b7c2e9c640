/** Ledger queries for existing invoices: payments, refunds and voids post what they were for. */
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch } from '@pacioli/postings'
import { accountsOfLines, tagsWithLines } from '../line-items/carried-by-lines.ts'
import { prefetchStored, type Carried } from '../posting/prefetch-stored.ts'
import { liveWriteOffs, type Invoice } from './invoice.ts'

/** Of the invoice's entries, payments and refunds, except the accounts that receivables are always posted to. */
const CARRIED: Carried<Invoice> = {
  accountsOf: (invoice) => [
    ...accountsOfLines(invoice),
    invoice.tipsAccountId,
    ...liveWriteOffs(invoice).map(({ accountId }) => accountId),
  ],
  tagsOf: (invoice) => [...tagsWithLines(invoice), ...liveWriteOffs(invoice).flatMap((writeOff) => writeOff.tags)],
}

/** Prefetches the accounts of the invoices and the tags that they carry. @param fieldOf where the request names the invoice */
export const prefetchInvoices = (
  tx: Tx,
  asking: LedgerPrefetch,
  invoices: readonly Invoice[],
  fieldOf: (index: number) => string | undefined,
): Promise<void> => prefetchStored(tx, asking, invoices, CARRIED, (_, index) => [fieldOf(index)])
