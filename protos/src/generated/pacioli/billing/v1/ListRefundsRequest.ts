// Original file: pacioli/billing/v1/refunds.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

/**
 * Dates are of when it was issued: `completed_at`, else when it was made.
 */
export interface ListRefundsRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'invoice_id'?: (string);
  'invoice_payment_id'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'is_open'?: (boolean);
  'external_id'?: (string);
  'reference_numbers'?: (string)[];
  'tag_key'?: (string);
  'tag_values'?: (string)[];
  '_customer_id'?: "customer_id";
  '_customer_external_id'?: "customer_external_id";
  '_invoice_id'?: "invoice_id";
  '_invoice_payment_id'?: "invoice_payment_id";
  '_start_date'?: "start_date";
  '_end_date'?: "end_date";
  '_is_open'?: "is_open";
  '_external_id'?: "external_id";
  '_tag_key'?: "tag_key";
}

/**
 * Dates are of when it was issued: `completed_at`, else when it was made.
 */
export interface ListRefundsRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'invoice_id'?: (string);
  'invoice_payment_id'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'is_open'?: (boolean);
  'external_id'?: (string);
  'reference_numbers': (string)[];
  'tag_key'?: (string);
  'tag_values': (string)[];
}
