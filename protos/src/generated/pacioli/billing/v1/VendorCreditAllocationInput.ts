// Original file: pacioli/billing/v1/vendor_credits.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The bill by `bill_id` or by `bill_external_id`.
 */
export interface VendorCreditAllocationInput {
  'bill_id'?: (string);
  'bill_external_id'?: (string);
  'amount'?: (number | string | Long);
  '_bill_id'?: "bill_id";
  '_bill_external_id'?: "bill_external_id";
}

/**
 * The bill by `bill_id` or by `bill_external_id`.
 */
export interface VendorCreditAllocationInput__Output {
  'bill_id'?: (string);
  'bill_external_id'?: (string);
  'amount': (number);
}
