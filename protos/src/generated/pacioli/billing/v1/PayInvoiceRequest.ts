// Original file: pacioli/billing/v1/invoice_payments.proto

import type { DedicatedPaymentInput as _pacioli_billing_v1_DedicatedPaymentInput, DedicatedPaymentInput__Output as _pacioli_billing_v1_DedicatedPaymentInput__Output } from '../../../pacioli/billing/v1/DedicatedPaymentInput.ts';

export interface PayInvoiceRequest {
  'invoice_id'?: (string);
  'payment'?: (_pacioli_billing_v1_DedicatedPaymentInput | null);
}

export interface PayInvoiceRequest__Output {
  'invoice_id': (string);
  'payment': (_pacioli_billing_v1_DedicatedPaymentInput__Output | null);
}
