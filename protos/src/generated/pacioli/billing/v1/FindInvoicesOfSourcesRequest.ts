// Original file: pacioli/billing/v1/invoices.proto

import type { EntrySource as _pacioli_billing_v1_EntrySource, EntrySource__Output as _pacioli_billing_v1_EntrySource__Output } from '../../../pacioli/billing/v1/EntrySource.ts';

export interface FindInvoicesOfSourcesRequest {
  'sources'?: (_pacioli_billing_v1_EntrySource)[];
}

export interface FindInvoicesOfSourcesRequest__Output {
  'sources': (_pacioli_billing_v1_EntrySource__Output)[];
}
