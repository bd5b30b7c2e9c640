// Original file: pacioli/billing/v1/vendor_credits.proto

import type { Long } from '@grpc/proto-loader';

/**
 * `allocated_at` is the later of what was received last, the bill or the credit: from then on they set each other off.
 */
export interface VendorCreditAllocation {
  'id'?: (string);
  'vendor_credit_id'?: (string);
  'amount'?: (number | string | Long);
  'bill_id'?: (string);
  'allocated_at'?: (string);
}

/**
 * `allocated_at` is the later of what was received last, the bill or the credit: from then on they set each other off.
 */
export interface VendorCreditAllocation__Output {
  'id': (string);
  'vendor_credit_id': (string);
  'amount': (number);
  'bill_id': (string);
  'allocated_at': (string);
}
