// Original file: pacioli/billing/v1/invoices.proto

import type { Invoice as _pacioli_billing_v1_Invoice, Invoice__Output as _pacioli_billing_v1_Invoice__Output } from '../../../pacioli/billing/v1/Invoice.ts';

export interface CreateInvoicesResponse {
  'data'?: (_pacioli_billing_v1_Invoice)[];
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface CreateInvoicesResponse__Output {
  'data': (_pacioli_billing_v1_Invoice__Output)[];
  'posting'?: (string);
}
