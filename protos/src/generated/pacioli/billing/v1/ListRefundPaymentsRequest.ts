// Original file: pacioli/billing/v1/refunds.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListRefundPaymentsRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'external_id'?: (string);
  'completed_at_start'?: (string);
  'completed_at_end'?: (string);
  'method'?: (string);
  'processor'?: (string);
  'min_amount'?: (number | string | Long);
  'max_amount'?: (number | string | Long);
  'included_in_payout'?: (boolean);
  'is_matched'?: (boolean);
  'reference_numbers'?: (string)[];
  '_external_id'?: "external_id";
  '_completed_at_start'?: "completed_at_start";
  '_completed_at_end'?: "completed_at_end";
  '_method'?: "method";
  '_processor'?: "processor";
  '_min_amount'?: "min_amount";
  '_max_amount'?: "max_amount";
  '_included_in_payout'?: "included_in_payout";
  '_is_matched'?: "is_matched";
}

export interface ListRefundPaymentsRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'external_id'?: (string);
  'completed_at_start'?: (string);
  'completed_at_end'?: (string);
  'method'?: (string);
  'processor'?: (string);
  'min_amount'?: (number);
  'max_amount'?: (number);
  'included_in_payout'?: (boolean);
  'is_matched'?: (boolean);
  'reference_numbers': (string)[];
}
