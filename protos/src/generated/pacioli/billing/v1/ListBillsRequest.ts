// Original file: pacioli/billing/v1/bills.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

/**
 * Dates are of `received_at` (of an expense: when it was paid); `due_start_date` and `due_end_date` of `due_at`. Open are
 * bills of which something is outstanding.
 */
export interface ListBillsRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'statuses'?: (string)[];
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'due_start_date'?: (string);
  'due_end_date'?: (string);
  'is_expense'?: (boolean);
  'is_open'?: (boolean);
  'external_id'?: (string);
  'reference_numbers'?: (string)[];
  'tag_key'?: (string);
  'tag_values'?: (string)[];
  '_vendor_id'?: "vendor_id";
  '_vendor_external_id'?: "vendor_external_id";
  '_start_date'?: "start_date";
  '_end_date'?: "end_date";
  '_due_start_date'?: "due_start_date";
  '_due_end_date'?: "due_end_date";
  '_is_expense'?: "is_expense";
  '_is_open'?: "is_open";
  '_external_id'?: "external_id";
  '_tag_key'?: "tag_key";
}

/**
 * Dates are of `received_at` (of an expense: when it was paid); `due_start_date` and `due_end_date` of `due_at`. Open are
 * bills of which something is outstanding.
 */
export interface ListBillsRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'statuses': (string)[];
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'due_start_date'?: (string);
  'due_end_date'?: (string);
  'is_expense'?: (boolean);
  'is_open'?: (boolean);
  'external_id'?: (string);
  'reference_numbers': (string)[];
  'tag_key'?: (string);
  'tag_values': (string)[];
}
