// Original file: pacioli/billing/v1/invoices.proto

import type { InvoiceInput as _pacioli_billing_v1_InvoiceInput, InvoiceInput__Output as _pacioli_billing_v1_InvoiceInput__Output } from '../../../pacioli/billing/v1/InvoiceInput.ts';

export interface CreateInvoicesRequest {
  'invoices'?: (_pacioli_billing_v1_InvoiceInput)[];
}

export interface CreateInvoicesRequest__Output {
  'invoices': (_pacioli_billing_v1_InvoiceInput__Output)[];
}
