import { INVOICES } from '../receivables/invoice.kind.ts'
import { requireNotVoided, type Invoice } from '../receivables/invoice.ts'
import { prefetchRetagged, recordRetagged } from '../receivables/retag-documents-on-invoices.ts'
import { retaggedVersions, type Taggable } from './taggable.ts'

/**
 * An invoice's tags are on all lines of its entries and of its write-offs, and on the lines of payments, refunds and payouts
 * that concern it.
 */
export const taggableInvoices: Taggable<Invoice> = {
  ...INVOICES,
  prefetch: prefetchRetagged,
  requireOpen: requireNotVoided,
  write: (deciding, changes) => recordRetagged(deciding, retaggedVersions(changes, deciding.billing.now())),
}
