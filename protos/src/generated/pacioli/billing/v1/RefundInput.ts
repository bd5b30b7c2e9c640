// Original file: pacioli/billing/v1/refunds.proto

import type { RefundAllocationInput as _pacioli_billing_v1_RefundAllocationInput, RefundAllocationInput__Output as _pacioli_billing_v1_RefundAllocationInput__Output } from '../../../pacioli/billing/v1/RefundAllocationInput.ts';
import type { RefundPaymentInput as _pacioli_billing_v1_RefundPaymentInput, RefundPaymentInput__Output as _pacioli_billing_v1_RefundPaymentInput__Output } from '../../../pacioli/billing/v1/RefundPaymentInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

export interface RefundInput {
  'external_id'?: (string);
  'completed_at'?: (string);
  'allocations'?: (_pacioli_billing_v1_RefundAllocationInput)[];
  'payments'?: (_pacioli_billing_v1_RefundPaymentInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_external_id'?: "external_id";
  '_completed_at'?: "completed_at";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

export interface RefundInput__Output {
  'external_id'?: (string);
  'completed_at'?: (string);
  'allocations': (_pacioli_billing_v1_RefundAllocationInput__Output)[];
  'payments': (_pacioli_billing_v1_RefundPaymentInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
