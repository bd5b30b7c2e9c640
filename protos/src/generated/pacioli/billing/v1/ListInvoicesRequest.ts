// Original file: pacioli/billing/v1/invoices.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Dates are of `sent_at`; `due_start_date` and `due_end_date` of `due_at`; amounts of `total_amount`. Open are invoices of
 * which something is outstanding.
 */
export interface ListInvoicesRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'statuses'?: (string)[];
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'due_start_date'?: (string);
  'due_end_date'?: (string);
  'is_open'?: (boolean);
  'external_id'?: (string);
  'reference_numbers'?: (string)[];
  'tag_key'?: (string);
  'tag_values'?: (string)[];
  'min_amount'?: (number | string | Long);
  'max_amount'?: (number | string | Long);
  '_customer_id'?: "customer_id";
  '_customer_external_id'?: "customer_external_id";
  '_start_date'?: "start_date";
  '_end_date'?: "end_date";
  '_due_start_date'?: "due_start_date";
  '_due_end_date'?: "due_end_date";
  '_is_open'?: "is_open";
  '_external_id'?: "external_id";
  '_tag_key'?: "tag_key";
  '_min_amount'?: "min_amount";
  '_max_amount'?: "max_amount";
}

/**
 * Dates are of `sent_at`; `due_start_date` and `due_end_date` of `due_at`; amounts of `total_amount`. Open are invoices of
 * which something is outstanding.
 */
export interface ListInvoicesRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'statuses': (string)[];
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'due_start_date'?: (string);
  'due_end_date'?: (string);
  'is_open'?: (boolean);
  'external_id'?: (string);
  'reference_numbers': (string)[];
  'tag_key'?: (string);
  'tag_values': (string)[];
  'min_amount'?: (number);
  'max_amount'?: (number);
}
