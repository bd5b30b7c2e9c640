import { INVOICES } from '../receivables/invoice.kind.ts'
import { requireNotVoided, type Invoice } from '../receivables/invoice.ts'
import { prefetchChanged, changeInvoices } from '../receivables/documents-on-invoices.ts'
import { retaggedVersions, type Taggable } from './taggable.ts'

/**
 * An invoice's tags are on all lines of its entries and of its write-offs, and on the lines of payments, refunds and payouts
 * that concern it.
 */
export const taggableInvoices: Taggable<Invoice> = {
  ...INVOICES,
  prefetch: prefetchChanged,
  requireOpen: requireNotVoided,
  write: (deciding, changes) => changeInvoices(deciding, retaggedVersions(changes, deciding.billing.now())),
}
