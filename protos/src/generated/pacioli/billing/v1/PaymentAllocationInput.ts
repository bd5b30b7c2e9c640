// Original file: pacioli/billing/v1/bill_payments.proto

import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * The bill by `bill_id` or by `bill_external_id`.
 */
export interface PaymentAllocationInput {
  'bill_id'?: (string);
  'bill_external_id'?: (string);
  'amount'?: (number | string | Long);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_bill_id'?: "bill_id";
  '_bill_external_id'?: "bill_external_id";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * The bill by `bill_id` or by `bill_external_id`.
 */
export interface PaymentAllocationInput__Output {
  'bill_id'?: (string);
  'bill_external_id'?: (string);
  'amount': (number);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
