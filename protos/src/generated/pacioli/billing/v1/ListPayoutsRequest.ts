// Original file: pacioli/billing/v1/payouts.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Dates are of `completed_at`; amounts of `paid_out_amount`.
 */
export interface ListPayoutsRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'processor'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'min_amount'?: (number | string | Long);
  'max_amount'?: (number | string | Long);
  'is_matched'?: (boolean);
  'external_id'?: (string);
  'reference_numbers'?: (string)[];
  'tag_key'?: (string);
  'tag_values'?: (string)[];
  '_processor'?: "processor";
  '_start_date'?: "start_date";
  '_end_date'?: "end_date";
  '_min_amount'?: "min_amount";
  '_max_amount'?: "max_amount";
  '_is_matched'?: "is_matched";
  '_external_id'?: "external_id";
  '_tag_key'?: "tag_key";
}

/**
 * Dates are of `completed_at`; amounts of `paid_out_amount`.
 */
export interface ListPayoutsRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'processor'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'min_amount'?: (number);
  'max_amount'?: (number);
  'is_matched'?: (boolean);
  'external_id'?: (string);
  'reference_numbers': (string)[];
  'tag_key'?: (string);
  'tag_values': (string)[];
}
