// Original file: pacioli/billing/v1/vendor_credits.proto

import type { VendorCreditLineItemInput as _pacioli_billing_v1_VendorCreditLineItemInput, VendorCreditLineItemInput__Output as _pacioli_billing_v1_VendorCreditLineItemInput__Output } from '../../../pacioli/billing/v1/VendorCreditLineItemInput.ts';
import type { VendorCreditAllocationInput as _pacioli_billing_v1_VendorCreditAllocationInput, VendorCreditAllocationInput__Output as _pacioli_billing_v1_VendorCreditAllocationInput__Output } from '../../../pacioli/billing/v1/VendorCreditAllocationInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

/**
 * `received_at` is now where absent.
 */
export interface VendorCreditInput {
  'external_id'?: (string);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'received_at'?: (string);
  'line_items'?: (_pacioli_billing_v1_VendorCreditLineItemInput)[];
  'allocations'?: (_pacioli_billing_v1_VendorCreditAllocationInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_external_id'?: "external_id";
  '_vendor_id'?: "vendor_id";
  '_vendor_external_id'?: "vendor_external_id";
  '_received_at'?: "received_at";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * `received_at` is now where absent.
 */
export interface VendorCreditInput__Output {
  'external_id'?: (string);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'received_at'?: (string);
  'line_items': (_pacioli_billing_v1_VendorCreditLineItemInput__Output)[];
  'allocations': (_pacioli_billing_v1_VendorCreditAllocationInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
