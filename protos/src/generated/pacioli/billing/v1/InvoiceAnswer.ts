// Original file: pacioli/billing/v1/invoices.proto

import type { Invoice as _pacioli_billing_v1_Invoice, Invoice__Output as _pacioli_billing_v1_Invoice__Output } from '../../../pacioli/billing/v1/Invoice.ts';

export interface InvoiceAnswer {
  'data'?: (_pacioli_billing_v1_Invoice | null);
  'created'?: (boolean);
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface InvoiceAnswer__Output {
  'data': (_pacioli_billing_v1_Invoice__Output | null);
  'created': (boolean);
  'posting'?: (string);
}
