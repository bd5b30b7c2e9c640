// Original file: pacioli/billing/v1/refunds.proto

import type { RefundPaymentInput as _pacioli_billing_v1_RefundPaymentInput, RefundPaymentInput__Output as _pacioli_billing_v1_RefundPaymentInput__Output } from '../../../pacioli/billing/v1/RefundPaymentInput.ts';

export interface RefundPaymentInputs {
  'items'?: (_pacioli_billing_v1_RefundPaymentInput)[];
}

export interface RefundPaymentInputs__Output {
  'items': (_pacioli_billing_v1_RefundPaymentInput__Output)[];
}
