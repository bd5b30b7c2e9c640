// Original file: pacioli/billing/v1/invoices.proto

import type { InvoiceOfSource as _pacioli_billing_v1_InvoiceOfSource, InvoiceOfSource__Output as _pacioli_billing_v1_InvoiceOfSource__Output } from '../../../pacioli/billing/v1/InvoiceOfSource.ts';
import type { Invoice as _pacioli_billing_v1_Invoice, Invoice__Output as _pacioli_billing_v1_Invoice__Output } from '../../../pacioli/billing/v1/Invoice.ts';

/**
 * Each invoice once, however many sources stem from it; sources that stem from none, or from several, are left out.
 */
export interface FindInvoicesOfSourcesResponse {
  'sources'?: (_pacioli_billing_v1_InvoiceOfSource)[];
  'invoices'?: (_pacioli_billing_v1_Invoice)[];
}

/**
 * Each invoice once, however many sources stem from it; sources that stem from none, or from several, are left out.
 */
export interface FindInvoicesOfSourcesResponse__Output {
  'sources': (_pacioli_billing_v1_InvoiceOfSource__Output)[];
  'invoices': (_pacioli_billing_v1_Invoice__Output)[];
}
