// Original file: pacioli/billing/v1/refunds.proto

import type { RefundAllocationInputs as _pacioli_billing_v1_RefundAllocationInputs, RefundAllocationInputs__Output as _pacioli_billing_v1_RefundAllocationInputs__Output } from '../../../pacioli/billing/v1/RefundAllocationInputs.ts';
import type { RefundPaymentInputs as _pacioli_billing_v1_RefundPaymentInputs, RefundPaymentInputs__Output as _pacioli_billing_v1_RefundPaymentInputs__Output } from '../../../pacioli/billing/v1/RefundPaymentInputs.ts';
import type { TagInputs as _pacioli_billing_v1_TagInputs, TagInputs__Output as _pacioli_billing_v1_TagInputs__Output } from '../../../pacioli/billing/v1/TagInputs.ts';

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed. The lists replace those that are there.
 */
export interface UpdateRefundRequest {
  'refund_id'?: (string);
  'external_id'?: (string);
  'completed_at'?: (string);
  'allocations'?: (_pacioli_billing_v1_RefundAllocationInputs | null);
  'payments'?: (_pacioli_billing_v1_RefundPaymentInputs | null);
  'tags'?: (_pacioli_billing_v1_TagInputs | null);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'cleared'?: (string)[];
  '_external_id'?: "external_id";
  '_completed_at'?: "completed_at";
  '_allocations'?: "allocations";
  '_payments'?: "payments";
  '_tags'?: "tags";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed. The lists replace those that are there.
 */
export interface UpdateRefundRequest__Output {
  'refund_id': (string);
  'external_id'?: (string);
  'completed_at'?: (string);
  'allocations'?: (_pacioli_billing_v1_RefundAllocationInputs__Output | null);
  'payments'?: (_pacioli_billing_v1_RefundPaymentInputs__Output | null);
  'tags'?: (_pacioli_billing_v1_TagInputs__Output | null);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'cleared': (string)[];
}
