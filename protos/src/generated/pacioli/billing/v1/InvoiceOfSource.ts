// Original file: pacioli/billing/v1/invoices.proto

import type { EntrySource as _pacioli_billing_v1_EntrySource, EntrySource__Output as _pacioli_billing_v1_EntrySource__Output } from '../../../pacioli/billing/v1/EntrySource.ts';

export interface InvoiceOfSource {
  'source'?: (_pacioli_billing_v1_EntrySource | null);
  'invoice_id'?: (string);
}

export interface InvoiceOfSource__Output {
  'source': (_pacioli_billing_v1_EntrySource__Output | null);
  'invoice_id': (string);
}
