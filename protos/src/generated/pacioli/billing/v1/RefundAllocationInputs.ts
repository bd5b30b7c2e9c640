// Original file: pacioli/billing/v1/refunds.proto

import type { RefundAllocationInput as _pacioli_billing_v1_RefundAllocationInput, RefundAllocationInput__Output as _pacioli_billing_v1_RefundAllocationInput__Output } from '../../../pacioli/billing/v1/RefundAllocationInput.ts';

export interface RefundAllocationInputs {
  'items'?: (_pacioli_billing_v1_RefundAllocationInput)[];
}

export interface RefundAllocationInputs__Output {
  'items': (_pacioli_billing_v1_RefundAllocationInput__Output)[];
}
