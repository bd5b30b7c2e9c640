// Original file: pacioli/billing/v1/refunds.proto

import type { DedicatedRefundInput as _pacioli_billing_v1_DedicatedRefundInput, DedicatedRefundInput__Output as _pacioli_billing_v1_DedicatedRefundInput__Output } from '../../../pacioli/billing/v1/DedicatedRefundInput.ts';

export interface RefundInvoiceRequest {
  'invoice_id'?: (string);
  'refund'?: (_pacioli_billing_v1_DedicatedRefundInput | null);
}

export interface RefundInvoiceRequest__Output {
  'invoice_id': (string);
  'refund': (_pacioli_billing_v1_DedicatedRefundInput__Output | null);
}
