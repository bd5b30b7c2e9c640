// Original file: pacioli/billing/v1/vendor_credits.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

/**
 * Dates are of `received_at`.
 */
export interface ListVendorCreditsRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'bill_id'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'has_unallocated'?: (boolean);
  'external_id'?: (string);
  'reference_numbers'?: (string)[];
  'tag_key'?: (string);
  'tag_values'?: (string)[];
  'include_deleted'?: (boolean);
  '_vendor_id'?: "vendor_id";
  '_vendor_external_id'?: "vendor_external_id";
  '_bill_id'?: "bill_id";
  '_start_date'?: "start_date";
  '_end_date'?: "end_date";
  '_has_unallocated'?: "has_unallocated";
  '_external_id'?: "external_id";
  '_tag_key'?: "tag_key";
  '_include_deleted'?: "include_deleted";
}

/**
 * Dates are of `received_at`.
 */
export interface ListVendorCreditsRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'bill_id'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'has_unallocated'?: (boolean);
  'external_id'?: (string);
  'reference_numbers': (string)[];
  'tag_key'?: (string);
  'tag_values': (string)[];
  'include_deleted'?: (boolean);
}
