// Original file: pacioli/billing/v1/bill_payments.proto

import type { PaymentAllocationInput as _pacioli_billing_v1_PaymentAllocationInput, PaymentAllocationInput__Output as _pacioli_billing_v1_PaymentAllocationInput__Output } from '../../../pacioli/billing/v1/PaymentAllocationInput.ts';

/**
 * `allocated_at` is now where absent, and never before the payment.
 */
export interface AllocateBillPaymentRequest {
  'payment_id'?: (string);
  'allocation'?: (_pacioli_billing_v1_PaymentAllocationInput | null);
  'allocated_at'?: (string);
  '_allocated_at'?: "allocated_at";
}

/**
 * `allocated_at` is now where absent, and never before the payment.
 */
export interface AllocateBillPaymentRequest__Output {
  'payment_id': (string);
  'allocation': (_pacioli_billing_v1_PaymentAllocationInput__Output | null);
  'allocated_at'?: (string);
}
